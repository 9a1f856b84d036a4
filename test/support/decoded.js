/** How many texts are made of bytes. */

/**
 * @template T
 * @param {() => Promise<T>} body
 * @returns {Promise<{ value: T, texts: number }>} what it gives, and the texts that were made meanwhile
 */
export async function countTexts(body) {
    const { decode } = TextDecoder.prototype;
    let texts = 0;
    TextDecoder.prototype.decode = function (...given) {
        texts++;
        return decode.apply(this, given);
    };
    try {
        return { value: await body(), texts };
    } finally {
        TextDecoder.prototype.decode = decode;
    }
}

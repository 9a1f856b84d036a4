/** Standard output and standard error, a text at a time. */

const watched = new WeakSet();

/** A reader that has seen enough (`ffturbo info key | head`) is no failure: what comes after is for nobody. */
function write(stream, text) {
    if (!watched.has(stream)) {
        watched.add(stream);
        stream.on("error", (error) => {
            if (error.code !== "EPIPE") throw error;
        });
    }
    stream.write(text);
}

/** Results. @param {string} text */
export const print = (text) => write(process.stdout, `${text}\n`);

/** Everything else. @param {string} text */
export const say = (text) => write(process.stderr, `${text}\n`);

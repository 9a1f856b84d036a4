/** A program for Node that bundlers make one file of. */
import { buildBn128 } from "ffjavascript";

buildBn128({ threads: 1 }).then(async (curve) => {
    const { Fr } = curve, values = new Uint8Array(32 * 2 ** 12);
    for (let at = 0; at < values.length; at += 32) values.set(Fr.e(at), at);
    const back = await Fr.ifft(await Fr.fft(values));
    console.log(Buffer.compare(back, values) === 0 && curve.tm.concurrency === 1);
    await curve.terminate();
});

/**
 * The module that puts the parts of a transform in order. It stands alone, with a memory of its
 * own: the calling thread uses it beside whatever runs there.
 * @module scripts/wasm/interleave
 */
import { FunctionText } from "./lane/text.js";
import { WasmModule } from "./module.js";
import { at, get, i32 } from "./wat.js";

/** Bytes of an element of Fr. */
const ELEMENT = 32;

/** Bytes of the elements of a window; the input starts at 0, the output behind it. */
const WINDOW = 1 << 16;

const PAGE = 1 << 16;

/** Unlike the others it imports nothing. */
class Interleave extends WasmModule {
    /** @override */
    text() {
        return `(module (memory (export "memory") ${(2 * WINDOW) / PAGE})
${this.functions.join("\n")}
(export "interleaveParts" (func $interleaveParts)))`;
    }
}

/**
 * `interleaveParts(rows, parts)`: element r of part j becomes element r parts + j
 *
 *   in      parts lists of `rows` elements of 32 bytes, one after the other, at 0; neither number
 *           is 0, and all of them fit in a window
 *   out     rows * parts elements, behind the window of the input
 *   cost    two loads and two stores per element
 */
export function interleaveModule() {
    const module = new Interleave();
    const fn = new FunctionText("interleaveParts", "rows parts");
    fn.i32("length", `(i32.shl ${get("parts")} ${i32(Math.log2(ELEMENT))})`);
    fn.i32("from", i32(0));
    fn.repeat("j", get("parts"), () => {
        fn.i32("to", at(`(i32.shl ${get("j")} ${i32(Math.log2(ELEMENT))})`, WINDOW));
        fn.i32("end", at(get("from"), `(i32.shl ${get("rows")} ${i32(Math.log2(ELEMENT))})`));
        fn.loop("from", get("from"), get("end"), ELEMENT, () => {
            for (const half of [0, ELEMENT / 2]) fn.emit(
                `(v128.store offset=${half} ${get("to")} (v128.load offset=${half} ${get("from")}))`,
            );
            fn.advance("to", get("length"));
        });
    });
    fn.addTo(module);
    return { module, layout: { window: WINDOW }, plain: true };
}

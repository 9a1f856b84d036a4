/**
 * What goes into the base module of bls12381: one line per part.
 * @module scripts/wasm/module_bls12381
 */
import { fp, fr } from "../../src/params/bls12_381.js";
import { exportPart, FFT, INTEGER, PLAIN_FIELD, POLYNOMIAL, PRIME_FIELD, QAP } from "./exports.js";
import { addFft } from "./fft/fft.js";
import { addInteger } from "./field/integer.js";
import { addPlainField } from "./field/plain_field.js";
import { addPrimeField } from "./field/prime_field.js";
import { leBytes } from "./field/words.js";
import { WasmModule } from "./module.js";
import { addPolynomial } from "./qap/polynomial.js";
import { addQap } from "./qap/qap.js";

/** @returns {{ module: WasmModule, layout: Record<string, number | string> }} */
export function bls12381Module() {
    const module = new WasmModule();
    const f1m = addPrimeField(module, fp);
    const frm = addPrimeField(module, fr);

    addInteger(module, { name: "intq", n8: f1m.n8 });
    addInteger(module, { name: "intr", n8: frm.n8 });
    addPlainField(module, { name: "fr", field: frm });
    addPolynomial(module, frm);
    addQap(module, frm);
    addFft(module, { name: "frm", n8: frm.n8, fr: frm, mulFr: "frm_mul" });

    exportPart(module, "f1m", PRIME_FIELD);
    exportPart(module, "frm", PRIME_FIELD);
    exportPart(module, "frm", FFT);
    exportPart(module, "intq", INTEGER);
    exportPart(module, "intr", INTEGER);
    exportPart(module, "fr", PLAIN_FIELD);
    exportPart(module, "pol", POLYNOMIAL);
    exportPart(module, "qap", QAP);

    const layout = {
        pq: module.data(leBytes(fp.p, f1m.n8)), pr: module.data(leBytes(fr.p, frm.n8)),
        n8q: f1m.n8, n8r: frm.n8, q: String(fp.p), r: String(fr.p),
    };
    return { module, layout };
}

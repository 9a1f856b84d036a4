/**
 * What goes into the base module of bls12381: one line per part.
 * @module scripts/wasm/module_bls12381
 */
import { fp, fr, pairing } from "../../src/params/bls12_381.js";
import { CUBIC, CYCLOTOMIC, exportPart, FROBENIUS, PAIRING, PRIME_FIELD, QUADRATIC, SPARSE_CUBIC, SPARSE_QUADRATIC } from "./exports.js";
import { addPrimeField } from "./field/prime_field.js";
import { leBytes } from "./field/words.js";
import { WasmModule } from "./module.js";
import { addPairing } from "./pairing/pairing.js";
import { addFp2, addTower } from "./tower/tower.js";

/** @returns {{ module: WasmModule, layout: Record<string, number | string> }} */
export function bls12381Module() {
    const module = new WasmModule();
    const f1m = addPrimeField(module, fp);
    const frm = addPrimeField(module, fr);
    const f2m = addFp2(module, f1m), tower = addTower(module, f1m, f2m, pairing);
    addPairing(module, tower, pairing, fr.p);

    exportPart(module, "f1m", PRIME_FIELD);
    exportPart(module, "frm", PRIME_FIELD);
    exportPart(module, "f2m", QUADRATIC);
    exportPart(module, "f6m", CUBIC);
    exportPart(module, "ftm", QUADRATIC);
    exportPart(module, "f6m", SPARSE_CUBIC);
    exportPart(module, "ftm", CYCLOTOMIC, "bls12381");
    exportPart(module, "ftm", FROBENIUS);
    exportPart(module, "ftm", SPARSE_QUADRATIC);
    exportPart(module, "bls12381", PAIRING);

    const layout = {
        pq: module.data(leBytes(fp.p, f1m.n8)), pr: module.data(leBytes(fr.p, frm.n8)),
        pOneT: tower.pOne, prePSize: pairing.prePSize, preQSize: pairing.preQSize,
        n8q: f1m.n8, n8r: frm.n8, q: String(fp.p), r: String(fr.p),
    };
    return { module, layout };
}

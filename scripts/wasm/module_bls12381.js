/**
 * What goes into the base module of bls12381: one line per part.
 * @module scripts/wasm/module_bls12381
 */
import { fp, fr, g1, g2, pairing } from "../../src/params/bls12_381.js";
import {
    APPLY_KEY_MIXED, CUBIC, CYCLOTOMIC, exportPart, FFT, FP12, FROBENIUS, GROUP, INTEGER, MSM,
    PAIRING, PLAIN_FIELD, POLYNOMIAL, PRIME_FIELD, QAP, QUADRATIC, SPARSE_CUBIC, SPARSE_QUADRATIC, SUBGROUP,
} from "./exports.js";
import { addFft, addGroupFft } from "./fft/fft.js";
import { addInteger } from "./field/integer.js";
import { addPlainField } from "./field/plain_field.js";
import { addPrimeField } from "./field/prime_field.js";
import { leBytes } from "./field/words.js";
import { addGroup } from "./group/group.js";
import { WasmModule } from "./module.js";
import { addMsm } from "./msm/msm.js";
import { addPairing } from "./pairing/pairing.js";
import { addPolynomial } from "./qap/polynomial.js";
import { addQap } from "./qap/qap.js";
import { addFp2, addTower } from "./tower/tower.js";

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
    const f2m = addFp2(module, f1m), tower = addTower(module, f1m, f2m, pairing);
    const g1m = addGroup(module, { field: f1m, scalars: frm, ...g1, subgroup: true });
    const g2m = addGroup(module, { field: f2m, scalars: frm, ...g2, subgroup: true });
    for (const group of [g1m, g2m]) {
        addMsm(module, group);
        addGroupFft(module, group, frm);
    }
    addPairing(module, tower, pairing, fr.p);

    exportPart(module, "f1m", PRIME_FIELD);
    exportPart(module, "frm", PRIME_FIELD);
    exportPart(module, "frm", FFT);
    exportPart(module, "intq", INTEGER);
    exportPart(module, "intr", INTEGER);
    exportPart(module, "fr", PLAIN_FIELD);
    exportPart(module, "pol", POLYNOMIAL);
    exportPart(module, "qap", QAP);
    exportPart(module, "f2m", QUADRATIC);
    exportPart(module, "f6m", CUBIC);
    exportPart(module, "ftm", FP12);
    exportPart(module, "f6m", SPARSE_CUBIC);
    exportPart(module, "ftm", CYCLOTOMIC, "bls12381");
    exportPart(module, "ftm", FROBENIUS);
    exportPart(module, "ftm", SPARSE_QUADRATIC);
    exportPart(module, "bls12381", PAIRING);
    for (const { name } of [g1m, g2m]) for (const table of [GROUP, MSM, FFT, APPLY_KEY_MIXED, SUBGROUP]) exportPart(module, name, table);

    const layout = {
        pq: module.data(leBytes(fp.p, f1m.n8)), pr: module.data(leBytes(fr.p, frm.n8)),
        pOneT: tower.pOne, prePSize: pairing.prePSize, preQSize: pairing.preQSize,
        pG1gen: g1m.generatorAt, pG1zero: g1m.zeroAt, pG1b: g1m.bAt,
        pG2gen: g2m.generatorAt, pG2zero: g2m.zeroAt, pG2b: g2m.bAt,
        n8q: f1m.n8, n8r: frm.n8, q: String(fp.p), r: String(fr.p),
    };
    return { module, layout };
}

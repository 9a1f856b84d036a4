/**
 * What goes into the base module of bn128: one line per part.
 * @module scripts/wasm/module_bn128
 */
import { fp, fr, g1, g2, pairing } from "../../src/params/bn254.js";
import {
    APPLY_KEY_MIXED, CUBIC, CYCLOTOMIC, exportPart, FFT, FP12, FROBENIUS_BN128, GROUP, INTEGER, MSM,
    PAIRING, PLAIN_FIELD, POLYNOMIAL, PRIME_FIELD, QAP, QUADRATIC, SPARSE_BN128,
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
export function bn128Module() {
    const module = new WasmModule();
    const f1m = addPrimeField(module, fp);
    const frm = addPrimeField(module, fr);
    addInteger(module, { name: "int", n8: f1m.n8 });
    addPlainField(module, { name: "fr", field: frm });
    addPolynomial(module, frm);
    addQap(module, frm);
    addFft(module, { name: "frm", n8: frm.n8, fr: frm, mulFr: "frm_mul" });
    const f2m = addFp2(module, f1m), tower = addTower(module, f1m, f2m, pairing);
    const g1m = addGroup(module, { ...g1, field: f1m, scalars: frm });
    const g2m = addGroup(module, { ...g2, field: f2m, scalars: frm });
    for (const group of [g1m, g2m]) {
        addMsm(module, group);
        addGroupFft(module, group, frm);
    }
    addPairing(module, tower, pairing, fr.p);

    exportPart(module, "f1m", PRIME_FIELD);
    exportPart(module, "frm", PRIME_FIELD);
    exportPart(module, "frm", FFT);
    exportPart(module, "int", INTEGER);
    exportPart(module, "fr", PLAIN_FIELD);
    exportPart(module, "pol", POLYNOMIAL);
    exportPart(module, "qap", QAP);
    exportPart(module, "f2m", QUADRATIC);
    exportPart(module, "f6m", CUBIC);
    exportPart(module, "ftm", FP12);
    exportPart(module, "ftm", CYCLOTOMIC, "bn128");
    exportPart(module, "ftm", FROBENIUS_BN128, "bn128");
    exportPart(module, "bn128", PAIRING);
    exportPart(module, "bn128", SPARSE_BN128);
    for (const { name } of [g1m, g2m]) for (const table of [GROUP, MSM, FFT, APPLY_KEY_MIXED]) exportPart(module, name, table);

    const layout = {
        pq: module.data(leBytes(fp.p, f1m.n8)), pr: module.data(leBytes(fr.p, frm.n8)),
        pOneT: tower.pOne, prePSize: pairing.prePSize, preQSize: pairing.preQSize,
        pG1gen: g1m.generatorAt, pG1zero: g1m.zeroAt, pG1b: g1m.bAt,
        pG2gen: g2m.generatorAt, pG2zero: g2m.zeroAt, pG2b: g2m.bAt,
        n8q: f1m.n8, n8r: frm.n8, q: String(fp.p), r: String(fr.p),
    };
    return { module, layout };
}

/**
 * What goes into the base module of a curve: one line per part. Families differ
 * only in their frozen names (exports.js).
 * @module scripts/wasm/module_curve
 */
/** @import { AnyRecord, AloneRecord, CurveRecord, FieldRecord } from "../../src/params/types.js" */
import { ALONE, DIALECTS, exportPart, FFT, INTEGER, PLAIN_FIELD, POLYNOMIAL, PRIME_FIELD, QAP } from "./exports.js";
import { addFft, addGroupFft } from "./fft/fft.js";
import { addInteger } from "./field/integer.js";
import { addPlainField } from "./field/plain_field.js";
import { addPrimeField } from "./field/prime_field.js";
import { leBytes } from "./field/words.js";
import { addGroup } from "./group/group.js";
import { WasmModule } from "./module.js";
import { addMsm } from "./msm/msm.js";
import { addPairing } from "./pairing/pairing.js";
import { pairingParams } from "./pairing/params.js";
import { addPolynomial } from "./qap/polynomial.js";
import { addQap } from "./qap/qap.js";
import { addFp2, addTower } from "./tower/tower.js";

/** @typedef {{ module: WasmModule, layout: Record<string, number> }} Built */

/** @param {Readonly<AnyRecord>} record @returns {Built} */
export function curveModule(record) {
    if (record.pairing) return pairingModule(record);
    return record.g1 ? aloneModule(record) : fieldModule(record);
}

/**
 * The scalar field: of its own, and with transforms.
 * @param {WasmModule} module
 * @param {Readonly<AnyRecord>} record
 */
function addScalars(module, { fr }) {
    const frm = addPrimeField(module, fr);
    addPlainField(module, { name: "fr", field: frm });
    addFft(module, { name: "frm", n8: frm.n8, fr: frm, mulFr: "frm_mul" });
    exportPart(module, "frm", PRIME_FIELD);
    exportPart(module, "frm", FFT);
    exportPart(module, "fr", PLAIN_FIELD);
    return frm;
}

/** @param {Readonly<FieldRecord>} record @returns {Built} */
function fieldModule(record) {
    const module = new WasmModule();
    const frm = addScalars(module, record);
    return { module, layout: { pr: module.data(leBytes(frm.p, frm.n8)) } };
}

/** A group without a pairing. @param {Readonly<AloneRecord>} record @returns {Built} */
function aloneModule(record) {
    const { fp, g1 } = record, module = new WasmModule();
    const f1m = addPrimeField(module, fp);
    exportPart(module, "f1m", PRIME_FIELD);
    const frm = addScalars(module, record);
    const g1m = addGroup(module, { ...g1, field: f1m, scalars: frm, subgroup: g1.cofactor !== 1n });
    addMsm(module, g1m);
    addGroupFft(module, g1m, frm);
    for (const table of ALONE[g1.model]) exportPart(module, "g1m", table);
    return {
        module,
        layout: {
            pq: module.data(leBytes(fp.p, f1m.n8)), pr: module.data(leBytes(frm.p, frm.n8)),
            pG1gen: g1m.generatorAt, pG1zero: g1m.zeroAt,
            ...(g1m.bAt === undefined ? { pG1ad: Number(g1m.aAt) } : { pG1b: g1m.bAt }),
        },
    };
}

/** @param {Readonly<CurveRecord>} record @returns {Built} */
function pairingModule(record) {
    const { name, fp, fr, g1, g2, tower: { nonResidue } } = record,
        { integers, subgroup, tower, groups } = DIALECTS[record.family];
    const pairing = pairingParams(record);
    const module = new WasmModule();
    const f1m = addPrimeField(module, fp);
    const frm = addPrimeField(module, fr);
    for (const { name, field } of integers) addInteger(module, { name, n8: { f1m, frm }[field].n8 });
    addPlainField(module, { name: "fr", field: frm });
    addPolynomial(module, frm);
    addQap(module, frm);
    addFft(module, { name: "frm", n8: frm.n8, fr: frm, mulFr: "frm_mul" });
    const f2m = addFp2(module, f1m, nonResidue);
    const fields = addTower(module, f1m, f2m, pairing);
    const g1m = addGroup(module, { ...g1, field: f1m, scalars: frm, subgroup });
    const g2m = addGroup(module, { ...g2, field: f2m, scalars: frm, subgroup });
    for (const group of [g1m, g2m]) {
        addMsm(module, group);
        addGroupFft(module, group, frm);
    }
    addPairing(module, fields, pairing, fr.p);

    exportPart(module, "f1m", PRIME_FIELD);
    exportPart(module, "frm", PRIME_FIELD);
    exportPart(module, "frm", FFT);
    for (const { name } of integers) exportPart(module, name, INTEGER);
    exportPart(module, "fr", PLAIN_FIELD);
    exportPart(module, "pol", POLYNOMIAL);
    exportPart(module, "qap", QAP);
    for (const [prefix, table, as] of tower(name)) exportPart(module, prefix, table, as);
    for (const group of [g1m, g2m]) for (const table of groups) exportPart(module, group.name, table);

    const layout = {
        pq: module.data(leBytes(fp.p, f1m.n8)), pr: module.data(leBytes(fr.p, frm.n8)),
        pOneT: fields.pOne,
        pG1gen: g1m.generatorAt, pG1zero: g1m.zeroAt, pG1b: Number(g1m.bAt),
        pG2gen: g2m.generatorAt, pG2zero: g2m.zeroAt, pG2b: Number(g2m.bAt),
    };
    return { module, layout };
}

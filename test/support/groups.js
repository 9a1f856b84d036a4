/**
 * The groups of all curves, each with its wasm module and its slow twin, and
 * the way between: points in memory are LEM, points in tests are BigInt.
 */
import { addPrimeField } from "../../scripts/wasm/field/prime_field.js";
import { addGroup } from "../../scripts/wasm/group/group.js";
import { addMsm } from "../../scripts/wasm/msm/msm.js";
import { addFp2 } from "../../scripts/wasm/tower/tower.js";
import { mod } from "../../src/bigint/modular.js";
import { curve, edwards } from "./ec.js";
import { uniform } from "./random.js";
import { extension, primeField } from "./tower.js";
import { degreesOf, GROUPED } from "./twin_curves.js";
import { load } from "./wasm.js";

/** Every group that tests run over. */
export const GROUPS = Object.keys(GROUPED).flatMap((name) =>
    degreesOf(name).map((degree) => `g${degree}m`).map((group) => ({ title: `${name} ${group}`, curve: name, group })),
);

/** All of them are made by one generator: these have every kind of field, model and length of numbers. */
export const isOfTheQuickRun = ({ curve, group }) => curve === "bn128" || curve.startsWith("edwards") ||
    (curve === "bls12381" && group === "g1m");

/** @type {Map<string, Promise<object>>} */
const modules = new Map();

function build(module, params, subgroup) {
    const f1m = addPrimeField(module, params.fp), frm = addPrimeField(module, params.fr);
    const f2m = params.tower && addFp2(module, f1m, params.tower.nonResidue);
    const group = (name, given, field) => {
        const g = addGroup(module, { ...given, name, field, scalars: frm, subgroup });
        addMsm(module, g);
        return g;
    };
    return { g1m: group("g1m", params.g1, f1m), ...(f2m && { g2m: group("g2m", params.g2, f2m) }) };
}

/** The module of a curve, built once for all test files. */
function moduleOf(name) {
    if (!modules.has(name)) modules.set(name, load((module) => build(module, GROUPED[name], ["bls12", "embedded"].includes(GROUPED[name].family))));
    return modules.get(name);
}

/** F1[u] / (u^2 - nonResidue). The twin's own inverse is a power of 760 bits; points need thousands. */
function quadratic(f1, nonResidue) {
    const beta = f1.of(nonResidue), F = extension(f1, 2, beta);
    F.inv = ([a, b]) => F.scale([a, f1.neg(b)], f1.inv(f1.sub(f1.mul(a, a), f1.mul(beta, f1.mul(b, b)))));
    return F;
}

/** A group with its twin `E`, bytes in both directions and calls by inside name. */
export async function loadGroup({ curve: curveName, group: name }) {
    const params = GROUPED[curveName], { parts, exports, mem } = await moduleOf(curveName);
    const group = parts[name], given = name === "g1m" ? params.g1 : params.g2;
    const { n8, field: { encode, R } } = group, p = params.fp.p, r = params.fr.p;
    const f1 = primeField(p), F = name === "g1m" ? f1 : quadratic(f1, params.tower.nonResidue);
    const round = given.model === "edwards", E = round ? edwards(F, given) : curve(F, given.b);
    const base = F.degree === 1 ? n8 : n8 / 2, unR = f1.inv(R % p);
    const decodeBase = (u8) => mod(u8.reduceRight((a, b) => a * 256n + BigInt(b), 0n) * unR, p);
    const decode = (u8) =>
        F.degree === 1 ? decodeBase(u8) : [0, 1].map((k) => decodeBase(u8.subarray(k * base, (k + 1) * base)));
    const concat = (...parts8) => Uint8Array.from(parts8.flatMap((u8) => [...u8]));
    const affine = (P) => {
        const at = round ? E.at(P) : P;
        return at ? concat(encode(at[0]), encode(at[1])) : new Uint8Array(2 * n8);
    };
    /** Of three coordinates: jacobian, of Edwards curves projective, with a random Z, or with Z = 1. */
    const jacobian = (P, z = P || !round ? F.random(uniform) : F.one) => {
        if (round) return concat(...[...E.at(P), F.one].map((c) => encode(F.mul(c, z))));
        if (!P) return concat(encode(F.zero), encode(F.one), encode(F.zero));
        const zz = F.mul(z, z);
        return concat(encode(F.mul(P[0], zz)), encode(F.mul(P[1], F.mul(zz, z))), encode(z));
    };
    const asPoint = (x, y) => (round && F.eq(x, F.zero) && F.eq(y, F.one) ? null : [x, y]);
    const fromAffine = (u8) =>
        u8.every((b) => b === 0) ? null : asPoint(decode(u8.subarray(0, n8)), decode(u8.subarray(n8, 2 * n8)));
    const fromJacobian = (u8) => {
        const [X, Y, Z] = [0, 1, 2].map((k) => decode(u8.subarray(k * n8, (k + 1) * n8)));
        if (F.eq(Z, F.zero)) return null;
        const zi = F.inv(Z);
        if (round) return asPoint(F.mul(X, zi), F.mul(Y, zi));
        const zi2 = F.mul(zi, zi);
        return [F.mul(X, zi2), F.mul(Y, F.mul(zi2, zi))];
    };
    const f = (op, ...args) => exports[`${name}_${op}`](...args);
    /** What is at an address, and what is put at a fresh one. */
    const bytes = (at, size) => mem.u8.slice(at, at + size);
    const put = (u8, at = mem.alloc(u8.length)) => { mem.u8.set(u8, at); return at; };
    /** Run with an allocator that is put back. */
    const scope = (body) => {
        const top = mem.u32[0];
        try { return body(); } finally { mem.u32[0] = top; }
    };
    const generator = given.generator;
    return {
        E,
        F,
        f,
        put,
        bytes,
        scope,
        mem,
        n8,
        p,
        r,
        R,
        affine,
        jacobian,
        fromAffine,
        fromJacobian,
        encode,
        decode,
        generator,
        given,
        params,
        group,
        title: `${curveName} ${name}`,
    };
}

/** A point as plain text, so that a failed comparison can be read. */
export const show = (P) => (P ? P.map((c) => [c].flat().map(String).join(" ")).join(" | ") : "infinity");

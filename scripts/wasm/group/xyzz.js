/**
 * Buckets: points in XYZZ coordinates (X, Y, ZZ, ZZZ) with x = X / ZZ,
 * y = Y / ZZZ and ZZ^3 = ZZZ^2; ZZ = 0 is infinity. Adding an affine point
 * takes 8M 2S, the least of all coordinates without an inversion. Formulas from
 * the Explicit-Formulas Database, short Weierstrass, XYZZ, a4 = 0.
 * @module scripts/wasm/group/xyzz
 */
/** @import { Group } from "./types.js" */
import { at, get, when } from "../wat.js";
import { coordinates } from "./point.js";

/** mdbl-2008-s-1: ZZ1 = ZZZ1 = 1, 4M 3S. */
const DBL_AFFINE = `
    U = 2 Y1; V = U^2; W = U * V; S = X1 * V; M = X1^2; T = 2 M; M = M + T; WY = W * Y1;
    T = 2 S; X3 = M^2; X3 = X3 - T; Y3 = S - X3; Y3 = M * Y3; Y3 = Y3 - WY; ZZ3 = V; ZZZ3 = W`;

/** dbl-2008-s-1: 6M 3S with a = 0. */
const DBL = `
    U = 2 Y1; V = U^2; W = U * V; S = X1 * V; M = X1^2; T = 2 M; M = M + T; WY = W * Y1; V = V * ZZ1; W = W * ZZZ1;
    T = 2 S; X3 = M^2; X3 = X3 - T; Y3 = S - X3; Y3 = M * Y3; Y3 = Y3 - WY; ZZ3 = V; ZZZ3 = W`;

/** From P, R, Q = U1 PP, S1 PPP in QY, and the new ZZ in V and ZZZ in W. */
const FINISH = `
    T = 2 Q; T = T + PPP; X3 = R^2; X3 = X3 - T; Y3 = Q - X3; Y3 = R * Y3; Y3 = Y3 - QY; ZZ3 = V; ZZZ3 = W`;

/**
 * Adds bucket_zero bucket_isZero bucket_add bucket_addAffine bucket_toJacobian, in the group's
 * names.
 * @param {Group} group
 */
export function addXyzz(group) {
    const { f, func } = group;
    const ZZ = coordinates(group, "z")[2];
    func({ name: "bucket_zero", params: "z", body: f("zero", ZZ) });
    func({ name: "bucket_isZero", params: "z", result: "i32", body: f("isZero", ZZ) });
    addAddAffine(group);
    addAdd(group);
    addToJacobian(group);
}

/**
 * The sum of two points with equal x: twice the point, or infinity.
 * @param {Group} group
 * @param {string[]} double
 */
const sameX = ({ f, g, formula }, double) => when(f("isZero", formula.temporary("P")), [
    when(f("isZero", formula.temporary("R")), double, g("bucket_zero", get("z"))), "(return)"]);

/**
 * z += (x, y)
 *
 *   in      x, y   coordinates of an affine point that is not infinity, each at its own
 *                  address, so that a negative costs one neg of the field
 *   in/out  z      XYZZ
 *   cost    8M 2S; only copies where z is infinity
 *   source  EFD madd-2008-s, mdbl-2008-s-1
 *
 * @param {Group} group
 */
function addAddAffine(group) {
    const { f, g, func, formula } = group;
    const outputs = bucket(group, "3", "z");
    const first = bucket(group, "1", "z");
    const places = { inputs: { ...first, X2: get("x"), Y2: get("y") }, outputs };
    func({ name: "bucket_addAffine", params: "x y z", body: [
        when(g("bucket_isZero", get("z")), [
            f("copy", get("x"), outputs.X3), f("copy", get("y"), outputs.Y3),
            f("one", outputs.ZZ3), f("one", outputs.ZZZ3), "(return)"]),
        ...formula.compile(places, "P = X2 * ZZ1; P = P - X1; R = Y2 * ZZZ1; R = R - Y1"),
        sameX(group, formula.compile({ inputs: { X1: get("x"), Y1: get("y") }, outputs }, DBL_AFFINE)),
        ...formula.compile(places, `
            PP = P^2; PPP = P * PP; Q = X1 * PP; QY = Y1 * PPP; V = ZZ1 * PP; W = ZZZ1 * PPP; ${FINISH}`)] });
}

/**
 * z += x
 *
 *   in      x   XYZZ
 *   in/out  z   XYZZ
 *   cost    12M 2S; a copy where one is infinity
 *   source  EFD add-2008-s, dbl-2008-s-1
 *
 * @param {Group} group
 */
function addAdd(group) {
    const { f, g, func, formula, n8 } = group;
    const outputs = bucket(group, "3", "z");
    const places = { inputs: { ...bucket(group, "1", "z"), ...bucket(group, "2", "x") }, outputs };
    func({ name: "bucket_add", params: "x z", body: [
        when(g("bucket_isZero", get("x")), "(return)"),
        when(g("bucket_isZero", get("z")), [
            ...[0, 1, 2, 3].map((k) => f("copy", at(get("x"), k * n8), at(get("z"), k * n8))), "(return)"]),
        ...formula.compile(places, `
            U1 = X1 * ZZ2; P = X2 * ZZ1; P = P - U1; S1 = Y1 * ZZZ2; R = Y2 * ZZZ1; R = R - S1`),
        sameX(group, formula.compile(places, DBL)),
        ...formula.compile(places, `
            PP = P^2; PPP = P * PP; Q = U1 * PP; QY = S1 * PPP;
            V = ZZ1 * ZZ2; V = V * PP; W = ZZZ1 * ZZZ2; W = W * PPP; ${FINISH}`)] });
}

/**
 * z = x with Z = ZZ: X ZZ / ZZ^2 = X / ZZ and Y ZZZ / ZZ^3 = Y / ZZZ.
 *
 *   in      x   XYZZ
 *   out     z   jacobian
 *   alias   z may be x
 *   cost    2M
 *
 * @param {Group} group
 */
function addToJacobian(group) {
    const { g, func, formula } = group;
    const [X3, Y3, Z3] = coordinates(group, "z");
    func({ name: "bucket_toJacobian", params: "x z", body: [
        when(g("bucket_isZero", get("x")), [g("zero", get("z")), "(return)"]),
        ...formula.compile({ inputs: bucket(group, "1", "x"), outputs: { X3, Y3, Z3 } }, `
            U = X1 * ZZ1; V = Y1 * ZZZ1; W = ZZ1; X3 = U; Y3 = V; Z3 = W`)] });
}

/** @param {Group} group @param {string} k - number of the point @param {string} local */
function bucket({ n8 }, k, local) {
    return Object.fromEntries(["X", "Y", "ZZ", "ZZZ"].map((name, i) => [name + k, at(get(local), i * n8)]));
}

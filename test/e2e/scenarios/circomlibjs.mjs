/**
 * Scenario: everything circomlibjs exports, on fixed inputs; returns plain data that two engines must agree on.
 * Poseidon comes three times: on a wasm plugin compiled into the curve, in its optimised form and in its reference
 * form.
 */
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const PRIVATE_KEY = Buffer.from("0001020304050607080910111213141516171819202122232425262728293031", "hex");
const MESSAGE = Buffer.from("00010203040506070809", "hex");

/** Bytes become hex, points and arrays keep their shape. */
function plain(value) {
    if (value instanceof Uint8Array) return hex(value);
    if (typeof value === "bigint") return `${value}n`;
    if (Array.isArray(value)) return value.map(plain);
    if (value && typeof value === "object")
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
    return value;
}

async function babyjub({ buildBabyjub }) {
    const jub = await buildBabyjub();
    const { F, Base8, Generator } = jub;
    const double = jub.addPoint(Base8, Base8), many = jub.mulPointEscalar(Base8, 123456789012345678901234567890n);
    const packed = jub.packPoint(many);
    return {
        sum: jub.addPoint(double, Generator), many, packed, unpacked: jub.unpackPoint(packed),
        inside: [jub.inCurve(many), jub.inSubgroup(many), jub.inSubgroup(Generator), jub.inCurve([F.one, F.one])],
        notAPoint: jub.unpackPoint(new Uint8Array(32).fill(7)),
    };
}

async function eddsa({ buildEddsa }) {
    const scheme = await buildEddsa(), { F } = scheme.babyJub;
    const A = scheme.prv2pub(PRIVATE_KEY), number = F.e("1234567890123456789012345678901234567890");
    const out = { A };
    for (const [name, message] of [
        ["Pedersen", MESSAGE],
        ["MiMC", number],
        ["Poseidon", number],
        ["MiMCSponge", number],
    ]) {
        const signature = scheme[`sign${name}`](PRIVATE_KEY, message);
        const again = scheme.unpackSignature(scheme.packSignature(signature));
        const other = name === "Pedersen" ? Buffer.from("01", "hex") : F.e(1);
        out[name] = {
            signature,
            accepted: scheme[`verify${name}`](message, again, A),
            refused: scheme[`verify${name}`](other, signature, A),
        };
    }
    return out;
}

async function mimc({ buildMimc7, buildMimcSponge }) {
    const seven = await buildMimc7(), sponge = await buildMimcSponge();
    return {
        seven: [
            seven.hash(1, 2),
            seven.multiHash([1, 2, 3, 4]),
            seven.multiHash([5], 6),
            seven.getIV(),
            seven.getConstants("seed", 5),
        ],
        sponge: [
            sponge.hash(1, 2, 3),
            sponge.multiHash([1, 2, 3]),
            sponge.multiHash([1, 2], 7, 3),
            sponge.getConstants("seed", 5),
        ],
    };
}

async function pedersen({ buildPedersenHash }) {
    const hasher = await buildPedersenHash();
    return [
        hasher.hash("Hello"),
        hasher.hash(Buffer.alloc(200, 3)),
        hasher.getBasePoint("blake", 4),
        hasher.hash("Hello", { baseHash: "blake2b" }),
    ];
}

async function poseidon({ buildPoseidon, buildPoseidonOpt, buildPoseidonReference }) {
    const out = {};
    for (const [name, build] of Object.entries({ buildPoseidon, buildPoseidonOpt, buildPoseidonReference })) {
        const hash = await build(), { F } = hash;
        out[name] = [1, 2, 5, 16].map((count) => F.toString(hash(Array.from({ length: count }, (_, i) => i + 1))));
        if (name !== "buildPoseidonOpt") out[name].push(hash([1, 2], 3, 2).map((value) => F.toString(value)));
    }
    return out;
}

/** The plugin as circomlibjs hands it over, on one thread and with workers; called on the main instance. */
async function poseidonPlugin({ buildPoseidonWasm }, { getCurveFromName }) {
    const results = [];
    for (const singleThread of [true, false]) {
        globalThis.curve_bn128 = null;
        const curve = await getCurveFromName("bn128", singleThread, buildPoseidonWasm);
        const { tm, Fr } = curve, n8 = Fr.n8;
        tm.startSyncOp();
        const state = tm.alloc(n8), input = tm.alloc(2 * n8), output = tm.alloc(n8);
        tm.setBuff(state, Fr.zero);
        tm.setBuff(input, Fr.e(1));
        tm.setBuff(input + n8, Fr.e(2));
        tm.instance.exports.poseidon(state, input, 2, output, 1);
        results.push(Fr.toString(tm.getBuff(output, n8)));
        tm.endSyncOp();
        const [sum] = await tm.queueAction([
            { cmd: "ALLOCSET", var: 0, buff: Fr.e(20) },
            { cmd: "ALLOCSET", var: 1, buff: Fr.e(22) },
            { cmd: "ALLOC", var: 2, len: n8 },
            { cmd: "CALL", fnName: "frm_add", params: [{ var: 0 }, { var: 1 }, { var: 2 }] },
            { cmd: "GET", out: 0, var: 2, len: n8 },
        ]);
        results.push(
            Fr.toString(sum),
            await curve.pairingEq(curve.G1.g, curve.G2.g, curve.G1.neg(curve.G1.g), curve.G2.g),
        );
        await curve.terminate();
    }
    return results;
}

async function sparseMerkleTree({ newMemEmptyTrie, buildSMT, SMTMemDb }) {
    const tree = await newMemEmptyTrie(), { F } = tree, roots = [];
    for (const key of [111, 222, 333, 4444]) roots.push((await tree.insert(key, key * 2)).newRoot);
    roots.push((await tree.update(222, 5)).newRoot, (await tree.delete(111)).newRoot);
    const found = await tree.find(333), missing = await tree.find(111);
    const copy = await buildSMT(new SMTMemDb(F), F.zero);
    await copy.insert(1, 2);
    return { roots, found, missing, copy: copy.root };
}

const contracts = ({ mimc7Contract, mimcSpongecontract, poseidonContract, evmasm: Assembler }) => ({
    codes: [
        mimc7Contract.createCode("seed", 3),
        mimcSpongecontract.createCode("seed", 3),
        poseidonContract.createCode(2),
    ],
    abis: [mimc7Contract.abi, mimcSpongecontract.abi, poseidonContract.generateABI(2)],
    assembler: typeof Assembler,
});

export default async function circomlibjs({ load }) {
    const library = await load("circomlibjs"), engine = await load("ffjavascript");
    const parts = { babyjub, eddsa, mimc, pedersen, poseidon, sparseMerkleTree, contracts, poseidonPlugin };
    const out = {
        exports: Object.keys(library)
            .filter((name) => name !== "default" && name !== "module.exports")
            .sort(),
    };
    for (const [name, run] of Object.entries(parts)) out[name] = plain(await run(library, engine));
    return out;
}

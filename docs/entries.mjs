/** Entry points with something to call, and what each is for: a page of the API reference each. */
export const ENTRIES = {
    ".": "Curves, BigInt arithmetic and helpers: the names of ffjavascript.",
    "./groth16": "The prover: proofs, verification and witnesses for the files of circom and snarkjs.",
    "./plonk": "PLONK: proofs and verification for the files of circom and snarkjs.",
    "./fflonk": "The prover and verifier for the keys of `snarkjs fflonk`, on bn128.",
    "./ceremony": "Powers of tau, set-ups and contributions to Groth16 keys, byte for byte as snarkjs makes them, and verification keys.",
    "./snarkjs": "The interface of snarkjs 0.7.6, name for name; and the snarkjs that you have, with faster witnesses.",
    "./verify": "Verification alone, in a small bundle.",
    "./witness": "Witnesses from the programs of circom, in a small bundle.",
    "./circuits": "Tools for those who write circuits: which constraints a witness breaks, and why.",
    "./pool": "Many proofs in one process, within one limit of memory.",
    "./queue": "Many proofs on many machines, over BullMQ and Redis.",
    "./gpu": "Sums on a graphics card.",
    "./config": "Defaults for curves that others build.",
    "./bigint": "Fields, groups, pairing and verification on BigInt alone.",
};

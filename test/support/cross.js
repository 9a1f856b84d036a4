/** Shared checks of end-to-end suites: what one engine proves, both verify, and neither accepts a false statement. */
import { expect } from "chai";

/** The same claim with its first public signal off by one. */
const falsified = ([first, ...rest]) => [(BigInt(first) + 1n).toString(), ...rest];

/** Proves on `prover`, then verifies under both engines. */
export async function proveAndCross({ system, zkey, wtns, vkey, publicSignals: expected }, prover, verifiers) {
    const { proof, publicSignals } = await prover.snarkjs(`${system}.prove`, zkey, wtns);
    expect(publicSignals).to.deep.equal(expected);
    for (const verifier of verifiers) await verifyBothWays({ system, vkey, publicSignals, proof }, verifier);
    return proof;
}

/** A true claim verifies, a false one does not. */
export async function verifyBothWays({ system, vkey, publicSignals, proof }, verifier) {
    expect(await verifier.snarkjs(`${system}.verify`, vkey, publicSignals, proof), "true claim").to.equal(true);
    expect(await verifier.snarkjs(`${system}.verify`, vkey, falsified(publicSignals), proof), "false claim").to.equal(
        false,
    );
}

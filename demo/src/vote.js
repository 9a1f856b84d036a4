/**
 * The second sample: a vote by a member of a group that does not say which member it is. Its witness is calculated
 * here, as the circuit test/fixtures/circuits/membership.circom says.
 */
import { fileOf, numberOf, R, WORD_BYTES } from "./witness_file.js";

const ROUNDS = 110, DEPTH = 4;
/** The group: in this sample the page knows the secrets of all, since it makes them of the names. */
export const MEMBERS = Object.freeze([
    "Ada", "Alan", "Barbara", "Claude", "Donald", "Edsger", "Emmy", "Evariste", "Grace", "Joan", "John", "Katherine",
    "Leslie", "Margaret", "Shafi", "Sophie",
]);
export const ANSWERS = Object.freeze(["yes", "no", "abstain"]);

/** A text as one number. @param {string} text @returns {bigint} @throws {RangeError} */
export function wordOf(text) {
    const utf8 = new TextEncoder().encode(text);
    if (utf8.length > WORD_BYTES)
        throw new RangeError(`vote: expected a text of at most ${WORD_BYTES} bytes, got ${utf8.length}`);
    return numberOf(utf8);
}

const fifthOf = (value) => {
    const square = (value * value) % R, fourth = (square * square) % R;
    return { square, fourth, fifth: (fourth * value) % R };
};

/** The wires of a hash, in the order of the circuit: the last fifth power is part of what comes out. */
export function hash(left, right) {
    const squares = [], fourths = [], fifths = [];
    let constant = 0n, state = right;
    for (let k = 0; k < ROUNDS; k++) {
        const { square, fourth, fifth } = fifthOf((left + constant + state) % R);
        squares.push(square);
        fourths.push(fourth);
        fifths.push(fifth);
        state = fifth;
        constant = fifthOf((constant + BigInt(k + 1)) % R).fifth;
    }
    return { out: (state + 2n * left + right) % R, wires: [...squares, ...fourths, ...fifths.slice(0, -1)] };
}

/** All wires. @param {Record<"secret" | "poll" | "vote", bigint> & Record<"sibling" | "side", bigint[]>} inputs */
export function wiresOf({ secret, sibling, side, poll, vote }) {
    const leaf = hash(secret, 0n), mark = hash(secret, poll), steps = [];
    let node = leaf.out;
    sibling.forEach((other, i) => {
        const left = side[i] === 0n ? node : other, up = hash(left, (node + other - left + R) % R);
        steps.push(...(i < DEPTH - 1 ? [up.out] : []), left, ...up.wires); // the last is the root
        node = up.out;
    });
    return [
        1n, node, mark.out, poll, vote, secret, ...sibling, ...side, (vote * vote) % R, leaf.out,
        ...leaf.wires, ...mark.wires, ...steps,
    ];
}

const secretOf = (member) => wordOf(`secret of ${member}`);

/** The inputs of a member. @param {{ member: string, poll: string, answer: string }} choice @throws {RangeError} */
export function inputsOf({ member, poll, answer }) {
    let at = MEMBERS.indexOf(member), level = MEMBERS.map((name) => hash(secretOf(name), 0n).out);
    const sibling = [], side = [];
    for (; level.length > 1; at >>= 1) {
        sibling.push(level[at ^ 1]);
        side.push(BigInt(at & 1));
        level = Array.from({ length: level.length / 2 }, (_, i) => hash(level[2 * i], level[2 * i + 1]).out);
    }
    return { secret: secretOf(member), sibling, side, poll: wordOf(poll), vote: BigInt(ANSWERS.indexOf(answer) + 1) };
}

/** The file that a witness calculator would have written. @param {Parameters<typeof wiresOf>[0]} inputs */
export const voteFile = (inputs) => fileOf(wiresOf(inputs));

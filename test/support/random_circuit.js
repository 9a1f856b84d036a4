/**
 * Random circuits that compute with everything circom has: `<--` takes any expression, so that no constraint limits
 * what is tried. Arrays of constants, a loop over them, a function, and a line of log() in each.
 */

const DIVISIONS = ["/", "\\", "%"];

const BINARY = ["+", "-", "*", "*", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!="];

/**
 * @param {(bound: number) => number} pick - uniform integer
 * @param {() => bigint} number - of the shapes that matter
 */
export function randomCircuit(pick, number, { signals = 60, inputs = 4 } = {}) {
    const constant = () => (pick(3) ? `${BigInt.asUintN(6, number())}` : `${number()}`);
    const operand = (known) => (pick(4) ? `s[${pick(known)}]` : pick(3) ? constant() : `t[${pick(90)}]`);
    const expression = (known) => {
        // one operand is a signal: what has constants alone is computed by the compiler, which refuses some of it
        const signal = () => `s[${pick(known)}]`, a = signal(), b = operand(known);
        switch (pick(16)) {
            case 0: return `-${a}`;
            case 1: return `~${a}`;
            case 2: return `${a} ** ${pick(2) ? `(${b} & 255)` : `${pick(300)}`}`;
            case 3: return `2 ** (${b} & 255)`;
            case 4: return `(${a} > ${b}) && (${b} != ${operand(known)}) ? ${a} : ${b} + 1`;
            case 5: return `(${a} >> ${pick(256)}) & 1`;
            case 6: return `mixed(${a}, ${b})`;
            case 7: return `(!(${a} == ${b})) || (${a} < ${b}) ? 1 : 0`;
            case 8: return `${a} ${DIVISIONS[pick(DIVISIONS.length)]} ${signal()}`;
            case 9: return `${b} ${DIVISIONS[pick(DIVISIONS.length)]} ${a}`;
            case 10: return `${b} ${BINARY[pick(BINARY.length)]} ${a}`;
            default: return `${a} ${BINARY[pick(BINARY.length)]} ${b}`;
        }
    };
    const table = Array.from({ length: 90 }, constant).join(", ");
    const lines = Array.from(
        { length: signals - inputs },
        (_, i) => `    s[${i + inputs}] <-- ${expression(i + inputs)};`,
    );
    return `pragma circom 2.0.0;
function mixed(a, b) {
    var sum = 0, w[16] = [${Array.from({ length: 16 }, constant).join(", ")}];
    for (var i = 0; i < 16; i++) sum += (i & 1) == 0 ? a * w[i] : b - w[i];
    return sum;
}
template Random() {
    signal input in[${inputs}];
    signal s[${signals}];
    signal output out;
    var t[90] = [${table}];
    for (var i = 0; i < ${inputs}; i++) s[i] <== in[i];
${lines.join("\n")}
    log("last", s[${signals - 1}], t[3]);
    out <-- s[${signals - 1}] + s[${signals - 2}];
}
component main = Random();
`;
}

import type { Source } from "../files/source.js";
/**
 * @param {Source} source
 * @returns
 *   {Promise<Readonly<{ kind: string, protocol: string, modulus?: bigint, field?: string, signals?: number,
 *   publicSignals?: number, domainSize?: number, additions?: number, constraints?: number }>>}
 */
export declare function describeZkey(source: Source): Promise<Readonly<{
    kind: string;
    protocol: string;
    modulus?: bigint;
    field?: string;
    signals?: number;
    publicSignals?: number;
    domainSize?: number;
    additions?: number;
    constraints?: number;
}>>;

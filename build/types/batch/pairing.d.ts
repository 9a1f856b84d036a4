import type { PairingCurve, PairingOperations } from "../engine/pairing.js";
/**
 * @param {PairingCurve & PairingOperations & { tm: any, Gt: any }} curve
 */
export declare function pairingProduct(curve: PairingCurve & PairingOperations & {
    tm: any;
    Gt: any;
}): (...operands: Uint8Array[]) => Promise<boolean>;

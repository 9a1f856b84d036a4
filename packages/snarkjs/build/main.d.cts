export * from "ffturbo/snarkjs";
export as namespace snarkjs;

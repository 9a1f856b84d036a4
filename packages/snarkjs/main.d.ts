export * from "./build/types/index.js";
export as namespace snarkjs;

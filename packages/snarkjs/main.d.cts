export * from "./build/types/main.cjs";
export as namespace snarkjs;

export * from "ffturbo/snarkjs";

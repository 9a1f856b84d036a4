import "ffturbo-curves";

export * from "ffturbo/snarkjs";

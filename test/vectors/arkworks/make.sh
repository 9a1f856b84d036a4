#!/bin/sh
# Makes all files of vectors again; needs Rust and its registry. The seed is fixed: the same bytes come out.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=${WORK:-$(mktemp -d)}
mkdir -p "$work/src"
cp "$here/main.rs" "$work/src/main.rs"
mkdir -p "$work/src/bin"
cp "$here/cycles.rs" "$work/src/bin/cycles.rs"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "vectors"
version = "0.0.0"
edition = "2024"
default-run = "vectors"

[dependencies]
ark-bls12-377 = "=0.6.0"
ark-bls12-381 = "=0.6.0"
ark-bn254 = "=0.6.0"
ark-ec = "=0.6.0"
ark-ed-on-bls12-377 = "=0.6.0"
ark-ed-on-bls12-381 = "=0.6.0"
ark-ff = "=0.6.0"
ark-pallas = "=0.6.0"
ark-poly = "=0.6.0"
ark-serialize = "=0.6.0"
ark-vesta = "=0.6.0"
serde_json = "1"
TOML
(cd "$work" && cargo run --quiet -- "$here" && cargo run --quiet --bin cycles -- "$here")

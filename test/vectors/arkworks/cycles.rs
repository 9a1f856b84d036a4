//! Vectors of curves without a pairing from arkworks, one file each, in the folder that is named.
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{LegendreSymbol, PrimeField};
use serde_json::{Value, json};

/// xorshift64*: the same numbers each time, for vectors alone.
struct Rng(u64);
impl Rng {
    fn prime<F: PrimeField>(&mut self) -> F {
        let bytes: Vec<u8> = (0..72)
            .map(|_| {
                self.0 ^= self.0 >> 12;
                self.0 ^= self.0 << 25;
                self.0 ^= self.0 >> 27;
                (self.0.wrapping_mul(0x2545F4914F6CDD1D) >> 56) as u8
            })
            .collect();
        F::from_le_bytes_mod_order(&bytes)
    }
    /// Edges first, then random ones.
    fn numbers<F: PrimeField>(&mut self, n: usize) -> Vec<F> {
        let mut list = vec![F::zero(), F::one(), -F::one(), F::from(2u64).inverse().unwrap()];
        while list.len() < n {
            list.push(self.prime());
        }
        list
    }
}

fn text<F: PrimeField>(a: F) -> String {
    a.into_bigint().to_string()
}

fn field<F: PrimeField>(rng: &mut Rng) -> Value {
    let list: Vec<F> = rng.numbers(12);
    let legendre = |a: F| match a.legendre() {
        LegendreSymbol::Zero => 0,
        LegendreSymbol::QuadraticResidue => 1,
        LegendreSymbol::QuadraticNonResidue => -1,
    };
    let rows: Vec<Value> = (0..list.len())
        .map(|i| {
            let (a, b) = (list[i], list[list.len() - 1 - i]);
            json!({ "a": text(a), "b": text(b), "sum": text(a + b), "difference": text(a - b), "product": text(a * b),
                "square": text(a.square()), "inverse": text(a.inverse().unwrap_or(F::zero())), "legendre": legendre(a) })
        })
        .collect();
    json!(rows)
}

fn point<A: AffineRepr>(p: A) -> Value
where
    A::BaseField: PrimeField,
{
    if p.is_zero() { Value::Null } else { json!([text(p.x().unwrap()), text(p.y().unwrap())]) }
}

fn group<A: AffineRepr>(rng: &mut Rng) -> Value
where
    A::BaseField: PrimeField,
{
    let g = A::generator();
    let draw = |rng: &mut Rng| (g * rng.prime::<A::ScalarField>()).into_affine();
    let zero = A::zero();
    let mut pairs = vec![(g, g), (g, (-g.into_group()).into_affine()), (g, zero), (zero, zero)];
    for _ in 0..2 {
        let (p, q) = (draw(rng), draw(rng));
        pairs.push((p, q));
    }
    let sums: Vec<Value> = pairs
        .into_iter()
        .map(|(p, q)| {
            json!({ "p": point(p), "q": point(q), "sum": point((p.into_group() + q).into_affine()),
                "difference": point((p.into_group() - q).into_affine()), "double": point((p.into_group() + p).into_affine()) })
        })
        .collect();
    let multiples: Vec<Value> = rng
        .numbers::<A::ScalarField>(8)
        .into_iter()
        .map(|k| {
            let p = draw(rng);
            json!({ "p": point(p), "k": text(k), "multiple": point((p * k).into_affine()) })
        })
        .collect();
    let scalars: Vec<A::ScalarField> = rng.numbers(40);
    let points: Vec<A> = scalars.iter().map(|_| draw(rng)).collect();
    let sum = A::Group::msm(&points, &scalars).unwrap().into_affine();
    json!({ "generator": point(g), "sums": sums, "multiples": multiples, "msm": {
        "points": points.into_iter().map(point).collect::<Vec<_>>(),
        "scalars": scalars.into_iter().map(text).collect::<Vec<_>>(), "sum": point(sum) } })
}

fn write<A: AffineRepr>(folder: &str, name: &str)
where
    A::BaseField: PrimeField,
{
    let mut rng = Rng(20250103);
    let out = json!({ "maker": "arkworks", "version": "0.6.0", "license": "MIT OR Apache-2.0",
        "made": "test/vectors/arkworks/make.sh", "curve": name, "F1": field::<A::BaseField>(&mut rng),
        "Fr": field::<A::ScalarField>(&mut rng), "G1": group::<A>(&mut rng) });
    std::fs::write(format!("{folder}/{name}.json"), serde_json::to_string_pretty(&out).unwrap() + "\n").unwrap();
}

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    write::<ark_pallas::Affine>(&folder, "pallas");
    write::<ark_vesta::Affine>(&folder, "vesta");
    write::<ark_ed_on_bls12_377::EdwardsAffine>(&folder, "edwards_bls12");
    write::<ark_ed_on_bls12_381::EdwardsAffine>(&folder, "jubjub");
}

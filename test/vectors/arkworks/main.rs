//! Vectors of all curves from arkworks, one file each, in the folder that is named.
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM, pairing::Pairing};
use ark_ff::{Field, LegendreSymbol, PrimeField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use serde_json::{Value, json};

/// xorshift64*: the same numbers each time, for vectors alone.
struct Rng(u64);
impl Rng {
    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n)
            .map(|_| {
                self.0 ^= self.0 >> 12;
                self.0 ^= self.0 << 25;
                self.0 ^= self.0 >> 27;
                (self.0.wrapping_mul(0x2545F4914F6CDD1D) >> 56) as u8
            })
            .collect()
    }
    fn prime<F: PrimeField>(&mut self) -> F {
        F::from_le_bytes_mod_order(&self.bytes(72))
    }
    fn element<F: Field>(&mut self) -> F {
        let parts: Vec<_> = (0..F::extension_degree()).map(|_| self.prime::<F::BasePrimeField>()).collect();
        F::from_base_prime_field_elems(parts).unwrap()
    }
}

fn text<F: PrimeField>(a: F) -> String {
    a.into_bigint().to_string()
}

/// c0 + c1 u; of it three in Fp6; of those two in Fp12.
fn nested<F: Field>(a: F) -> Value {
    let flat: Vec<Value> = a.to_base_prime_field_elements().map(|c| json!(text(c))).collect();
    let pack = |list: Vec<Value>, n: usize| -> Vec<Value> { list.chunks(n).map(|c| json!(c)).collect() };
    match flat.len() {
        1 => flat[0].clone(),
        2 => json!(flat),
        6 => json!(pack(flat, 2)),
        _ => json!(pack(pack(flat, 2), 3)),
    }
}

fn prime_field<F: PrimeField>(rng: &mut Rng) -> Value {
    let mut list = vec![F::zero(), F::one(), F::from(2u64), -F::one(), F::one() / F::from(2u64)];
    list.extend((0..7).map(|_| rng.prime::<F>()));
    let n = list.len();
    json!((0..n).map(|i| {
        let (x, y) = (list[i], list[n - 1 - i]);
        let square = x.square();
        let legendre = match x.legendre() { LegendreSymbol::Zero => 0, LegendreSymbol::QuadraticResidue => 1, LegendreSymbol::QuadraticNonResidue => -1 };
        json!({ "a": text(x), "b": text(y), "sum": text(x + y), "difference": text(x - y), "product": text(x * y), "inverse": text(x.inverse().unwrap_or(F::zero())), "square": text(square), "root": text(square.sqrt().unwrap()), "legendre": legendre })
    }).collect::<Vec<_>>())
}

fn extension<F: Field>(rng: &mut Rng) -> Value {
    json!((0..4).map(|_| {
        let (a, b) = (rng.element::<F>(), rng.element::<F>());
        json!({ "a": nested(a), "b": nested(b), "product": nested(a * b), "inverse": nested(a.inverse().unwrap()), "square": nested(a.square()), "frobenius1": nested(a.frobenius_map(1)), "frobenius2": nested(a.frobenius_map(2)) })
    }).collect::<Vec<_>>())
}

fn point<A: AffineRepr>(p: A) -> Value {
    p.xy().map_or(Value::Null, |(x, y)| json!([nested(x), nested(y)]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Little-endian encodings are turned round, so that the flags come first.
fn encoding<A: AffineRepr>(p: A, big_endian: bool) -> String {
    let mut bytes = vec![];
    p.serialize_compressed(&mut bytes).unwrap();
    if !big_endian { bytes.reverse(); }
    hex(&bytes)
}

fn group<A: AffineRepr>(rng: &mut Rng, big_endian: bool) -> Value {
    let g = A::generator();
    let mut scalars = vec![A::ScalarField::from(0u64), A::ScalarField::from(1u64), A::ScalarField::from(2u64), -A::ScalarField::from(1u64)];
    scalars.extend((0..6).map(|_| rng.prime::<A::ScalarField>()));
    json!((0..scalars.len()).map(|i| {
        let (s, t) = (scalars[i], scalars[(i * 3 + 1) % scalars.len()]);
        let (p, q) = ((g * s).into_affine(), (g * t).into_affine());
        json!({ "scalar": text(s), "p": point(p), "q": point(q), "sum": point((p + q).into_affine()), "double": point((p + p).into_affine()), "factor": text(t), "multiple": point((p * t).into_affine()), "compressed": encoding(p, big_endian) })
    }).collect::<Vec<_>>())
}

fn pairings<E: Pairing>(rng: &mut Rng) -> Value {
    json!((0..3).map(|i| {
        let draw = |rng: &mut Rng| if i == 0 { E::ScalarField::from(1u64) } else { rng.prime::<E::ScalarField>() };
        let p = (E::G1::generator() * draw(rng)).into_affine();
        let q = (E::G2::generator() * draw(rng)).into_affine();
        json!({ "p": point(p), "q": point(q), "value": nested(E::pairing(p, q).0) })
    }).collect::<Vec<_>>())
}

fn transform<F: PrimeField>(rng: &mut Rng) -> Value where F: ark_ff::FftField {
    let domain = Radix2EvaluationDomain::<F>::new(32).unwrap();
    let input: Vec<F> = (0..32).map(|_| rng.prime()).collect();
    let output = domain.fft(&input);
    json!({ "root": text(domain.group_gen()), "input": input.into_iter().map(text).collect::<Vec<_>>(), "output": output.into_iter().map(text).collect::<Vec<_>>() })
}

fn msm<E: Pairing>(rng: &mut Rng) -> Value {
    let mut logs: Vec<E::ScalarField> = (0..40).map(|_| rng.prime()).collect();
    let mut scalars: Vec<E::ScalarField> = (0..40).map(|_| rng.prime()).collect();
    for i in [3, 17] { logs[i] = E::ScalarField::from(0u64); }
    for i in [5, 6, 20] { scalars[i] = E::ScalarField::from((i % 2) as u64); }
    let ones: Vec<E::G1Affine> = logs.iter().map(|s| (E::G1::generator() * s).into_affine()).collect();
    let twos: Vec<E::G2Affine> = logs.iter().map(|s| (E::G2::generator() * s).into_affine()).collect();
    let sum1 = E::G1::msm(&ones, &scalars).unwrap().into_affine();
    let sum2 = E::G2::msm(&twos, &scalars).unwrap().into_affine();
    json!({ "logarithms": logs.into_iter().map(text).collect::<Vec<_>>(), "scalars": scalars.into_iter().map(text).collect::<Vec<_>>(), "G1": point(sum1), "G2": point(sum2) })
}

macro_rules! vectors {
    ($curve:ident, $engine:ident, $name:literal, $big_endian:literal, $folder:expr) => {{
        use $curve::{$engine, Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G2Affine};
        let rng = &mut Rng(20250102);
        let mut subgroup: Vec<Value> = (1u64..).filter_map(|i| G2Affine::get_point_from_x_unchecked(Fq2::new(Fq::from(i), Fq::from(1u64)), i % 2 == 0))
            .take(6).map(|p| json!({ "p": point(p), "onCurve": p.is_on_curve(), "inSubgroup": p.is_in_correct_subgroup_assuming_on_curve() })).collect();
        for i in 3u64..6 {
            let p = (G2Affine::generator() * Fr::from(i * 7654321)).into_affine();
            subgroup.push(json!({ "p": point(p), "onCurve": p.is_on_curve(), "inSubgroup": p.is_in_correct_subgroup_assuming_on_curve() }));
        }
        let all = json!({
            "curve": $name, "maker": "arkworks", "version": "0.6.0", "license": "MIT OR Apache-2.0", "made": "test/vectors/arkworks/make.sh",
            "fields": { "F1": prime_field::<Fq>(rng), "Fr": prime_field::<Fr>(rng) },
            "tower": { "F2": extension::<Fq2>(rng), "F6": extension::<Fq6>(rng), "F12": extension::<Fq12>(rng) },
            "groups": { "G1": group::<G1Affine>(rng, $big_endian), "G2": group::<G2Affine>(rng, $big_endian) },
            "subgroup": subgroup, "pairings": pairings::<$engine>(rng), "fft": transform::<Fr>(rng), "msm": msm::<$engine>(rng),
        });
        std::fs::write(format!("{}/{}.json", $folder, $name), serde_json::to_string_pretty(&all).unwrap() + "\n").unwrap();
    }};
}

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    vectors!(ark_bn254, Bn254, "bn254", false, folder);
    vectors!(ark_bls12_377, Bls12_377, "bls12-377", false, folder);
    vectors!(ark_bls12_381, Bls12_381, "bls12-381", true, folder);
}

// Vectors of bn254 from gnark-crypto, as JSON on standard output. make.sh puts the other curve into the imports.
package main

import (
	"encoding/hex"
	"encoding/json"
	"math/big"
	"math/rand"
	"os"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
)

type record = map[string]any

var rng = rand.New(rand.NewSource(20250101))

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// numbers below the modulus: edges first, then random ones.
func numbers(modulus *big.Int, n int) []*big.Int {
	one := big.NewInt(1)
	list := []*big.Int{big.NewInt(0), one, big.NewInt(2), new(big.Int).Sub(modulus, one), new(big.Int).Rsh(modulus, 1)}
	for len(list) < n {
		list = append(list, new(big.Int).Rand(rng, modulus))
	}
	return list[:n]
}

func fpOf(b *big.Int) (e fp.Element) { e.SetBigInt(b); return }
func frOf(b *big.Int) (e fr.Element) { e.SetBigInt(b); return }
func text(b *big.Int) string         { return b.String() }

func randomFp() fp.Element { return fpOf(new(big.Int).Rand(rng, fp.Modulus())) }
func randomE2() curve.E2    { return curve.E2{A0: randomFp(), A1: randomFp()} }
func randomE6() curve.E6    { return curve.E6{B0: randomE2(), B1: randomE2(), B2: randomE2()} }
func randomE12() curve.E12  { return curve.E12{C0: randomE6(), C1: randomE6()} }

func e2(a curve.E2) []string     { return []string{big0(a.A0), big0(a.A1)} }
func e6(a curve.E6) [][]string   { return [][]string{e2(a.B0), e2(a.B1), e2(a.B2)} }
func e12(a curve.E12) any        { return [][][]string{e6(a.C0), e6(a.C1)} }
func big0(a fp.Element) string   { var b big.Int; return a.BigInt(&b).String() }
func bigR(a fr.Element) string   { var b big.Int; return a.BigInt(&b).String() }

func fields() record {
	out := record{}
	p := []record{}
	a, b := numbers(fp.Modulus(), 12), numbers(fp.Modulus(), 12)
	for i := range a {
		x, y := fpOf(a[i]), fpOf(b[len(b)-1-i])
		var sum, difference, product, inverse, square, root fp.Element
		sum.Add(&x, &y)
		difference.Sub(&x, &y)
		product.Mul(&x, &y)
		inverse.Inverse(&x)
		square.Square(&x)
		root.Sqrt(&square)
		words := []string{}
		for _, word := range x {
			words = append(words, new(big.Int).SetUint64(word).String())
		}
		p = append(p, record{"a": big0(x), "b": big0(y), "sum": big0(sum), "difference": big0(difference), "product": big0(product), "inverse": big0(inverse), "square": big0(square), "root": big0(root), "legendre": x.Legendre(), "montgomery": words})
	}
	out["F1"] = p
	r := []record{}
	a, b = numbers(fr.Modulus(), 12), numbers(fr.Modulus(), 12)
	for i := range a {
		x, y := frOf(a[i]), frOf(b[len(b)-1-i])
		var sum, difference, product, inverse, square, root fr.Element
		sum.Add(&x, &y)
		difference.Sub(&x, &y)
		product.Mul(&x, &y)
		inverse.Inverse(&x)
		square.Square(&x)
		root.Sqrt(&square)
		words := []string{}
		for _, word := range x {
			words = append(words, new(big.Int).SetUint64(word).String())
		}
		r = append(r, record{"a": bigR(x), "b": bigR(y), "sum": bigR(sum), "difference": bigR(difference), "product": bigR(product), "inverse": bigR(inverse), "square": bigR(square), "root": bigR(root), "legendre": x.Legendre(), "montgomery": words})
	}
	out["Fr"] = r
	return out
}

func tower() record {
	out := record{}
	two, six, twelve := []record{}, []record{}, []record{}
	for i := 0; i < 6; i++ {
		a, b := randomE2(), randomE2()
		var product, inverse, square, conjugate curve.E2
		product.Mul(&a, &b)
		inverse.Inverse(&a)
		square.Square(&a)
		conjugate.Conjugate(&a)
		two = append(two, record{"a": e2(a), "b": e2(b), "product": e2(product), "inverse": e2(inverse), "square": e2(square), "conjugate": e2(conjugate)})
		c, d := randomE6(), randomE6()
		var product6, inverse6, square6 curve.E6
		product6.Mul(&c, &d)
		inverse6.Inverse(&c)
		square6.Square(&c)
		six = append(six, record{"a": e6(c), "b": e6(d), "product": e6(product6), "inverse": e6(inverse6), "square": e6(square6)})
		e, f := randomE12(), randomE12()
		var product12, inverse12, square12, conjugate12, frobenius, frobenius2, frobenius3 curve.E12
		product12.Mul(&e, &f)
		inverse12.Inverse(&e)
		square12.Square(&e)
		conjugate12.Conjugate(&e)
		frobenius.Frobenius(&e)
		frobenius2.FrobeniusSquare(&e)
		frobenius3.Frobenius(&frobenius2)
		twelve = append(twelve, record{"a": e12(e), "b": e12(f), "product": e12(product12), "inverse": e12(inverse12), "square": e12(square12), "conjugate": e12(conjugate12), "frobenius1": e12(frobenius), "frobenius2": e12(frobenius2), "frobenius3": e12(frobenius3)})
	}
	out["F2"], out["F6"], out["F12"] = two, six, twelve
	return out
}

func g1(p *curve.G1Affine) any {
	if p.IsInfinity() {
		return nil
	}
	return []string{big0(p.X), big0(p.Y)}
}

func g2(p *curve.G2Affine) any {
	if p.IsInfinity() {
		return nil
	}
	return [][]string{e2(p.X), e2(p.Y)}
}

func encodings1(p *curve.G1Affine) (string, string) {
	c, u := p.Bytes(), p.RawBytes()
	return hex.EncodeToString(c[:]), hex.EncodeToString(u[:])
}

func encodings2(p *curve.G2Affine) (string, string) {
	c, u := p.Bytes(), p.RawBytes()
	return hex.EncodeToString(c[:]), hex.EncodeToString(u[:])
}

func groups() record {
	_, _, gen1, gen2 := curve.Generators()
	one, two := []record{}, []record{}
	scalars := numbers(fr.Modulus(), 12)
	scalars = append(scalars, new(big.Int).Set(fr.Modulus()))
	for i, s := range scalars {
		t := scalars[(i*5+3)%len(scalars)]
		var p, q, sum, double, multiple curve.G1Affine
		p.ScalarMultiplication(&gen1, s)
		q.ScalarMultiplication(&gen1, t)
		sum.Add(&p, &q)
		double.Double(&p)
		multiple.ScalarMultiplication(&p, t)
		c, u := encodings1(&p)
		one = append(one, record{"scalar": text(s), "p": g1(&p), "q": g1(&q), "sum": g1(&sum), "double": g1(&double), "factor": text(t), "multiple": g1(&multiple), "compressed": c, "uncompressed": u})
		var p2, q2, sum2, double2, multiple2 curve.G2Affine
		p2.ScalarMultiplication(&gen2, s)
		q2.ScalarMultiplication(&gen2, t)
		sum2.Add(&p2, &q2)
		double2.Double(&p2)
		multiple2.ScalarMultiplication(&p2, t)
		c, u = encodings2(&p2)
		two = append(two, record{"scalar": text(s), "p": g2(&p2), "q": g2(&q2), "sum": g2(&sum2), "double": g2(&double2), "factor": text(t), "multiple": g2(&multiple2), "compressed": c, "uncompressed": u})
	}
	return record{"G1": one, "G2": two}
}

// subgroup: points of the twist with x = 1 + u, 2 + u, ..., and whether gnark finds them in the subgroup.
func subgroup() []record {
	_, _, _, gen2 := curve.Generators()
	var b, x3 curve.E2
	x3.Square(&gen2.X)
	x3.Mul(&x3, &gen2.X)
	b.Square(&gen2.Y)
	b.Sub(&b, &x3)
	out := []record{}
	for i := int64(1); len(out) < 8; i++ {
		var p curve.G2Affine
		p.X = curve.E2{A0: fpOf(big.NewInt(i)), A1: fpOf(big.NewInt(1))}
		var right curve.E2
		right.Square(&p.X)
		right.Mul(&right, &p.X)
		right.Add(&right, &b)
		if right.Legendre() != 1 {
			continue
		}
		p.Y.Sqrt(&right)
		out = append(out, record{"p": g2(&p), "onCurve": p.IsOnCurve(), "inSubgroup": p.IsInSubGroup()})
	}
	for i := int64(3); i < 6; i++ {
		var p curve.G2Affine
		p.ScalarMultiplication(&gen2, big.NewInt(i*1234567))
		out = append(out, record{"p": g2(&p), "onCurve": p.IsOnCurve(), "inSubgroup": p.IsInSubGroup()})
	}
	return out
}

func pairings() []record {
	_, _, gen1, gen2 := curve.Generators()
	out := []record{}
	for i := 0; i < 4; i++ {
		s, t := big.NewInt(1), big.NewInt(1)
		if i > 0 {
			s, t = new(big.Int).Rand(rng, fr.Modulus()), new(big.Int).Rand(rng, fr.Modulus())
		}
		var p curve.G1Affine
		var q curve.G2Affine
		p.ScalarMultiplication(&gen1, s)
		q.ScalarMultiplication(&gen2, t)
		value, err := curve.Pair([]curve.G1Affine{p}, []curve.G2Affine{q})
		check(err)
		out = append(out, record{"p": g1(&p), "q": g2(&q), "value": e12(value)})
	}
	return out
}

func transform() record {
	const n = 32
	domain := fft.NewDomain(n)
	input := make([]fr.Element, n)
	shown := []string{}
	for i := range input {
		input[i] = frOf(new(big.Int).Rand(rng, fr.Modulus()))
		shown = append(shown, bigR(input[i]))
	}
	domain.FFT(input, fft.DIF)
	output := make([]string, n)
	for i := range input { // decimation in frequency leaves bit-reversed order
		reversed := 0
		for bit := 1; bit < n; bit <<= 1 {
			reversed <<= 1
			if i&bit != 0 {
				reversed |= 1
			}
		}
		output[reversed] = bigR(input[i])
	}
	return record{"root": bigR(domain.Generator), "input": shown, "output": output}
}

func msm() record {
	_, _, gen1, gen2 := curve.Generators()
	const n = 40
	ones, twos, scalars := make([]curve.G1Affine, n), make([]curve.G2Affine, n), make([]fr.Element, n)
	logs, shown := []string{}, []string{}
	for i := 0; i < n; i++ {
		s := new(big.Int).Rand(rng, fr.Modulus())
		if i%8 == 7 {
			s = big.NewInt(int64(i % 16 / 8))
		}
		log := new(big.Int).Rand(rng, fr.Modulus())
		if i%10 == 9 {
			log = big.NewInt(0)
		}
		scalars[i] = frOf(s)
		ones[i].ScalarMultiplication(&gen1, log)
		twos[i].ScalarMultiplication(&gen2, log)
		logs, shown = append(logs, text(log)), append(shown, text(s))
	}
	var sum1 curve.G1Affine
	var sum2 curve.G2Affine
	_, err := sum1.MultiExp(ones, scalars, ecc.MultiExpConfig{})
	check(err)
	_, err = sum2.MultiExp(twos, scalars, ecc.MultiExpConfig{})
	check(err)
	return record{"logarithms": logs, "scalars": shown, "G1": g1(&sum1), "G2": g2(&sum2)}
}

func main() {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	check(encoder.Encode(record{
		"curve": "bn254", "maker": "gnark-crypto", "version": "0.22.0", "license": "Apache-2.0", "made": "test/vectors/gnark/make.sh",
		"fields": fields(), "tower": tower(), "groups": groups(), "subgroup": subgroup(), "pairings": pairings(), "fft": transform(), "msm": msm(),
	}))
}

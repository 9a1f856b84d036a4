// Vectors of grumpkin and of the field goldilocks from gnark-crypto, as JSON on standard output.
package main

import (
	"encoding/json"
	"math/big"
	"math/rand"
	"os"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/grumpkin"
	"github.com/consensys/gnark-crypto/ecc/grumpkin/fp"
	"github.com/consensys/gnark-crypto/ecc/grumpkin/fr"
	"github.com/consensys/gnark-crypto/field/goldilocks"
)

type record = map[string]any

var rng = rand.New(rand.NewSource(20250102))

// numbers below the modulus: edges first, then random ones.
func numbers(modulus *big.Int, n int) []*big.Int {
	one := big.NewInt(1)
	list := []*big.Int{big.NewInt(0), one, new(big.Int).Sub(modulus, one), new(big.Int).Rsh(modulus, 1)}
	for len(list) < n {
		list = append(list, new(big.Int).Rand(rng, modulus))
	}
	return list[:n]
}

// element is what the three fields have in common.
type element[T any] interface {
	*T
	SetBigInt(*big.Int) *T
	BigInt(*big.Int) *big.Int
	Add(x, y *T) *T
	Sub(x, y *T) *T
	Mul(x, y *T) *T
	Square(x *T) *T
	Inverse(x *T) *T
	Legendre() int
}

func rows[T any, E element[T]](modulus *big.Int) []record {
	out := []record{}
	list := numbers(modulus, 12)
	show := func(e T) string { var b big.Int; return E(&e).BigInt(&b).String() }
	for i := range list {
		var a, b, sum, difference, product, square, inverse T
		E(&a).SetBigInt(list[i])
		E(&b).SetBigInt(list[len(list)-1-i])
		E(&sum).Add(&a, &b)
		E(&difference).Sub(&a, &b)
		E(&product).Mul(&a, &b)
		E(&square).Square(&a)
		E(&inverse).Inverse(&a)
		out = append(out, record{"a": show(a), "b": show(b), "sum": show(sum), "difference": show(difference),
			"product": show(product), "square": show(square), "inverse": show(inverse), "legendre": E(&a).Legendre()})
	}
	return out
}

func point(p curve.G1Affine) any {
	if p.IsInfinity() {
		return nil
	}
	return []string{p.X.BigInt(new(big.Int)).String(), p.Y.BigInt(new(big.Int)).String()}
}

func group() record {
	_, g := curve.Generators()
	draw := func() (p curve.G1Affine) { p.ScalarMultiplication(&g, new(big.Int).Rand(rng, fr.Modulus())); return }
	sums, multiples := []record{}, []record{}
	var zero, minus curve.G1Affine
	minus.Neg(&g)
	for _, pair := range [][2]curve.G1Affine{{g, g}, {g, minus}, {g, zero}, {zero, zero}, {draw(), draw()}, {draw(), draw()}} {
		var sum, difference, double curve.G1Affine
		sum.Add(&pair[0], &pair[1])
		difference.Sub(&pair[0], &pair[1])
		double.Double(&pair[0])
		sums = append(sums, record{"p": point(pair[0]), "q": point(pair[1]), "sum": point(sum), "difference": point(difference), "double": point(double)})
	}
	for _, k := range numbers(fr.Modulus(), 8) {
		p := draw()
		var multiple curve.G1Affine
		multiple.ScalarMultiplication(&p, k)
		multiples = append(multiples, record{"p": point(p), "k": k.String(), "multiple": point(multiple)})
	}
	points, scalars := []curve.G1Affine{}, []fr.Element{}
	shownPoints, shownScalars := []any{}, []string{}
	for _, k := range numbers(fr.Modulus(), 40) {
		var s fr.Element
		s.SetBigInt(k)
		points, scalars = append(points, draw()), append(scalars, s)
		shownPoints, shownScalars = append(shownPoints, point(points[len(points)-1])), append(shownScalars, k.String())
	}
	var sum curve.G1Affine
	if _, err := sum.MultiExp(points, scalars, ecc.MultiExpConfig{}); err != nil {
		panic(err)
	}
	return record{"generator": point(g), "sums": sums, "multiples": multiples,
		"msm": record{"points": shownPoints, "scalars": shownScalars, "sum": point(sum)}}
}

func write(name string, out record) {
	for key, value := range (record{"maker": "gnark-crypto", "version": "0.22.0", "license": "Apache-2.0", "made": "test/vectors/gnark/make.sh", "curve": name}) {
		out[key] = value
	}
	file, err := os.Create(name + ".json")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	encoder := json.NewEncoder(file)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(out); err != nil {
		panic(err)
	}
}

func main() {
	write("grumpkin", record{"F1": rows[fp.Element](fp.Modulus()), "Fr": rows[fr.Element](fr.Modulus()), "G1": group()})
	write("goldilocks", record{"Fr": rows[goldilocks.Element](goldilocks.Modulus())})
}

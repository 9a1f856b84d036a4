// Times gnark-crypto's multi-scalar multiplication on one task: the native anchor of `npm run bench -- msm`.
//
//	go run . [-log 16] [-rounds 7]
//
// Points are multiples of the generator, scalars uniform. Before anything is timed, the sum is compared with the
// generator times the inner product. Wall and processor time of the best round are printed: on a shared machine the
// second is the one to compare.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/big"
	"runtime"
	"syscall"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	blsfr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bn "github.com/consensys/gnark-crypto/ecc/bn254"
	bnfr "github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

var one = ecc.MultiExpConfig{NbTasks: 1}

func main() {
	size := flag.Int("log", 16, "log2 of the number of points")
	rounds := flag.Int("rounds", 7, "rounds, the best counts")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	n := 1 << *size
	fmt.Printf("%s %s/%s, 2^%d points, one task, best of %d\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, *size, *rounds)

	for name, run := range map[string]func(int) (func() error, error){
		"bn254 G1": bnG1, "bn254 G2": bnG2, "bls12-381 G1": blsG1, "bls12-381 G2": blsG2,
	} {
		sum, err := run(n)
		if err != nil {
			log.Fatalf("%s: %v", name, err)
		}
		wall, cpu := best(*rounds, sum)
		fmt.Printf("%-13s %8.1f ms wall %8.1f ms processor\n", name, wall, cpu)
	}
}

// best is the shortest wall time and the shortest processor time, in milliseconds.
func best(rounds int, run func() error) (float64, float64) {
	wall, cpu := 1e300, 1e300
	for i := 0; i < rounds; i++ {
		w, c := time.Now(), processor()
		if err := run(); err != nil {
			log.Fatal(err)
		}
		wall = min(wall, float64(time.Since(w).Nanoseconds())/1e6)
		cpu = min(cpu, processor()-c)
	}
	return wall, cpu
}

// processor is the time this process has used, in milliseconds.
func processor() float64 {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		log.Fatal(err)
	}
	return float64(use.Utime.Nano()+use.Stime.Nano()) / 1e6
}

// bnScalars returns n scalars, n factors and their inner product.
func bnScalars(n int) (scalars, factors []bnfr.Element, inner big.Int) {
	scalars, factors = make([]bnfr.Element, n), make([]bnfr.Element, n)
	var sum, t bnfr.Element
	for i := range scalars {
		scalars[i].MustSetRandom()
		factors[i].MustSetRandom()
		sum.Add(&sum, t.Mul(&scalars[i], &factors[i]))
	}
	sum.BigInt(&inner)
	return
}

// blsScalars is bnScalars for BLS12-381.
func blsScalars(n int) (scalars, factors []blsfr.Element, inner big.Int) {
	scalars, factors = make([]blsfr.Element, n), make([]blsfr.Element, n)
	var sum, t blsfr.Element
	for i := range scalars {
		scalars[i].MustSetRandom()
		factors[i].MustSetRandom()
		sum.Add(&sum, t.Mul(&scalars[i], &factors[i]))
	}
	sum.BigInt(&inner)
	return
}

// checked runs once and compares.
func checked(run func() error, equal func() bool) (func() error, error) {
	if err := run(); err != nil {
		return nil, err
	}
	if !equal() {
		return nil, fmt.Errorf("expected the generator times the inner product, got another point")
	}
	return run, nil
}

func bnG1(n int) (func() error, error) {
	scalars, factors, inner := bnScalars(n)
	_, _, g, _ := bn.Generators()
	points := bn.BatchScalarMultiplicationG1(&g, factors)
	var got, want bn.G1Affine
	want.ScalarMultiplication(&g, &inner)
	return checked(func() error { _, err := got.MultiExp(points, scalars, one); return err }, func() bool { return got.Equal(&want) })
}

func bnG2(n int) (func() error, error) {
	scalars, factors, inner := bnScalars(n)
	_, _, _, g := bn.Generators()
	points := bn.BatchScalarMultiplicationG2(&g, factors)
	var got, want bn.G2Affine
	want.ScalarMultiplication(&g, &inner)
	return checked(func() error { _, err := got.MultiExp(points, scalars, one); return err }, func() bool { return got.Equal(&want) })
}

func blsG1(n int) (func() error, error) {
	scalars, factors, inner := blsScalars(n)
	_, _, g, _ := bls.Generators()
	points := bls.BatchScalarMultiplicationG1(&g, factors)
	var got, want bls.G1Affine
	want.ScalarMultiplication(&g, &inner)
	return checked(func() error { _, err := got.MultiExp(points, scalars, one); return err }, func() bool { return got.Equal(&want) })
}

func blsG2(n int) (func() error, error) {
	scalars, factors, inner := blsScalars(n)
	_, _, _, g := bls.Generators()
	points := bls.BatchScalarMultiplicationG2(&g, factors)
	var got, want bls.G2Affine
	want.ScalarMultiplication(&g, &inner)
	return checked(func() error { _, err := got.MultiExp(points, scalars, one); return err }, func() bool { return got.Equal(&want) })
}

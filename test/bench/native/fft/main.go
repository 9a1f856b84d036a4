// The outer anchor of the FFT suite: gnark-crypto's transform over Fr of bn254, on one task.
//
//	go run . [log2 of the size] [rounds]
package main

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"time"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
)

func argument(i, otherwise int) int {
	if len(os.Args) <= i {
		return otherwise
	}
	value, err := strconv.Atoi(os.Args[i])
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	runtime.GOMAXPROCS(1)
	bits, rounds := argument(1, 16), argument(2, 31)
	domain := fft.NewDomain(uint64(1) << bits)
	values := make([]fr.Element, 1<<bits)
	for i := range values {
		values[i].SetUint64(uint64(i)*0x9e3779b97f4a7c15 + 1)
	}
	times := make([]time.Duration, rounds)
	for i := range times {
		start := time.Now()
		domain.FFT(values, fft.DIF, fft.WithNbTasks(1))
		fft.BitReverse(values) // natural order, as ours
		times[i] = time.Since(start)
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	fmt.Printf("gnark-crypto fft of 2^%d: minimum %v, median %v of %d\n", bits, times[0], times[rounds/2], rounds)
}

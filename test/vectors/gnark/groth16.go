// A Groth16 proof on bls12-377 from gnark, in the JSON of snarkjs, on standard output: x^3 + x + 5 = y for a secret x,
// with y and y + 1 public. Setup and proof are random: each run gives another proof.
package main

import (
	"encoding/json"
	"os"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark/backend/groth16"
	own "github.com/consensys/gnark/backend/groth16/bls12-377"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/logger"
)

type circuit struct {
	X    frontend.Variable
	Y    frontend.Variable `gnark:",public"`
	Next frontend.Variable `gnark:",public"`
}

func (c *circuit) Define(api frontend.API) error {
	cube := api.Mul(c.X, c.X, c.X)
	api.AssertIsEqual(c.Y, api.Add(cube, c.X, 5))
	api.AssertIsEqual(c.Next, api.Add(c.Y, 1))
	return nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func g1(p curve.G1Affine) []string { return []string{p.X.String(), p.Y.String(), "1"} }
func g2(p curve.G2Affine) [][]string {
	return [][]string{{p.X.A0.String(), p.X.A1.String()}, {p.Y.A0.String(), p.Y.A1.String()}, {"1", "0"}}
}

func main() {
	logger.Disable() // it writes to standard output
	compiled, err := frontend.Compile(ecc.BLS12_377.ScalarField(), r1cs.NewBuilder, &circuit{})
	check(err)
	pk, vk, err := groth16.Setup(compiled)
	check(err)
	full, err := frontend.NewWitness(&circuit{X: 3, Y: 35, Next: 36}, ecc.BLS12_377.ScalarField())
	check(err)
	public, err := full.Public()
	check(err)
	proof, err := groth16.Prove(compiled, pk, full)
	check(err)
	check(groth16.Verify(proof, vk, public))
	key, made := vk.(*own.VerifyingKey), proof.(*own.Proof)
	ic := [][]string{}
	for _, p := range key.G1.K {
		ic = append(ic, g1(p))
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	check(encoder.Encode(map[string]any{
		"maker": "gnark", "version": "0.14.0", "license": "Apache-2.0", "made": "test/vectors/gnark/make.sh",
		"publicSignals": []string{"35", "36"},
		"proof": map[string]any{"protocol": "groth16", "curve": "bls12377", "pi_a": g1(made.Ar), "pi_b": g2(made.Bs), "pi_c": g1(made.Krs)},
		"vkey": map[string]any{
			"protocol": "groth16", "curve": "bls12377", "nPublic": 2, "IC": ic, "vk_alpha_1": g1(key.G1.Alpha),
			"vk_beta_2": g2(key.G2.Beta), "vk_gamma_2": g2(key.G2.Gamma), "vk_delta_2": g2(key.G2.Delta),
		},
	}))
}

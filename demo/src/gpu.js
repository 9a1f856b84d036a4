/** The page that measures the GPU: `npx ffturbo bench --gpu` in a browser. */
import "../../src/curves/on_demand/bls12377.js";
import "../../packages/curves/src/edwards_bls12.js";
import "../../packages/curves/src/jubjub.js";
import { measureGpu } from "../../packages/gpu/src/bench.js";
import { $ } from "./dom.js";
import { openTheme } from "./theme.js";

async function measure() {
    const log = $("log"), told = (text) => { log.textContent += `${text}\n`; };
    const { version } = document.documentElement.dataset, machine = navigator.userAgent;
    $("measure").disabled = true;
    log.textContent = "";
    try {
        const all = await measureGpu({ told }, new AbortController().signal);
        $("result").value = JSON.stringify({ version, machine, ...all });
    } catch (error) {
        told(String(error?.message ?? error));
    } finally {
        $("measure").disabled = false;
    }
}

openTheme();
$("measure").addEventListener("click", measure);

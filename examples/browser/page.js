/** A page that proves: files in, bars while it works, the proof and a chart of its phases out. */
import { fullProve, prove, zkeyInfo } from "ffturbo/groth16";

const $ = (id) => document.getElementById(id);
/** By what each file is called: zkey, wtns, wasm, json. */
const chosen = {};
let running;

function make(name, properties, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
}

function choose(files) {
    for (const file of files) chosen[file.name.split(".").at(-1).toLowerCase()] = file;
    $("chosen").textContent = Object.values(chosen).map(({ name, size }) => `${name} (${(size / 2 ** 20).toFixed(1)} MiB)`).join(", ");
    $("prove").disabled = !(chosen.zkey && (chosen.wtns || (chosen.wasm && chosen.json)));
}

/** @returns {(report: { phase: string, done: number, total: number }) => void} */
function openBars() {
    $("phases").replaceChildren();
    const bars = new Map();
    return ({ phase, done, total }) => {
        if (!bars.has(phase)) {
            const bar = make("progress", { max: 1, value: 0, ariaLabel: phase }), share = make("span");
            $("phases").append(make("span", { textContent: phase }), bar, share);
            bars.set(phase, { bar, share });
        }
        const { bar, share } = bars.get(phase), part = total === 0 ? 1 : done / total;
        bar.value = part;
        share.textContent = `${Math.floor(100 * part)} %`;
    };
}

/** When each phase ran, on one line of time. */
function draw(timings) {
    const end = Math.max(...timings.map((timing) => timing.end));
    $("chart").replaceChildren(...timings.flatMap((timing) => {
        const bar = make("div", { className: "bar", title: `${timing.start.toFixed(0)} to ${timing.end.toFixed(0)} ms` });
        bar.style.left = `${(100 * timing.start) / end}%`;
        bar.style.width = `${(100 * (timing.end - timing.start)) / end}%`;
        return [make("span", { textContent: `${timing.phase} ${(timing.end - timing.start).toFixed(0)} ms` }), make("div", { className: "track" }, bar)];
    }));
}

async function start() {
    running = new AbortController();
    $("prove").disabled = true;
    $("stop").disabled = false;
    $("message").removeAttribute("role");
    $("message").textContent = "proving";
    $("proof").textContent = "";
    $("chart").replaceChildren();
    const options = { check: true, timings: true, signal: running.signal, onProgress: openBars() };
    try {
        const { curve, constraints, threads } = await zkeyInfo(chosen.zkey);
        $("engine").textContent = `${curve}, ${constraints ?? "?"} constraints, up to ${threads} threads`;
        const started = performance.now();
        const result = chosen.wtns ? await prove(chosen.zkey, chosen.wtns, options) : await fullProve(JSON.parse(await chosen.json.text()), chosen.wasm, chosen.zkey, options);
        const { proof, publicSignals, timings, engine } = result;
        $("engine").textContent = `${curve}, ${constraints ?? "?"} constraints, ${engine.threads} threads, tier ${engine.tier}`;
        $("message").textContent = `proved in ${((performance.now() - started) / 1000).toFixed(2)} s; the proof verifies`;
        $("proof").textContent = JSON.stringify({ proof, publicSignals }, null, 1);
        draw(timings);
    } catch (error) {
        $("message").role = "alert";
        $("message").textContent = running.signal.aborted ? "stopped" : error.message;
    } finally {
        $("stop").disabled = true;
        choose([]);
    }
}

$("files").addEventListener("change", (event) => choose(event.target.files));
$("prove").addEventListener("click", start);
$("stop").addEventListener("click", () => running.abort());
$("drop").addEventListener("dragover", (event) => { event.preventDefault(); $("drop").classList.add("over"); });
$("drop").addEventListener("dragleave", () => $("drop").classList.remove("over"));
$("drop").addEventListener("drop", (event) => {
    event.preventDefault();
    $("drop").classList.remove("over");
    choose(event.dataTransfer.files);
});

/** What the page can know of the machine. */
import { showFacts } from "./dom.js";

const BROWSERS = [["Edg", "Edge"], ["Firefox", "Firefox"], ["Chrome", "Chrome"], ["Version", "Safari"]];

function browser() {
    for (const [token, name] of BROWSERS) {
        const found = new RegExp(`${token}/(\\d+)`).exec(navigator.userAgent);
        if (found) return `${name} ${found[1]}`;
    }
    return "unknown";
}

/** @param {{ tier: string, threads: number }} [engine] - what the last proof ran on */
export function showMachine(engine) {
    const { deviceMemory, hardwareConcurrency, platform } = navigator;
    showFacts("machine", [
        ["Browser", browser()],
        ["System", platform || "unknown"],
        ["Threads", String(hardwareConcurrency ?? "unknown")],
        ["Memory", deviceMemory ? `${deviceMemory} GB or more` : "not told"],
        ["Shared between workers", globalThis.crossOriginIsolated ? "yes" : "no, copied"],
        ["Engine tier", engine?.tier ?? "known after a proof"],
    ]);
}

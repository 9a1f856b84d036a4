/** Light, dark, or as the system says; remembered where the browser allows it. */
import { $ } from "./dom.js";

const KEY = "ffturbo-theme";

function remembered() {
    try {
        return localStorage.getItem(KEY) ?? "auto";
    } catch {
        return "auto";
    }
}

function apply(theme) {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
}

export function openTheme() {
    $("theme").value = remembered();
    apply($("theme").value);
    $("theme").addEventListener("change", ({ target }) => {
        apply(target.value);
        try {
            localStorage.setItem(KEY, target.value);
        } catch { /* for this visit only */ }
    });
}

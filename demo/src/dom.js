/** The page's elements, made and found. */

/** @param {string} id @returns {HTMLElement} */
export const $ = (id) => document.getElementById(id);

/** An element with properties and children; `data` and `class` as in HTML. */
export function make(name, { class: classes = "", style = {}, role, ...properties } = {}, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    if (classes) element.className = classes;
    if (role) element.setAttribute("role", role);
    Object.assign(element.style, style);
    element.append(...children);
    return element;
}

/** Says how something ended: "good", "bad", or nothing yet. */
export function tell(id, text, mood = "") {
    const place = $(id);
    place.classList.toggle("good", mood === "good");
    place.classList.toggle("bad", mood === "bad");
    place.textContent = text;
}

/** Names and values, side by side. @param {[string, string][]} entries */
export function showFacts(id, entries) {
    $(id).replaceChildren(...entries.map(([name, value]) =>
        make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: value })),
    ));
}

/** Files that are chosen, or dropped anywhere on the page: one that misses the box must not take the page's place. */
import { $ } from "./dom.js";

/** @param {(files: Iterable<File>) => Promise<void>} add */
export function openDrop(add) {
    const drop = $("drop");
    $("files").addEventListener("change", ({ target }) => {
        void add(target.files).then(() => { target.value = ""; });
    });
    document.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
    document.addEventListener("dragleave", () => drop.classList.remove("over"));
    document.addEventListener("drop", (event) => {
        event.preventDefault();
        drop.classList.remove("over");
        void add(event.dataTransfer.files);
    });
}

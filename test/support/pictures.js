/**
 * Pictures of pages, compared with those kept beside the tests. Fonts differ from machine to machine, so pictures are
 * made coarse first: what counts is where things are and in which colours. Many small differences are other fonts; one
 * patch of the size of a button is a button that is missing, elsewhere or of another colour.
 * UPDATE_PICTURES=1 keeps the new ones.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { importFrom } from "./import_from.js";
import { root, scratchProject, workFolder } from "./scratch.js";

const KEPT = join(root, "test", "hosts", "pictures");
/** Pixels to a coarse one, each way; how different one must be, and how many may be, to count. */
const BLOCK = 12, THRESHOLD = 0.12, MOST = 0.05;
/** Text may take more lines elsewhere. */
const HEIGHTS = 0.06;
/** How different a coarse pixel of a patch is, of 1, and how many there may be side by side. */
const STRONG = 0.12, PATCH = 8;

const tools = async () => {
    const project = scratchProject({
        name: "pictures", engine: "plain", dependencies: { pixelmatch: "7.2.0", pngjs: "7.0.0" },
    });
    const [{ default: pixelmatch }, { PNG }] = await Promise.all([
        importFrom(project, "pixelmatch"), importFrom(project, "pngjs"),
    ]);
    return { pixelmatch, PNG };
};

/** The mean colour of each block. */
function coarse(PNG, { width, height, data }) {
    const small = new PNG({ width: Math.floor(width / BLOCK), height: Math.floor(height / BLOCK) });
    for (let y = 0; y < small.height; y++) for (let x = 0; x < small.width; x++) for (let c = 0; c < 4; c++) {
        let sum = 0;
        for (let i = 0; i < BLOCK * BLOCK; i++)
            sum += data[4 * ((y * BLOCK + Math.floor(i / BLOCK)) * width + x * BLOCK + (i % BLOCK)) + c];
        small.data[4 * (y * small.width + x) + c] = Math.round(sum / BLOCK ** 2);
    }
    return small;
}

/**
 * The most pixels side by side that differ strongly.
 * @param {{ width: number, height: number, data: Uint8Array }} a - RGBA
 * @param {{ width: number, height: number, data: Uint8Array }} b - of the same size
 */
export function largestPatch(a, b) {
    const { width, height } = a, differs = new Uint8Array(width * height);
    for (let i = 0; i < differs.length; i++)
        for (let c = 0; c < 3; c++) if (Math.abs(a.data[4 * i + c] - b.data[4 * i + c]) > 255 * STRONG) differs[i] = 1;
    let largest = 0;
    for (let start = 0; start < differs.length; start++) {
        const waiting = differs[start] ? [start] : [];
        differs[start] = 0;
        for (let size = 1; waiting.length; size++) {
            largest = Math.max(largest, size);
            const i = waiting.pop(), x = i % width;
            for (const next of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width])
                if (next >= 0 && differs[next]) {
                    differs[next] = 0;
                    waiting.push(next);
                }
        }
    }
    return largest;
}

/** The first `height` rows. */
function cropped(PNG, picture, height) {
    const out = new PNG({ width: picture.width, height });
    PNG.bitblt(picture, out, 0, 0, picture.width, height, 0, 0);
    return out;
}

/**
 * Compares a picture with the kept one of that name.
 * @param {string} name
 * @param {Uint8Array} png
 * @throws {AssertionError} with the path of the new picture, when they differ
 */
export async function expectPicture(name, png) {
    const { pixelmatch, PNG } = await tools(), file = join(KEPT, `${name}.png`);
    const now = coarse(PNG, PNG.sync.read(Buffer.from(png)));
    if (process.env.UPDATE_PICTURES || !existsSync(file)) {
        expect(process.env.UPDATE_PICTURES, `${file} is there, or UPDATE_PICTURES=1`).to.equal("1");
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, PNG.sync.write(now));
        return;
    }
    const kept = PNG.sync.read(readFileSync(file)), height = Math.min(kept.height, now.height);
    expect(now.width, `width of ${name}`).to.equal(kept.width);
    const [a, b] = [kept, now].map((picture) => cropped(PNG, picture, height));
    const different = pixelmatch(a.data, b.data, null, a.width, height, { threshold: THRESHOLD, includeAA: true });
    const share = different / (a.width * height), heights = Math.abs(kept.height - now.height) / kept.height;
    const patch = largestPatch(a, b);
    if (share <= MOST && heights <= HEIGHTS && patch <= PATCH) return;
    const path = join(workFolder("pictures"), `${name}.png`);
    writeFileSync(path, png);
    const found = `${(100 * share).toFixed(1)} % of it different, ${patch} blocks of that side by side, its height by `
        + `${(100 * heights).toFixed(1)} %`;
    throw new Error(`${name}: expected the picture in ${file}, made with the font Liberation Sans, got ${found}: ${path}`);
}

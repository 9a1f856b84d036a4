/** Pictures of pages: what counts as another one. The pages are compared in test/hosts/demo. */
import { expect } from "chai";
import { largestPatch } from "../support/pictures.js";

const WIDTH = 20, HEIGHT = 10;

/** A grey picture with some pixels of another brightness. */
function picture(pixels = [], value = 255) {
    const data = new Uint8Array(4 * WIDTH * HEIGHT).fill(128);
    for (const [x, y] of pixels) data.fill(value, 4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 3);
    return { width: WIDTH, height: HEIGHT, data };
}
const box = (x, y, width, height) =>
    Array.from({ length: width * height }, (_, i) => [x + (i % width), y + Math.floor(i / width)]);

describe("pictures", () => {
    it("the largest patch is the most pixels side by side that differ strongly", () => {
        expect(largestPatch(picture(), picture())).to.equal(0);
        expect(largestPatch(picture(), picture(box(3, 2, 6, 3)))).to.equal(18);
        expect(largestPatch(picture(box(0, 0, 2, 2)), picture(box(3, 0, 3, 2)))).to.equal(6);
        expect(largestPatch(picture(), picture(box(0, 0, WIDTH, HEIGHT))), "all of it").to.equal(WIDTH * HEIGHT);
        expect(largestPatch(picture(), picture(box(0, 0, WIDTH, HEIGHT), 150)), "a little").to.equal(0);
        expect(largestPatch(picture(), picture([[0, 0], [1, 1], [2, 2]])), "corners do not touch").to.equal(1);
        expect(largestPatch(picture(), picture([[WIDTH - 1, 0], [0, 1]])), "nor do ends of rows").to.equal(1);
    });
});

/** What the commands of other packages are given of this one. */
import { RELEASE } from "./doctor/install.mjs";
import { readJson } from "./files.mjs";
import { makeKey } from "./make_key.mjs";
import { print, say, standardError } from "./output.mjs";
import { untilStopped } from "./signals.mjs";
import { sizeOf } from "./sizes.mjs";
import { sayOf, weaknessOfZkey } from "./weak_files.mjs";

export const tools = Object.freeze({
    makeKey, print, readJson, RELEASE, say, sayOf, sizeOf, standardError, untilStopped, weaknessOfZkey,
});

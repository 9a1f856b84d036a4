/** What the commands of other packages are given of this one. */
import { makeKey } from "./make_key.mjs";
import { print, say } from "./output.mjs";
import { sizeOf } from "./sizes.mjs";
import { sayOf, weaknessOfZkey } from "./weak_files.mjs";

export const tools = Object.freeze({ makeKey, print, say, sayOf, sizeOf, weaknessOfZkey });

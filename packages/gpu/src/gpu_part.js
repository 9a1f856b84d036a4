/**
 * What a GPU computes for one group or field: whether the device is ready for it.
 * @module gpu/gpu_part
 */
/** @import { Gpu } from "./gpu.js" */
import { withTimeout } from "./timeout.js";
import { messageOf } from "../../../src/internal/gpu.js";

/** @typedef {"opening" | "compiling" | "testing" | "ready" | "waiting" | "off"} State */

/** @typedef {"auto" | "enabled" | "disabled"} Calls */

/**
 * What computes on a device.
 * @typedef {object} Engine
 * @property {(device: any) => Promise<any>} compile - its kernels
 * @property {(kernels: any) => void} use - from now on these run
 * @property {() => Promise<void>} prove - asks for known answers; rejects if the device gives
 *   others
 * @property {() => Promise<void>} measure - first estimates of speeds
 * @property {(reason: string) => void} close - forgets the device; the reason is what later runs
 *   give
 */

/** A part of a GPU, which becomes ready by itself. */
export class GpuPart {
    /**
     * @param {Gpu} gpu
     * @param {string} key - its name on a curve
     * @param {Calls} calls - for calls that do not say
     * @param {Engine} engine
     */
    constructor(gpu, key, calls, engine) {
        this.engine = engine;
        this.gpu = gpu;
        this.key = key;
        this.calls = calls;
        /** @type {State} */
        this.state = "opening";
        this.reason = "";
        this.gaveUp = false;
        /**
         * Settles when a device has proved itself for this part or has not.
         * @type {Promise<void> | undefined}
         */
        this.opening = undefined;
        this.counts = { gpu: 0, cpu: 0, again: 0 };
    }

    get isReady() {
        return this.state === "ready";
    }

    /** The device is proving itself for this part. */
    get isTried() {
        return this.state === "compiling" || this.state === "testing";
    }

    /** What gpuInfo() says. */
    info() {
        return this.gpu.info();
    }

    /**
     * Settles when the GPU is ready for this part or will not be, and never rejects.
     * @param {boolean} [insist] - on a software adapter
     * @returns {Promise<void>}
     */
    async prepare(insist = false) {
        await this.gpu.open(insist);
        await this.opening;
    }

    /**
     * Waits for a GPU that a call insists on.
     * @param {string} where - for messages
     * @param {AbortSignal | undefined} signal
     * @throws {Error} why there is none
     */
    async require(where, signal) {
        if (this.isReady) return;
        await withTimeout(this.prepare(true), { signal });
        if (!this.isReady)
            throw new Error(`${where}: expected a GPU for gpu: "enabled", got none: ${this.reason}`);
    }

    /** Shuts the GPU down permanently, for all of its parts. @param {string} reason */
    end(reason) {
        this.gpu.end(reason);
    }

    /**
     * Follows the GPU, unless the part was given up. The reason stays until it is ready.
     * @param {State} state
     */
    become(state, reason = this.reason) {
        if (!this.gaveUp) [this.state, this.reason] = [state, reason];
    }

    /** The device is gone. @param {string} reason */
    close(reason) {
        this.become("off", reason);
        this.engine.close(reason);
    }

    /** Also on another device, which would do no better. @param {string} reason */
    giveUp(reason) {
        this.close(reason);
        this.gaveUp = true;
    }

    /**
     * Compiles the kernels and lets the device prove itself. Never rejects.
     * @param {any} device
     */
    async open(device) {
        const { gpu, engine } = this;
        if (this.gaveUp || gpu.device !== device) return;
        try {
            this.become("compiling");
            const kernels = await engine.compile(device);
            gpu.checkGoing(device);
            engine.use(kernels);
            this.become("testing");
            await engine.prove();
            if (!gpu.adapter.fallback) await engine.measure();
            gpu.checkGoing(device);
            this.become("ready", "");
        } catch (error) {
            if (gpu.device === device) gpu.giveUp(this, messageOf(error));
        }
    }

}

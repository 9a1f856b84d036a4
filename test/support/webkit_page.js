/** A tab of WebKit behind puppeteer's interface, as far as the suites use it, by the words of WebDriver. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { temporaryFolder } from "../../scripts/temporary.mjs";

const CLOSE_MS = 5000, TURN_MS = 50, PICTURE_MS = 30_000;

/** One task after the other: WebDriver has one current window. */
export function inTurns() {
    let last = Promise.resolve();
    return (/** @type {() => Promise<any>} */ task) => {
        const result = last.then(task);
        last = result.catch(() => {});
        return result;
    };
}

/** Runs in a page: calls FUNCTION, waits for its promise, and answers with what comes of it. */
const CALL = `const done = arguments[arguments.length - 1], words = Array.prototype.slice.call(arguments, 0, -1);
Promise.resolve().then(() => FUNCTION(...words)).then(
    (value) => done(value === undefined ? {} : { value }),
    (error) => done({ error: String(error), stack: error?.stack ?? "" }),
);`;

/** Where it was written, whose words these are, how loud, and the words. */
const LINE = /^(?:\S+:\d+:\d+: )?CONSOLE (?:(JS|NETWORK|SECURITY|OTHER) )?(LOG|INFO|DEBUG|WARN|ERROR) (.*)$/;

/** Hands what the browser's pages write to those who listen. @param {readonly any[]} streams */
export function hearing(streams) {
    const listeners = new Set();
    for (const input of streams) createInterface({ input }).on("line", (line) => {
        const [, source, type, text] = LINE.exec(line) ?? [];
        if (!type) return;
        const isError = source === "JS" && type === "ERROR";
        for (const { event, hear } of listeners) {
            if (event === "pageerror" && isError) hear(text);
            if (event === "console" && !isError) hear({ type: () => type.toLowerCase(), text: () => text });
        }
    });
    return listeners;
}

export class Page {
    #session; #selenium; #handle; #inTurn; #listeners; #own = new Set();

    constructor({ session, selenium, handle, inTurn, listeners }) {
        this.#session = session;
        this.#selenium = selenium;
        this.#handle = handle;
        this.#inTurn = inTurn;
        this.#listeners = listeners;
    }

    /** @param {() => Promise<any>} task */
    #here(task) {
        return this.#inTurn(async () => {
            await this.#session.switchTo().window(this.#handle);
            return task();
        });
    }

    /** Of "console", "pageerror" and "requestfailed" the last never comes. */
    on(event, hear) {
        const listener = { event, hear };
        this.#own.add(listener);
        this.#listeners.add(listener);
    }

    async goto(url) { await this.#here(() => this.#session.get(url)); }
    async reload() { await this.#here(() => this.#session.navigate().refresh()); }

    /** @param {Function | string} call - a function that is called, or a script @param {any[]} words */
    evaluate(call, ...words) {
        return this.#run(typeof call === "string" ? `() => { ${call}\n}` : String(call), words);
    }

    /** @param {string} call - text of a function @param {any[]} words @returns {Promise<any>} */
    async #run(call, words = []) {
        const script = CALL.replace("FUNCTION", () => `(${call})`);
        const { value, error, stack } = await this.#here(() => this.#session.executeAsyncScript(script, ...words));
        await new Promise((resolve) => { setImmediate(resolve); }); // what was written until then has come too
        if (error !== undefined) throw new Error(`${error}\n${stack}`);
        return value;
    }

    /** @param {Function} call @param {{ timeout?: number }} options @param {any[]} words */
    async waitForFunction(call, { timeout = 30_000 } = {}, ...words) {
        for (const limit = Date.now() + timeout; !await this.evaluate(call, ...words);) {
            if (Date.now() > limit) throw new Error(`waitForFunction: expected ${call} within ${timeout} ms, got nothing`);
            await new Promise((resolve) => { setTimeout(resolve, TURN_MS); });
        }
    }

    /** @param {string} selector @param {{ timeout?: number }} [options] */
    waitForSelector(selector, options) {
        return this.waitForFunction((css) => document.querySelector(css) !== null, options, selector);
    }

    /** @param {string} selector @param {Function} call - gets the first such element */
    $eval(selector, call) { return this.#run(`() => (${call})(document.querySelector(${JSON.stringify(selector)}))`); }
    $$eval(selector, call) {
        return this.#run(`() => (${call})([...document.querySelectorAll(${JSON.stringify(selector)})])`);
    }

    /** As many as there are. @param {string} selector */
    async $$(selector) { return new Array(await this.$$eval(selector, ({ length }) => length)); }

    /** An element to give files to. @param {string} selector */
    async $(selector) {
        return { uploadFile: (/** @type {string[]} */ ...paths) => this.type(selector, paths.join("\n")) };
    }

    click(selector) { return this.#here(async () => (await this.#find(selector)).click()); }
    type(selector, text) { return this.#here(async () => (await this.#find(selector)).sendKeys(text)); }
    focus(selector) { return this.$eval(selector, (element) => element.focus()); }
    /** As puppeteer does it: by hand there are lists that a window manager would show. */
    select(selector, value) {
        return this.evaluate((css, wanted) => {
            const list = document.querySelector(css);
            list.value = wanted;
            for (const event of ["input", "change"]) list.dispatchEvent(new Event(event, { bubbles: true }));
        }, selector, value);
    }
    addStyleTag({ content }) {
        return this.evaluate((text) => {
            document.head.append(Object.assign(document.createElement("style"), { textContent: text }));
        }, content);
    }
    /** The whole page. @returns {Promise<Buffer>} PNG */
    async screenshot() {
        const folder = temporaryFolder("webkit-picture"), path = join(folder, "page.png");
        try {
            await this.evaluate((to) => globalThis.webkit.messageHandlers.draw.postMessage(to), path);
            for (const limit = Date.now() + PICTURE_MS; !existsSync(path);) {
                if (Date.now() > limit) throw new Error(`screenshot: expected ${path} within ${PICTURE_MS} ms, got none`);
                await new Promise((resolve) => { setTimeout(resolve, TURN_MS); });
            }
            return readFileSync(path);
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    }

    #find(selector) { return this.#session.findElement(this.#selenium.By.css(selector)); }

    get keyboard() {
        const send = (keys) => this.#here(async () => (await this.#session.switchTo().activeElement()).sendKeys(keys));
        return { type: send, press: (/** @type {string} */ key) => send(this.#selenium.Key[key.toUpperCase()]) };
    }

    /** The size of the window: WebKitGTK has no other. */
    setViewport({ width, height }) {
        return this.#here(() => this.#session.manage().window().setRect({ width, height }));
    }

    /** A script that never ends would keep it waiting: then the tab goes with its browser. */
    async close() {
        for (const listener of this.#own) this.#listeners.delete(listener);
        await Promise.race([
            this.#here(() => this.#session.close()),
            new Promise((resolve) => { setTimeout(resolve, CLOSE_MS).unref(); }),
        ]);
    }
}

/**
 * What a storage of the store must do, whichever it is: run in Node, in pages and in workers.
 * @param {import("../../../src/util/host_types.js").HostStorage} storage - empty
 * @param {import("../../../src/util/host_types.js").HostStorage} other - the same, opened again
 * @returns {Promise<string[]>} what it does not do
 */
export async function checkStorage(storage, other) {
    const wrong = [], text = (words) => new TextEncoder().encode(words);
    const check = (what, ok) => { if (!ok) wrong.push(what); };
    const reads = async (path, words, most = 1000) => {
        const bytes = await storage.read(path, most);
        return (bytes && new TextDecoder().decode(bytes)) === words;
    };
    const names = async (path) => (await storage.list(path)).sort().join();
    const refuses = (promise) => promise.then(() => false, () => true);

    check("is empty", await names("entries") === "" && await names("blocks/a") === "" && await reads("entries/a", undefined));
    check("reads nothing below what is not there", await reads("blocks/a/0", undefined));
    await storage.remove("entries/a");
    await storage.remove("blocks/a/0");
    await storage.write("entries/a", text("one"));
    check("reads what was written", await reads("entries/a", "one"));
    await storage.write("entries/a", text("two, and longer"));
    await storage.write("entries/a", text("three"));
    check("replaces what was there", await reads("entries/a", "three"));
    await storage.write("entries/none", new Uint8Array(0));
    check("keeps what is empty", await reads("entries/none", ""));
    check("reads as much as it may", await reads("entries/a", "three", 5));
    check("refuses to read more", await refuses(storage.read("entries/a", 4)));
    const bytes = text("mine");
    await storage.write("entries/mine", bytes);
    bytes.fill(0);
    const read = await storage.read("entries/mine", 10);
    read?.fill(1);
    check("keeps bytes of its own", await reads("entries/mine", "mine"));
    for (const path of ["blocks/a/0", "blocks/a/1", "blocks/ab/0"]) await storage.write(path, text(path));
    check("lists names", await names("entries") === "a,mine,none");
    check("lists folders", await names("blocks") === "a,ab" && await names("blocks/a") === "0,1");
    check("is one with what is opened again", (await other.list("blocks/a")).length === 2);
    await storage.remove("blocks/a/1");
    check("removes one", await names("blocks/a") === "0" && await reads("blocks/a/1", undefined));
    await storage.remove("blocks/a");
    check("removes a folder and no other", await names("blocks") === "ab" && await reads("blocks/ab/0", "blocks/ab/0"));
    for (const path of ["entries/a", "entries/mine", "entries/none", "blocks/ab"]) await storage.remove(path);
    check("removes everything", await names("entries") === "" && await names("blocks") === "");
    await Promise.all(["x", "y"].map((letter, i) => [storage, other][i].write("entries/both", text(letter.repeat(500)))));
    const both = new TextDecoder().decode(await storage.read("entries/both", 500));
    check("has one of two that are written at once", ["x", "y"].some((letter) => both === letter.repeat(500)));
    await storage.remove("entries/both");

    const first = await storage.lock("a", "shared"), second = await other.lock("a", "shared");
    check("shares a lock", first && second);
    check("gives no lock alone that is shared", !await storage.lock("a", "exclusive") && !await other.lock("a", "exclusive"));
    check("locks by name", await (await other.lock("ab", "exclusive"))?.release() === undefined);
    await first?.release();
    check("keeps a lock until the last is released", !await storage.lock("a", "exclusive"));
    await second?.release();
    const alone = await other.lock("a", "exclusive");
    check("gives a lock alone", alone !== undefined);
    check("gives it to one", !await storage.lock("a", "exclusive"));
    const waiting = storage.lock("a", "shared");
    await alone?.share();
    const shared = await waiting ?? await storage.lock("a", "shared");
    check("shares a lock from then on", shared !== undefined && !await storage.lock("a", "exclusive"));
    await shared?.release();
    await alone?.release();
    const last = await storage.lock("a", "exclusive");
    check("is free at last", last !== undefined);
    await last?.release();
    return wrong;
}

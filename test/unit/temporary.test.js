/** Temporary folders of scripts and tests: those of other users are not used, and nothing stays. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
    chmodSync, chownSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync,
    writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";

const MODULE = JSON.stringify(String(new URL("../../scripts/temporary.mjs", import.meta.url)));
const SOMEBODY = 65534;

describe("temporary folders", function () {
    this.timeout(60_000);
    let shared, user;
    before(function () { if (!process.getuid) this.skip(); }); // there each user has a folder for temporary files
    beforeEach(() => {
        shared = realpathSync(temporaryFolder("temporary"));
        user = join(shared, `ffturbo-${process.getuid()}`);
    });
    afterEach(() => rmSync(shared, { recursive: true, force: true }));

    const options = () => ({ encoding: "utf8", env: { ...process.env, TMPDIR: shared } });
    const argsOf = (code) => ["--input-type=module", "-e", `
        import { keptFolder, temporaryFolder } from ${MODULE};
        import { lstatSync, writeFileSync } from "node:fs";
        const say = (...values) => console.log(JSON.stringify(values));
        ${code}`];
    /** Runs code in a process whose folder for temporary files is `shared`; what it says. */
    const run = (code) => {
        const { stdout, stderr, status } = spawnSync(process.execPath, argsOf(code), options());
        expect(status, stderr).to.equal(0);
        return JSON.parse(stdout);
    };
    /** A process that has made a folder and waits: the process, and the folder. */
    const start = async () => {
        const code = "say(temporaryFolder('held')); setInterval(() => {}, 1000);";
        const child = spawn(process.execPath, argsOf(code), { ...options(), stdio: ["ignore", "pipe", "inherit"] });
        const [text] = await once(child.stdout, "data");
        return { child, folder: JSON.parse(String(text))[0] };
    };

    it("are in a folder of the user and of the process, closed to others, and go with it", () => {
        const [path, other, pid, modes] = run(`
            process.umask(0);
            const path = temporaryFolder("name"), above = path.slice(0, path.lastIndexOf("/"));
            const other = temporaryFolder("name"), modes = [];
            for (const each of [path, above, above.slice(0, above.lastIndexOf("/"))]) modes.push(lstatSync(each).mode & 0o777);
            writeFileSync(path + "/file", "content");
            say(path, other, process.pid, modes);`);
        expect(dirname(dirname(path))).to.equal(user);
        expect(dirname(other)).to.equal(dirname(path));
        expect(other).not.to.equal(path);
        expect(basename(dirname(path))).to.match(new RegExp(`^${pid}-`));
        expect(basename(path)).to.match(/^name-/);
        expect(modes).to.deep.equal([0o700, 0o700, 0o700]);
        expect(readdirSync(user)).to.deep.equal([]);
    });

    /** Whoever comes first makes the folder, or something else of its name. */
    const plants = {
        "a link to a folder": () => symlinkSync(join(shared, "planted"), user),
        "a file": () => writeFileSync(user, "", { mode: 0o600 }),
        "a folder that its group can write to": () => {
            mkdirSync(user);
            chmodSync(user, 0o770);
        },
        "a folder that everybody can read": () => {
            mkdirSync(user);
            chmodSync(user, 0o704);
        },
        "a folder of another user": () => {
            mkdirSync(user, { mode: 0o700 });
            chownSync(user, SOMEBODY, SOMEBODY);
        },
    };
    for (const [name, plant] of Object.entries(plants)) it(`are not made in ${name}`, function () {
        if (name.endsWith("another user") && process.getuid() !== 0) this.skip(); // only root can make one
        const planted = join(shared, "planted");
        mkdirSync(planted, { mode: 0o700 });
        plant();
        const before = readdirSync(shared);
        const [path, kept, ...modes] = run(`
            const all = [temporaryFolder("name"), keptFolder("kept")];
            say(...all.map((path) => path.slice(0, path.lastIndexOf("/"))), ...all.map((path) => lstatSync(path + "/..").mode & 0o777));`);
        for (const folder of [path, kept]) {
            expect(dirname(folder)).to.equal(shared);
            expect(before).not.to.include(basename(folder));
        }
        expect(modes).to.deep.equal([0o700, 0o700]);
        expect(readdirSync(planted)).to.deep.equal([]);
        if (statSync(user).isDirectory()) expect(readdirSync(user)).to.deep.equal([]);
        expect(readdirSync(shared)).to.deep.equal(before);
    });

    it("of killed processes go when the next one begins; others' stay", async () => {
        const killed = await start(), held = await start();
        try {
            writeFileSync(join(killed.folder, "file"), "content");
            killed.child.kill("SIGKILL");
            await once(killed.child, "exit");
            mkdirSync(join(user, "kept"));
            expect(existsSync(killed.folder)).to.equal(true);
            run("say(temporaryFolder('name'));");
            expect(existsSync(dirname(killed.folder))).to.equal(false);
            expect(existsSync(held.folder)).to.equal(true);
            expect(readdirSync(user)).to.have.members([basename(dirname(held.folder)), "kept"]);
        } finally {
            for (const { child } of [killed, held]) child.kill("SIGKILL");
        }
    });

    it("of a process that this user may not end stay", () => {
        mkdirSync(join(user, "1-abc"), { recursive: true, mode: 0o700 });
        run(`
            process.kill = () => { throw Object.assign(new Error("not permitted"), { code: "EPERM" }); };
            say(temporaryFolder("name"));`);
        expect(readdirSync(user)).to.deep.equal(["1-abc"]);
    });

    it("that cannot be removed stop nobody", () => {
        const [pid] = run("say(process.pid);"), stuck = join(user, `${pid}-stuck`);
        mkdirSync(user, { mode: 0o700 });
        mkdirSync(join(stuck, "folder"), { recursive: true });
        chmodSync(stuck, 0o500); // root removes it anyway
        try {
            expect(run("say(temporaryFolder('name'));")[0]).to.include(user);
        } finally {
            if (existsSync(stuck)) chmodSync(stuck, 0o700);
        }
    });

    it("that are kept are the same for the next process", () => {
        const keep = () => run("say(keptFolder('kept'));")[0];
        expect(keep()).to.equal(join(user, "kept"));
        writeFileSync(join(user, "kept", "file"), "content");
        expect(keep()).to.equal(join(user, "kept"));
        expect(readdirSync(join(user, "kept"))).to.deep.equal(["file"]);
    });
});

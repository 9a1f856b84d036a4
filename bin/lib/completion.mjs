/**
 * What a shell needs to complete commands, options and names of files: written from the tables of
 * commands and options, so that it knows what the parser knows.
 */

/**
 * @typedef {object} Place - where the words so far lead: a command, or the beginning of some
 * @property {string} path - the words, "" for none
 * @property {{ word: string, text: string }[]} next - words that lead further
 * @property {string[]} options
 * @property {string[]} endings - of the files that the command takes
 */

/** @typedef {Record<string, { files: string, text: string, options: string[] }>} Commands */
/** @typedef {Record<string, { value?: string, text: string[] }>} Options */

/**
 * What the values of options are, by the words of the help; any other value cannot be completed.
 */
const FILE = "file", FOLDERS = Object.freeze(["folder", "location"]);

/** The endings of files in a usage line. @param {string} files @returns {string[]} */
const endingsOf = (files) => [...new Set([...files.matchAll(/\.([a-z]\w*)\b/g)].map(([, ending]) => ending))];

/**
 * @param {string} files - such as "bash|zsh|fish"
 * @returns {string[]} the words that may stand there
 */
const choicesOf = (files) => (/^\w+(\|\w+)+$/.test(files) ? files.split("|") : []);

/** Every place, the first one first. @param {Commands} commands @returns {Place[]} */
export function placesOf(commands) {
    const names = Object.keys(commands);
    const starts = names.flatMap((name) => {
        const words = name.split(" ");
        return words.map((_, i) => words.slice(0, i).join(" "));
    });
    return [...new Set([...starts, ...names])].map((path) => {
        const own = commands[path], before = path === "" ? "" : `${path} `;
        const further = new Set(names.filter((name) => name.startsWith(before))
            .map((name) => name.slice(before.length).split(" ")[0]));
        const next = [...further].map((word) => ({ word, text: commands[before + word]?.text ?? `${before}${word} ...` }));
        const choices = own ? choicesOf(own.files).map((word) => ({ word, text: own.text })) : [];
        return {
            path,
            next: [...next, ...choices],
            options: own ? [...own.options, "help"] : ["help", "version"],
            endings: own ? endingsOf(own.files) : [],
        };
    });
}

/** Options by what follows them. @param {Options} options @param {Record<string, string>} short */
function valuesOf(options, short) {
    const spelt = (/** @type {string} */ name) => [`--${name}`, ...(short[name] ? [`-${short[name]}`] : [])];
    const taking = Object.entries(options).filter(([, { value }]) => value);
    const of = (/** @type {(value: string) => boolean} */ is) =>
        taking.filter(([, { value = "" }]) => is(value)).flatMap(([name]) => spelt(name));
    const isFolder = (/** @type {string} */ value) => FOLDERS.includes(value);
    return {
        files: of((value) => value === FILE),
        folders: of(isFolder),
        others: of((value) => value !== FILE && !isFolder(value)),
    };
}

/** @typedef {{ places: Place[], options: Options, short: Record<string, string> }} Tables */

/** @param {Tables} tables @returns {string} */
function forBash({ places, options, short }) {
    const { files, folders, others } = valuesOf(options, short);
    const cases = places.map(({ path, next, options: names, endings }) =>
        `        '${path}') next='${next.map(({ word }) => word).join(" ")}' options='${names.map((name) => `--${name}`).join(" ")}' endings='${endings.join(" ")}' ;;`);
    const valued = [...files, ...folders, ...others].join(" | ");
    return `# Completion of ffturbo for bash: made by "ffturbo completion bash".
_ffturbo() {
    local IFS=$' \\t\\n' current=\${COMP_WORDS[COMP_CWORD]} path='' next options endings word ending i
    COMPREPLY=()
    case \${COMP_WORDS[COMP_CWORD - 1]} in
        ${files.join(" | ")}) return ;;
        ${folders.join(" | ")}) IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$current")); return ;;
        ${others.join(" | ")}) compopt +o default 2> /dev/null; return ;;
    esac
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=\${COMP_WORDS[i]}
        case $word in
            ${valued}) ((i++)); continue ;;
            -*) continue ;;
        esac
        [[ $path == '' && $word == help ]] && continue
        case "\${path:+$path }$word" in
            ${places.map(({ path }) => `'${path}'`).filter((path) => path !== "''").join(" | ")}) path="\${path:+$path }$word" ;;
            *) break ;;
        esac
    done
    case $path in
${cases.join("\n")}
    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
        return
    fi
    if ((i >= COMP_CWORD)); then COMPREPLY=($(compgen -W "$next" -- "$current")); fi
    if [[ $endings != '' ]]; then
        compopt -o filenames 2> /dev/null
        for ending in $endings; do
            IFS=$'\\n'
            COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$current"))
        done
        COMPREPLY+=($(compgen -d -- "$current"))
    fi
}
complete -o default -F _ffturbo ffturbo
`;
}

/** For a string between single quotes. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {Options} options @param {string} name */
const textOf = (options, name) => options[name].text.join(" ");

/** @param {Tables} tables @returns {string} */
function forZsh({ places, options, short }) {
    const { files, folders, others } = valuesOf(options, short);
    const described = (/** @type {string} */ word, /** @type {string} */ text) => quoted(`${word.replaceAll(":", "\\:")}:${text}`);
    const cases = places.map(({ path, next, options: names, endings }) => [
        `        (${quoted(path)})`,
        `            next=(${next.map(({ word, text }) => described(word, text)).join(" ")})`,
        `            options=(${names.map((name) => described(`--${name}`, textOf(options, name))).join(" ")})`,
        `            endings=(${endings.join(" ")}) ;;`,
    ].join("\n"));
    return `#compdef ffturbo
# Completion of ffturbo for zsh: made by "ffturbo completion zsh".
_ffturbo() {
    local word where='' i
    local -a next options endings
    case $words[CURRENT-1] in
        (${files.join("|")}) _files; return ;;
        (${folders.join("|")}) _files -/; return ;;
        (${others.join("|")}) _message 'a value'; return ;;
    esac
    for ((i = 2; i < CURRENT; i++)); do
        word=$words[i]
        case $word in
            (${[...files, ...folders, ...others].join("|")}) ((i++)); continue ;;
            (-*) continue ;;
        esac
        [[ $where == '' && $word == help ]] && continue
        case "\${where:+$where }$word" in
            (${places.map(({ path }) => quoted(path)).filter((path) => path !== "''").join("|")}) where="\${where:+$where }$word" ;;
            (*) break ;;
        esac
    done
    case $where in
${cases.join("\n")}
    esac
    if [[ $PREFIX == -* ]]; then
        _describe 'option' options
        return
    fi
    ((i >= CURRENT && $#next)) && _describe 'command' next
    (($#endings)) && _files -g "*.(\${(j:|:)endings})(-.)"
}
if [[ $funcstack[1] == _ffturbo ]]; then _ffturbo "$@"; else compdef _ffturbo ffturbo; fi
`;
}

/** @param {Tables} tables @returns {string} */
function forFish({ places, options, short }) {
    const { files, folders, others } = valuesOf(options, short);
    const kind = (/** @type {string} */ name) => files.includes(`--${name}`) ? " -r -F"
        : folders.includes(`--${name}`) ? " -x -a '(__fish_complete_directories)'"
            : others.includes(`--${name}`) ? " -x" : "";
    const letter = (/** @type {string} */ name) => (short[name] ? ` -s ${short[name]}` : "");
    const lines = places.flatMap(({ path, next, options: names, endings }) => {
        const here = `complete -c ffturbo -n ${quoted(`__ffturbo_at ${quoted(path)}`)}`;
        return [
            ...next.map(({ word, text }) => `${here} -a ${quoted(word)} -d ${quoted(text)}`),
            ...endings.map((ending) => `${here} -a ${quoted(`(__fish_complete_suffix .${ending})`)}`),
            ...names.map((name) => `${here} -l ${name}${letter(name)}${kind(name)} -d ${quoted(textOf(options, name))}`),
        ];
    });
    return `# Completion of ffturbo for fish: made by "ffturbo completion fish".
function __ffturbo_path
    set -l path
    set -l words (commandline -opc)
    set -l skip
    for word in $words[2..-1]
        if set -q skip[1]
            set skip
            continue
        end
        if contains -- $word ${[...files, ...folders, ...others].join(" ")}
            set skip yes
            continue
        end
        string match -q -- '-*' $word; and continue
        test -z "$path" -a "$word" = help; and continue
        contains -- (string join ' ' $path $word) ${places.map(({ path }) => path).filter(Boolean).map(quoted).join(" ")}
        or break
        set path $path $word
    end
    string join ' ' $path
end
function __ffturbo_at
    set -l path (__ffturbo_path)
    test "$path" = "$argv[1]"
end
complete -c ffturbo -f
${lines.join("\n")}
`;
}

const WRITERS = Object.freeze({ bash: forBash, zsh: forZsh, fish: forFish });

/**
 * @param {string} shell - bash, zsh or fish
 * @param {{ commands: Commands, options: Options, short: Record<string, string> }} tables - short:
 *   letters of options
 * @returns {string}
 */
export const completionScript = (shell, { commands, options, short }) =>
    WRITERS[/** @type {keyof typeof WRITERS} */ (shell)]({ places: placesOf(commands), options, short });

/** The C sources of the probe: which folder uses which, and how long files are. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** @typedef {{ from: string, to: string, name: string }} Use use of a file by another one: the function or file that is used */

/** @param {string} root */
function sourcesBelow(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[ch]$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** @param {string} text */
const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"(?:\\.|[^"\\\n])*"/g, '""');

const DEFINITION = /^(static |TT_API )?(?!typedef|extern|return|else)[a-z][\w *]*?\b(\w+)\([^;{]*\)\s*\{/gm;

/** Functions that a source defines: `isOwn` are those that no other source calls as such. Exported ones replace functions of
 *  libraries, whose calls come from everywhere. @param {string} code */
const definedIn = (code) =>
  [...code.matchAll(DEFINITION)].map(([, word, name = '']) => ({
    name,
    isOwn: word === 'static ' || (word === 'TT_API ' && !name.startsWith('tt_')),
  }));

/** The finisher and the filter may have functions of the same names as the runtime. @param {string} path */
const programOf = (path) => /^(?:finish|assembler)(?=\/)/.exec(path)?.[0] ?? 'runtime';

/** Calls and inclusions among the sources below a folder. @param {string} root @returns {Use[]} */
export function usesBelow(root) {
  const paths = sourcesBelow(root);
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  /** @type {Map<string, string>} */
  const owners = new Map();
  for (const [path, text] of texts)
    for (const { name, isOwn } of path.endsWith('.c') ? definedIn(withoutComments(text)) : [])
      if (!isOwn) for (const program of [programOf(path), dirname(path)]) owners.set(`${program} ${name}`, path);
  return [...texts].flatMap(([path, text]) => [
    ...callsIn(path, withoutComments(text), owners),
    ...inclusionsIn(path, text).filter(({ to }) => texts.has(to)),
  ]);
}

/** @param {string} path @param {string} code @param {ReadonlyMap<string, string>} owners @returns {Use[]} */
function callsIn(path, code, owners) {
  const own = new Set(definedIn(code).flatMap(({ name, isOwn }) => (isOwn ? [name] : [])));
  const names = [...new Set(code.match(/\b[A-Za-z_]\w*(?=\()/g))].filter((name) => !own.has(name));
  // Runtime and finisher share the folder `fold`.
  return names.flatMap((name) => {
    const to = owners.get(`${programOf(path)} ${name}`) ?? owners.get(`fold ${name}`);
    return to === undefined ? [] : [{ from: path, to, name }];
  });
}

/** @param {string} path @param {string} text @returns {Use[]} */
function inclusionsIn(path, text) {
  return [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map(([, name = '']) => {
    const to = normalize(join(dirname(path), name));
    return { from: path, to, name: to };
  });
}

/** The folder that counts as one: each component, and each part of the finisher. @param {string} path */
export function folderOf(path) {
  const parts = dirname(path).split('/');
  return parts.slice(0, parts[0] === 'components' || parts[0] === 'finish' ? 2 : 1).join('/');
}

/** A circle of folders, as uses that lead from one to the next; none if there is no circle. @param {readonly Use[]} uses @returns {Use[]} */
export function circleOf(uses) {
  /** @type {Map<string, Map<string, Use>>} */
  const graph = new Map();
  for (const use of uses) {
    const [from, to] = [folderOf(use.from), folderOf(use.to)];
    if (from === to) continue;
    const next = graph.get(from) ?? new Map();
    graph.set(from, next.has(to) ? next : next.set(to, use));
  }
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} folder @param {readonly Use[]} way @returns {Use[]} */
  const visit = (folder, way) => {
    const at = way.findIndex(({ from }) => folderOf(from) === folder);
    if (at >= 0) return way.slice(at);
    if (done.has(folder)) return [];
    for (const [next, use] of graph.get(folder) ?? []) {
      const circle = visit(next, [...way, use]);
      if (circle.length > 0) return circle;
    }
    done.add(folder);
    return [];
  };
  return [...graph.keys()].map((folder) => visit(folder, [])).find((circle) => circle.length > 0) ?? [];
}

/** Sources with more lines than that. @param {string} root @param {number} most @returns {{ path: string, lines: number }[]} */
export function longSources(root, most) {
  return sourcesBelow(root)
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > most);
}

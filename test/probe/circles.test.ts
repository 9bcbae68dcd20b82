/** In the C sources of the probe, files build on each other in one direction. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROBE = join(import.meta.dirname, '../../src/probe');

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** A way that leads back to where it begins; undefined where there is none. */
function circleIn(graph: Graph): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string[] | undefined => {
    const at = way.indexOf(node);
    if (at >= 0) return [...way.slice(at), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...way, node]);
      if (circle !== undefined) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

const textOf = (path: string): string => readFileSync(join(PROBE, path), 'utf8');
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(PROBE, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"(?:\\.|[^"\\])*"/g, '""');

/** Functions that a source defines for others. */
function definedIn(text: string): string[] {
  const starts = /^(?!static|typedef|extern)[a-z][\w *]*?\b(\w+)\([^;{]*\)\s*\{/gm;
  return [...text.matchAll(starts)].flatMap(([, name = '']) => name);
}

/** Which source of folders uses what others of them define. */
function usesIn(folders: readonly string[]): Graph {
  const files = folders.flatMap((folder) => filesIn(folder, '.c'));
  const texts = new Map(files.map((file) => [file, withoutComments(textOf(file))]));
  const owners = new Map<string, string>();
  for (const [file, text] of texts) for (const name of definedIn(text)) owners.set(name, file);
  return new Map(
    Array.from(texts, ([file, text]) => {
      const used = (text.match(/\b[A-Za-z_]\w*(?=\()/g) ?? []).flatMap((word) => owners.get(word) ?? []);
      return [file, new Set(used.filter((other) => other !== file))];
    }),
  );
}

/** Which header includes which. */
function inclusions(folder: string): Graph {
  return new Map(
    filesIn(folder, '.h').map((file) => {
      const names = [...textOf(file).matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map(([, name = '']) => name);
      return [file, new Set(names.map((name) => normalize(join(dirname(file), name))))];
    }),
  );
}

const finish = ['.', 'read', 'symbols', 'parts', 'otf2', 'cube'].map((folder) => join('finish', folder));

describe.each([
  ['finish', finish],
  ['components/mpi', ['components/mpi']],
])('the sources in %s', (_, folders) => {
  it('do not build on each other in a circle', () => {
    const uses = usesIn(folders);
    expect([...uses.values()].some((others) => others.size > 0)).toBe(true);
    expect(circleIn(uses)).toBeUndefined();
  });
});

it.each([...finish, 'core', 'components/mpi'])('the headers in %s do not include each other in a circle', (folder) => {
  expect(circleIn(inclusions(folder))).toBeUndefined();
});

describe('sources of the runtime', () => {
  it('have distinct names, since their objects lie in one folder', () => {
    const names = ['core', 'components', 'fold'].flatMap((folder) =>
      readdirSync(join(PROBE, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.c') && basename(dirname(path)) !== 'program')
        .map((path) => basename(path)),
    );
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    expect(names.length).toBeGreaterThan(30);
  });
});

/** Kinds of targets are named in their own folders only: whatever else differs between them is asked of their declaration. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { kinds } from '../../src/targets/kinds.js';

const names = kinds.map(({ name }) => name);
const inPattern = new RegExp(`\\b(${names.join('|')})\\b`);
/** The folder of the kinds, the name of this machine, which needs no description, and a language that has a word of theirs. */
const EXEMPT = [
  join('src', 'targets') + sep,
  join('src', 'model', 'thisMachine.ts'),
  join('src', 'formats', 'cube', 'cubepl', 'parser.ts'),
];

/** Returns the lines (1-based) on which a source contains the name of a kind, as a separate word or in a pattern. */
function namings(file: string, text: string): number[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: number[] = [];
  const look = (node: ts.Node): void => {
    const isWord = ts.isStringLiteralLike(node) && names.includes(node.text);
    const isPattern = ts.isRegularExpressionLiteral(node) && inPattern.test(node.text);
    if (isWord || isPattern) found.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !EXEMPT.some((exempt) => file.startsWith(exempt)));

describe('kinds of targets', () => {
  it('have a folder each, and a line each in the list', () => {
    const folders = readdirSync(join(root, 'src/targets'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(`${sep}kind.ts`))
      .map((path) => path.split(sep)[0]);
    expect(folders.sort()).toEqual(names.toSorted());
  });

  it('are named nowhere else', () => {
    expect(sources.length).toBeGreaterThan(500);
    const found = sources.flatMap((file) =>
      namings(file, readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`),
    );
    expect(found, 'ask a capability of the target, or its declaration in src/targets').toEqual([]);
  });

  it.each([
    ["if (target.kind === 'slurm') wait();", true],
    ['switch (kind) { case "ssh": break; }', true],
    ['const isOne = kind.startsWith(`slurm`);', true],
    ['const isOne = /^(ssh|slurm)$/.test(kind);', true],
    ["type Kind = 'local' | 'far';", true],
    ["say('Slurm and ssh are asked'); const SLURM_JOB_ID = /^SLURM_/;", false],
  ])('would be found in %s', (text, expected) => {
    expect(namings('x.ts', text).length > 0).toBe(expected);
  });
});

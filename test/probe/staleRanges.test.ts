/** Files that trimtab-ranges forces to be compiled again, and those that it leaves alone. */
import { execa } from 'execa';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { environment, fresh, patient, wrapper } from './support.js';

const canTry = arch() === 'x64' && (await execa('gcc', ['--version'], { reject: false })).exitCode === 0;
const OBJECTS = ['a.o', 'b.o', 'user.o', "it's.o"];

describe.skipIf(!canTry)('objects that were compiled with other ranges of lines', patient, () => {
  let folder = '';

  beforeAll(() => {
    folder = fresh('stale');
    mkdirSync(folder);
    const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    put('h.h', 'static inline int twice(int i) { return 2 * i; }\n');
    const loop = (name: string, body: string): string =>
      `int ${name}(int n) { volatile int s = 0; for (int i = 0; i < n; i++) s += ${body}; return s; }\n`;
    put('a.c', loop('a', 'i'));
    put('b.c', `#include "h.h"\n${loop('b', 'twice(i)')}`);
    put("it's.c", loop('it', '3'));
  });

  async function compileAll(): Promise<void> {
    const options = { cwd: folder, env: { ...environment, TRIMTAB_SLEDS: '1' } };
    for (const name of ['a', 'b', "it's"]) await execa(wrapper, ['gcc', '-O1', '-c', `${name}.c`], options);
    await execa('gcc', ['-O1', '-g', '-c', '-o', 'user.o', 'a.c'], options);
  }

  const row = (file: string, first: number): string => `${first}\t${first}\t${join(folder, file)}\tRANGES\tr\n`;

  /** Returns the files that are gone after a list has replaced another one. */
  async function gone(before: string | undefined, after: string | undefined): Promise<readonly [string[], string]> {
    await compileAll();
    const [list, next] = [join(folder, 'list'), join(folder, 'next')];
    await execa('rm', ['-f', list, next]);
    if (before !== undefined) writeFileSync(list, before);
    if (after !== undefined) writeFileSync(next, after);
    const { stdout } = await execa(join(dirname(wrapper), 'trimtab-ranges'), [list, next, folder]);
    expect(existsSync(list) ? readFileSync(list, 'utf8') : undefined).toBe(after);
    expect(existsSync(next)).toBe(false);
    return [OBJECTS.filter((name) => !existsSync(join(folder, name))), stdout];
  }

  it.each<[string, string | undefined, string | undefined, string[]]>([
    ['the first range of a file', undefined, 'a.c 1', ['a.o']],
    ['another one beside it', 'a.c 1', 'a.c 1|b.c 2', ['b.o']],
    ['a range that is gone', 'a.c 1|b.c 2', 'b.c 2', ['a.o']],
    ['all of them gone', 'a.c 1|b.c 2', undefined, ['a.o', 'b.o']],
    ['other lines', 'a.c 1', 'a.c 2', ['a.o']],
    ['a header', 'a.c 1', 'a.c 1|h.h 1', ['b.o']],
    ['a name with a quote', undefined, "it's.c 1", ["it's.o"]],
    ['the same in another order', 'a.c 1|b.c 2', 'b.c 2|a.c 1', []],
    ['none before and after', undefined, undefined, []],
  ])('are removed: %s', async (_, before, after, expected) => {
    const list = (text: string | undefined): string | undefined =>
      text
        ?.split('|')
        .map((each) => row(each.split(' ')[0] ?? '', Number(each.split(' ')[1])))
        .join('');
    const [removed, said] = await gone(list(before), list(after));
    expect(removed).toEqual(expected);
    expect(said === '').toBe(expected.length === 0);
    expect(existsSync(join(folder, 'a.c'))).toBe(true);
  });
});

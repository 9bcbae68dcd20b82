/** Functions with sleds are excluded by name as gcc excludes its own hooks. */
import { describe, expect, it } from 'vitest';
import { entered, readEvents } from './archive.js';
import { ALL, build, installed, run } from './sledPrograms.js';
import { patient } from './support.js';

/** Nothing is inlined, so that the source's functions are those of the program. */
const NAMED = ['-O1', '-fno-inline'];

/** Returns the entered functions, each as often as it was entered. */
async function enteredIn(folder: string): Promise<string[]> {
  return [...(await readEvents(folder)).values()].flatMap(entered).sort();
}

/** Runs a program with the compiler's hooks, of which the compiler left some out. @returns where the records are */
async function runWithHooks(compiler: string, source: string, exclude: string): Promise<string> {
  const program = await build(compiler, source, NAMED, true, {
    TRIMTAB_SLEDS: '0',
    TRIMTAB_EXCLUDE_FUNCTIONS: exclude,
  });
  return (await run(program, [], {})).folder;
}

describe.skipIf(installed.length === 0)('functions with sleds', patient, () => {
  it.each([
    ['g++', 'named.cpp', ['', 'plain', 'space::plain', 'Box', 'operator<', 'operator', '{anonymous}', '>', 'int']],
    ['g++', 'named.cpp', ['double', 'main', 'templated,>sized,in_c', 'plain(int)', '::', 'f\\,g,takes']],
    ['gfortran', 'named.f90', ['', 'tiny', 'work', 'rather', 'outside', 'inner,measured']],
  ] as const)('are excluded by name as gcc excludes its own hooks: %s %s %j', async (compiler, source, lists) => {
    if (!installed.some(([name]) => name === compiler)) return;
    const program = await build(compiler, source, NAMED, true);
    for (const list of lists) {
      const ran = await run(program, [], { ...ALL, TRIMTAB_EXCLUDE_FUNCTIONS: list });
      expect([list, await enteredIn(ran.folder)]).toEqual([
        list,
        await enteredIn(await runWithHooks(compiler, source, list)),
      ]);
    }
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { faultsOfFacts } from '../../scripts/lib/probeFacts.mjs';
import { circleOf, folderOf, longSources, usesBelow } from '../../scripts/lib/probeSources.mjs';
import { temporaryFolder } from '../experiments/support.js';

function sources(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const circleIn = (files: Readonly<Record<string, string>>): string[] =>
  circleOf(usesBelow(sources(files))).map(({ from, to, name }) => `${from} -> ${to}: ${name}`);

const core = 'void tt_note(void)\n{\n}\n';
const component = 'int tt_begin_heap(int n)\n{\n    tt_note();\n    return n;\n}\n';

describe('uses among the C sources of the probe', () => {
  it('are no circle where components use the core', () => {
    expect(circleIn({ 'core/facts.c': core, 'components/heap/heap.c': component })).toEqual([]);
  });

  it('are a circle where the core calls a component', () => {
    const files = { 'core/facts.c': core, 'core/process.c': 'void tt_start(void)\n{\n    tt_begin_heap(1);\n}\n' };
    expect(circleIn({ ...files, 'components/heap/heap.c': component })).toEqual([
      'components/heap/heap.c -> core/facts.c: tt_note',
      'core/process.c -> components/heap/heap.c: tt_begin_heap',
    ]);
  });

  it('are a circle where the core includes a header of a component', () => {
    const files = { 'core/facts.c': `#include "../components/heap/heap.h"\n${core}`, 'components/heap/heap.h': '' };
    expect(circleIn({ ...files, 'components/heap/heap.c': component })).toHaveLength(2);
  });

  it('are not what comments, texts and functions of the same name in one file suggest', () => {
    const names = '/* tt_begin_heap(1) */\nconst char *text = "tt_begin_heap(1)";\n';
    const own =
      'static int tt_begin_heap(int n)\n{\n    return n;\n}\nint tt_all(void)\n{\n    return tt_begin_heap(1);\n}\n';
    expect(
      circleIn({ 'core/facts.c': core, 'core/own.c': `${names}${own}`, 'components/heap/heap.c': component }),
    ).toEqual([]);
  });

  it('are not calls of functions that replace those of libraries', () => {
    const wrapper = `TT_API int close(int fd)\n{\n    tt_note();\n    return fd;\n}\n`;
    const user = `${core}void tt_end(void)\n{\n    close(1);\n}\n`;
    expect(circleIn({ 'core/facts.c': user, 'components/io/io.c': wrapper })).toEqual([]);
  });

  it('are seen in the sources as they are', () => {
    const uses = usesBelow(join(root, 'src/probe'));
    const has = (from: string, to: string) =>
      uses.some((use) => folderOf(use.from) === from && folderOf(use.to) === to && !use.name.includes('.'));
    expect([has('components/live', 'components/functions'), has('finish/cube', 'finish/otf2')]).toEqual([true, true]);
  });
});

it('files with too many lines are listed', () => {
  const path = sources({ 'core/long.c': '\n'.repeat(301), 'core/short.c': '\n'.repeat(300) });
  expect(longSources(path, 300)).toEqual([{ path: 'core/long.c', lines: 301 }]);
});

describe('facts of the probe', () => {
  const table = 'const struct fact heap_facts[] = {\n    {"heap", read_heap},\n    {NULL, NULL},\n};\n';
  const parts = (written: string, read: string, described: string) => ({
    'core/facts.c': `void tt_describe(void)\n{\n    tt_note("${written} %d\\n", 1);\n}\n`,
    'components/README.md': '',
    'finish/read/heap-facts.c': read,
    'README.md': `## Raw files\n\n| \`${described} COUNT\` | the heap |\n`,
  });
  const faultsIn = (...args: Parameters<typeof parts>) => faultsOfFacts(sources(parts(...args)));

  it('are right if they are written, read and described', () => {
    expect(faultsIn('heap', table, 'heap')).toEqual([]);
  });

  it('are wrong if one of these is missing', () => {
    expect(faultsIn('heaps', table, 'heap')).toEqual([
      'The fact "heaps" is written, and in no table of finish/read.',
      'The fact "heap" is in a table of finish/read, and never written.',
      'The fact "heaps" is missing in the README, "Raw files".',
    ]);
    expect(faultsIn('heap', table, 'stack')).toEqual(['The fact "heap" is missing in the README, "Raw files".']);
  });
});

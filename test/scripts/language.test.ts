/** The language check finds violations in every kind of file, and leaves code alone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../../scripts/lib/language.mjs';
import { userTexts } from '../../scripts/lib/userTexts.mjs';

describe('a text', () => {
  it.each([
    ['The tool tells the time.', 'word'],
    ['Cannot read it: it is not there.', 'word'],
    ['3 functions were left out.', 'word'],
    ['The trace was analysed.', 'spelling'],
    ['Colours of the timeline', 'spelling'],
    ['What is measured, and how.', 'beginning'],
    ['A bar. Where it ends, another one begins.', 'beginning'],
    [`${'word '.repeat(26)}.`, 'length'],
  ])('with a fault is found: %s', (text, rule) => {
    expect(faultsOf(text).map((fault) => fault.rule)).toEqual([rule]);
  });

  it.each([
    'The report lists 3 findings.',
    'What changed?',
    `${'word '.repeat(20)}. ${'Word '.repeat(20)}.`,
    `${'word '.repeat(20)}: ${'word '.repeat(20)}.`,
    'Analyses of the synchronization of neighbors in gray.',
  ])('without one is not: %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});

describe('texts that users read', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-texts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [
      'a.ts',
      "import x from './a file';\n// A comment here\nconst a = `Cannot open ${x}: run again.`;\n",
      [[3, 'Cannot open …: run again.']],
    ],
    ['b.tsx', 'const b = <p class="quiet wide">No data yet.</p>;\n', [[1, 'No data yet.']]],
    ['c.ts', "run(`#!/bin/sh\necho says it`);\nconst word = 'single';\n", []],
    [
      'd.md',
      '# Title\n\n```sh\ntells it\n```\n\nRun `says it` at [home](a b).\n',
      [
        [1, 'Title'],
        [7, 'Run X at [home].'],
      ],
    ],
    ['e.json', '{\n  "title": "Show `x y` now",\n  "key": "one"\n}\n', [[2, 'Show X now']]],
    [
      'g.c',
      '#include "a b.h"\n/* "A comment here" */\nsay("rank %u is"\n    " late: %" PRIu64 " bytes\\n");\n',
      [[3, 'rank %u is late: % bytes\n']],
    ],
    [
      'h.yaml',
      '# Two words\nname: What matters\ndescription: Runs the `x y` again.\n',
      [
        [1, 'Two words'],
        [3, 'Runs the X again.'],
      ],
    ],
    ['f.asl', 'explain: "It waits long.";\n', [[1, 'It waits long.']]],
  ] as const)('are read from %s', (name, content, texts) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    expect(userTexts(path).map(({ line, text }) => [line, text])).toEqual(texts);
  });
});

/** The section "To add a format" of ARCHITECTURE.md, done: a format is added to a copy of the sources and used. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourcesCopy } from '../support/sourcesCopy.js';

const READER = join(import.meta.dirname, 'added', 'tally.ts.txt');

let copy: SourcesCopy;
beforeAll(async () => {
  copy = new SourcesCopy('add-format');
  // One folder …
  copy.add('src/formats/tally/index.ts', READER);
  // … and one line, with its import.
  copy.replace('src/formats/index.ts', [
    ["from './format.js';\n", "from './format.js';\nimport { tally } from './tally/index.js';\n"],
    ['  folded,\n]', '  folded,\n  tally,\n]'],
  ]);
  await copy.bundle({ cli: 'src/cli/main.ts', analysisWorker: 'src/engine/workers/analysisWorker.ts' });
});
afterAll(() => copy.remove());

async function analyze(...words: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    copy.path('dist', 'cli.cjs'),
    'analyze',
    ...words,
    '--json',
  ]);
  return JSON.parse(stdout);
}

describe('a format that was added', () => {
  const stacks = 'TALLY\nmain/solve/inner=300\nmain/solve=100\nmain/MPI_Barrier=100\n';

  it('is opened by the command line and its worker, by content and by folder', async () => {
    const report = {
      measurement: 'profile',
      program: 'heat',
      totalTime: 5,
      findings: [],
      profile: [{ region: 'inner', exclusive: 3 }, { region: 'solve' }, { region: 'MPI_Barrier' }],
    };
    const folder = copy.path('heat');
    mkdirSync(folder);
    writeFileSync(join(folder, 'out.tally'), stacks);
    expect(await analyze(folder)).toMatchObject(report);
    const unnamed = copy.path('stacks');
    writeFileSync(unnamed, stacks);
    expect(await analyze(unnamed)).toMatchObject({ ...report, program: 'stacks' });
  });

  it('is refused in a sentence where it is damaged', async () => {
    const path = copy.path('damaged.tally');
    writeFileSync(path, 'TALLY\nthis is nothing\n');
    await expect(analyze(path)).rejects.toThrow(/damaged\.tally has a line that is no tally/);
  });

  it('is named in the messages about supported formats', async () => {
    const path = copy.path('notes.txt');
    writeFileSync(path, 'nothing\n');
    await expect(analyze(path)).rejects.toThrow(/is no OTF2 trace .* or tally \(\*\.tally\)/);
  });
});

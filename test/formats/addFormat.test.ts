/** The section "To add a format" of ARCHITECTURE.md, done: a format is added to a copy of the sources and used. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const READER = join(import.meta.dirname, 'added', 'folded.ts.txt');

/** Below the project, so that the copy finds the packages it imports. */
let scratch: string;
beforeAll(async () => {
  mkdirSync(join(root, 'out'), { recursive: true });
  scratch = mkdtempSync(join(root, 'out', 'add-format-'));
  cpSync(join(root, 'src'), join(scratch, 'src'), { recursive: true });
  // One folder …
  mkdirSync(join(scratch, 'src', 'formats', 'folded'));
  cpSync(READER, join(scratch, 'src', 'formats', 'folded', 'index.ts'));
  // … and one line, with its import.
  const list = join(scratch, 'src', 'formats', 'index.ts');
  const text = readFileSync(list, 'utf8');
  const added = text
    .replace("from './format.js';\n", "from './format.js';\nimport { folded } from './folded/index.js';\n")
    .replace('[otf2, cube]', '[otf2, cube, folded]');
  expect(added).toContain('[otf2, cube, folded]');
  writeFileSync(list, added);
  await build({
    entryPoints: {
      cli: join(scratch, 'src/cli/main.ts'),
      analysisWorker: join(scratch, 'src/engine/analysisWorker.ts'),
    },
    outdir: join(scratch, 'dist'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function analyze(...words: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(scratch, 'dist', 'cli.cjs'),
    'analyze',
    ...words,
    '--json',
  ]);
  return JSON.parse(stdout);
}

describe('a format that was added', () => {
  const stacks = 'main;solve;inner 300\nmain;solve 100\nmain;MPI_Barrier 100\n';

  it('is opened by the command line and its worker, by content and by folder', async () => {
    const report = {
      measurement: 'profile',
      program: 'heat',
      totalTime: 5,
      findings: [],
      profile: [{ region: 'inner', exclusive: 3 }, { region: 'solve' }, { region: 'MPI_Barrier' }],
    };
    const folder = join(scratch, 'heat');
    mkdirSync(folder);
    writeFileSync(join(folder, 'out.folded'), stacks);
    expect(await analyze(folder)).toMatchObject(report);
    const unnamed = join(scratch, 'stacks');
    writeFileSync(unnamed, stacks);
    expect(await analyze(unnamed)).toMatchObject({ ...report, program: 'stacks' });
  });

  it('is refused in a sentence where it is damaged', async () => {
    const path = join(scratch, 'damaged.folded');
    writeFileSync(path, 'this is nothing\n');
    await expect(analyze(path)).rejects.toThrow(/damaged\.folded has a line that is no folded stack/);
  });

  it('is named where people are told what can be opened', async () => {
    const path = join(scratch, 'notes.txt');
    writeFileSync(path, 'nothing\n');
    await expect(analyze(path)).rejects.toThrow(/is no OTF2 trace .* or folded stacks \(\*\.folded\)/);
  });
});

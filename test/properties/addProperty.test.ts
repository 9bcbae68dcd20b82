/** The section "To add a property" of ARCHITECTURE.md, done: a property is added to a copy of the sources and found. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { SourcesCopy } from '../support/sourcesCopy.js';

const run = promisify(execFile);
const ARCHIVE = join(root, 'examples/heat2d-mpi/recorded');
const NAME = 'mpi_init_wait';

const reportSchema = v.object({
  metrics: v.array(v.object({ name: v.string(), parent: v.optional(v.string()), value: v.number() })),
});

let copy: SourcesCopy;
beforeAll(async () => {
  copy = new SourcesCopy('add-property', ['src', 'scripts', 'docs']);
  // One folder …
  for (const [file, from] of [
    ['index.ts', 'index.ts'],
    ['formula.ts', 'formula.ts'],
    ['picture.ts', 'picture.ts'],
    [`${NAME}.md`, 'page.md'],
  ] as const)
    copy.add(join('src/properties', NAME, file), join(import.meta.dirname, 'added', `${from}.txt`));
  // … and one line.
  const line = (name: string): string => `export { group as ${name} } from './${name}/index.js';\n`;
  copy.replace('src/properties/folders.ts', [[line('mpi_init_completion'), line('mpi_init_completion') + line(NAME)]]);
  await run(process.execPath, [copy.path('scripts/properties.mjs')]);
  await copy.bundle({ cli: 'src/cli/main.ts', analysisWorker: 'src/engine/workers/analysisWorker.ts' });
  cpSync(copy.path('src/probe'), copy.path('dist/probe'), { recursive: true });
}, 180_000);
afterAll(() => copy.remove());

async function analyze(program: string, ...options: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [program, 'analyze', ARCHIVE, ...options], { maxBuffer: 1 << 26 });
  return stdout;
}

describe('a property that was added', { timeout: 60_000 }, () => {
  it('has its picture, its row in the overview of pages, and its row in docs/findings-and-marks.md', () => {
    const read = (...path: string[]): string => readFileSync(copy.path(...path), 'utf8');
    expect(read('src/properties', NAME, `${NAME}.svg`)).toContain('<title id="title">Wait at Init</title>');
    expect(read('src/properties/overview.md')).toContain(
      `\n| [Wait at Init](${NAME}/${NAME}.md) | \`${NAME}\` | Time in MPI_Init until the last process entered it |\n`,
    );
    expect(read('docs/findings-and-marks.md')).toContain(
      `\n| [Wait at Init](../src/properties/${NAME}/${NAME}.md) | others start later |\n`,
    );
  });

  it('is found at its declared location, in report and table', async () => {
    const metricsOf = (text: string) =>
      new Map(v.parse(reportSchema, JSON.parse(text)).metrics.map((metric) => [metric.name, metric]));
    const found = metricsOf(await analyze(copy.path('dist/cli.cjs'), '--json'));
    const added = found.get(NAME);
    expect(added?.parent).toBe('mpi_init_exit');
    expect(added?.value).toBeGreaterThan(0);
    const rows = (await analyze(copy.path('dist/cli.cjs'), '--tsv')).split('\n').map((row) => row.split('\t'));
    const waits = rows.filter(([metric]) => metric === NAME);
    expect(waits.reduce((sum, [, , , value]) => sum + Number(value), 0)).toBeCloseTo(added?.value ?? 0, 12);
    expect(new Set(waits.map(([, path]) => path))).toEqual(new Set(['heat2d/main/MPI_Init']));
  });
});

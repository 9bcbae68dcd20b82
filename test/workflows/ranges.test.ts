/** Ranges of source lines, from the file that people's marks are kept in to findings. */
import { execa } from 'execa';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { withRanges } from '../../src/measurement/ranges/file.js';
import { hashOf, linesOf } from '../../src/measurement/ranges/model.js';
import { trimtab } from '../cli/support.js';
import { buildProbe, lacking, measure, mpiProject } from './mpiProject.js';

const SOURCE = `#include <mpi.h>
static volatile double sum;
static volatile int times = 3000;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 5; step++) {
    for (int i = 0; i < times; i++)
      sum = sum * 0.5 + 1;
    //trimtab begin group=late second
    for (int i = 0; i < times; i++)
      sum = sum * 0.25 + 1;
    //trimtab end
  }
  MPI_Finalize();
  return 0;
}
`;
const MAIN = `#include <mpi.h>
int part(int);
int other(int);
static volatile int sum;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 7; i++)
    sum += part(i);
  sum += other(sum);
  MPI_Finalize();
  return 0;
}
`;
const PART = 'static volatile int s;\nint part(int i) {\n  s = i;\n  s += 2;\n  return s;\n}\n';
const MAKEFILE = `CFLAGS = -O0
late: main.o part.o other.o
\t$(CC) -o $@ main.o part.o other.o
%.o: %.c
\t$(CC) $(CFLAGS) -c -o $@ $<
`;
const without = arch() === 'x64' ? await lacking() : 'sleds are for x86-64';

describe.skipIf(without !== undefined)('lines that were marked', { timeout: 180_000 }, () => {
  beforeAll(() => buildProbe(), 120_000);

  it('are measured, if their text is still the same, and are reported', async () => {
    const project = mpiProject(SOURCE);
    const lines = linesOf(SOURCE);
    const hash = hashOf(lines.slice(6, 8));
    mkdirSync(join(project.folder, '.trimtab'), { recursive: true });
    const put = [
      // The lines were one line below when they were marked.
      { file: 'late.c', first: 8, last: 9, hash, name: 'first', group: 'RANGES' },
      { file: 'late.c', first: 2, last: 2, hash: '0123456789abcdef', name: 'stale', group: 'RANGES' },
      { file: 'late.c', first: 1, last: 1, hash: hashOf(lines.slice(0, 1)), name: 'nothing', group: 'RANGES' },
    ];
    writeFileSync(join(project.folder, '.trimtab', 'ranges.yaml'), withRanges('', { out: [], put }));
    const { report } = await measure(project, {
      yaml: 'measure: { mode: trace }\n',
      build: '[trimtab-cc, mpicc, -O0, -o, late, late.c]',
    });
    const calls = new Map(report.functions.map(({ region, visits }) => [region, visits]));
    const ranks = calls.get('main') ?? 0;
    expect(ranks).toBeGreaterThan(0);
    expect([calls.get('first'), calls.get('second')]).toEqual([5 * ranks, 5 * ranks]);

    const said = await trimtab(project.folder, 'instrument', 'ranges', 'late');
    expect(said.err).toContain('stale is not measured: the text of line 2 of late.c was changed since it was marked');
    // Visits of all ranks, and what measuring them took: at least a nanosecond each.
    expect(said.out).toMatch(
      new RegExp(`^first +1 +\\d+ +\\d+ +\\d+ +1 +1 +${5 * ranks} +\\d+(\\.\\d+)? (ns|µs)$`, 'm'),
    );
    expect(said.err).toMatch(/in which entering and leaving a region took \d+(\.\d+)? (ns|µs)/);
    expect(said.out).toContain(
      'nothing: The compiler made no instructions of these lines; the nearest with instructions',
    );
    expect(said.out).toMatch(/^instructions +\d+ +100(\.0)? %\nof a line +\d+ +\d+(\.\d+)? %\nof no line +\d+ +/m);
    const plain = await execa('mpicc', ['-o', 'plain', 'late.c'], { cwd: project.folder });
    expect(plain.exitCode).toBe(0);
    expect((await trimtab(project.folder, 'instrument', 'ranges', 'plain')).err).toContain(
      'measures no ranges of lines',
    );
  });

  it('are others at the next build with make, which compiles what they are in again, and nothing else', async () => {
    const project = mpiProject();
    const put = (name: string, text: string): void => writeFileSync(join(project.folder, name), text);
    put('main.c', MAIN);
    put('part.c', PART);
    put('other.c', 'int other(int i) { return i + 1; }\n');
    put('Makefile', MAKEFILE);
    mkdirSync(join(project.folder, '.trimtab'), { recursive: true });
    const mark = (file: string, line: number, name: string): void => {
      const text = linesOf(file === 'main.c' ? MAIN : PART).slice(line - 1, line);
      const range = { file, first: line, last: line, hash: hashOf(text), name, group: 'RANGES' };
      put('.trimtab/ranges.yaml', withRanges('', { out: [], put: [range] }));
    };
    const made = (): number[] =>
      ['main.o', 'part.o', 'other.o'].map((name) => statSync(join(project.folder, name)).mtimeMs);
    const visits = async (): Promise<[Map<string, number>, string[]]> => {
      const told: string[] = [];
      const { report } = await measure(project, {
        yaml: 'measure: { mode: trace }\n',
        build: '[make, "CC=trimtab-cc mpicc"]',
        onProgress: (_, message) => told.push(message),
      });
      return [new Map(report.functions.map((each) => [each.region, each.visits])), told];
    };
    mark('part.c', 4, 'in part');
    const [first] = await visits();
    const ranks = first.get('main') ?? 0;
    expect(first.get('in part')).toBe(7 * ranks);
    const before = made();

    mark('main.c', 9, 'in main');
    const [second] = await visits();
    expect([second.get('in part'), second.get('in main')]).toEqual([undefined, ranks]);
    const after = made();
    expect(after.map((time, index) => time !== before[index])).toEqual([true, true, false]);

    // An archive of objects that are gone: nothing that make knows has changed.
    put('Makefile', 'late:\n\ttrue\n');
    put('.trimtab/ranges.yaml', 'ranges: []\n');
    const [third, told] = await visits();
    expect(third.get('in main')).toBe(ranks);
    expect(told.join('\n')).toContain('in main is still measured in late, which was built when it was marked; compile');
  });
});

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { parseSelection } from '../../src/measurement/selection/syntaxes.js';
import { buildProbe, lacking, measure } from '../workflows/mpiProject.js';
import { trimtab } from './support.js';

const SOURCE = `#include <mpi.h>
static volatile double sum;
static volatile int times = 8; // so short that recording takes much of its time even where the run is interrupted
__attribute__((noinline)) static void tiny(void) { for (int i = 0; i < times; i++) sum = sum * 0.5 + 1; }
__attribute__((noinline)) static void work(void) { for (int i = 0; i < 20000000; i++) sum = sum * 0.5 + 1; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 200000; i++) tiny();
  work();
  MPI_Finalize();
  return 0;
}
`;
const without = arch() === 'x64' ? await lacking() : 'sleds are for x86-64';

describe.skipIf(without !== undefined)('trimtab instrument reduce', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'reduce-'));
  const project = { folder, source: join(folder, 'late.c'), store: new ExperimentStore(folder) };
  beforeAll(async () => {
    await buildProbe();
    writeFileSync(project.source, SOURCE);
    const measured = 'measure: { hooks: sleds, functions: all, budget: 100 }\n';
    await measure(project, { yaml: measured, build: '[trimtab-cc, mpicc, -O1, -o, late, late.c]' });
  }, 240_000);
  const reduce = (...words: string[]) => trimtab(project.folder, 'instrument', 'reduce', 'latest', ...words);

  it('excludes by the cost that the run measured, and writes a selection in either syntax', async () => {
    const { code, out, err } = await reduce('--strategy', 'tor', '--output', 'select.tau');
    expect([code, err]).toEqual([0, '1 of 3 functions are excluded. The filter is in select.tau.\n']);
    expect(out).toMatch(/^ *calls +ns\/call +overhead +rule +function\n *400,000 +\d+ +[\d.]+ (?:m|µ)s +TOR.* tiny\n$/);
    expect(readFileSync(join(project.folder, 'select.tau'), 'utf8')).toBe(
      'BEGIN_EXCLUDE_LIST\ntiny\nEND_EXCLUDE_LIST\n',
    );
    await reduce('--strategy', 'tor', '--output', 'a.filter');
    const filter = readFileSync(join(project.folder, 'a.filter'), 'utf8');
    expect(parseSelection(filter, 'a').selection.functions).toEqual([{ take: 'exclude', glob: 'tiny', line: 3 }]);
    // A cost of next to nothing leaves nothing out.
    expect((await reduce('--strategy', 'tor', '--cost', '0.0001')).err).toContain('0 of 3 functions');
  });

  it('excludes by the cost that a profile measured itself, by TOR, and by POR', async () => {
    const measured = 'measure: { hooks: sleds, functions: all, budget: 100 }\n';
    const other = { ...project, folder: mkdtempSync(join(tmpdir(), 'reduce-')) };
    const store = new ExperimentStore(other.folder);
    writeFileSync(join(other.folder, 'late.c'), SOURCE);
    const build = '[trimtab-cc, mpicc, -O1, -o, late, late.c]';
    const { report } = await measure({ ...other, store }, { yaml: measured, build, mode: 'profile' });
    expect(report.measurement).toBe('profile');
    for (const strategy of ['tor', 'por']) {
      const told = await trimtab(other.folder, 'instrument', 'reduce', 'latest', '--strategy', strategy);
      expect([told.code, told.err]).toEqual([0, expect.stringContaining('1 of 3 functions are excluded')]);
      expect(told.out).toMatch(new RegExp(`400,000 +\\d+ +[\\d.]+ (?:m|µ)s +${strategy.toUpperCase()}.* tiny\n$`));
    }
  });

  it('excludes by rules, into trimtab.yaml', async () => {
    const yaml = 'version: 1 # kept\nprogram: late\nranks: 2\nrun: { command: [./late] }\n';
    writeFileSync(join(project.folder, 'trimtab.yaml'), yaml);
    writeFileSync(join(project.folder, 'rules'), 'numcalls > 10000 & usecs/call < 100000\n');
    const { out } = await reduce('--rules', 'rules', '--output', 'trimtab.yaml');
    expect(out).toContain('numcalls > 10000 & usecs/call < 100000  tiny');
    const written = readFileSync(join(project.folder, 'trimtab.yaml'), 'utf8');
    expect(written).toBe(`${yaml}selection:\n  functions:\n    - exclude: tiny\n`);
    expect((await reduce()).err).toContain('0 of 3 functions are excluded. --output writes');
    writeFileSync(join(project.folder, 'wrong'), 'calls > 1');
    expect((await reduce('--rules', 'wrong')).err).toContain('wrong:1:1: "calls" is no field');
  });

  it('is explained where it is not understood', async () => {
    expect((await reduce('--strategy', 'agor')).err).toContain('--strategy takes tor or por, not "agor".');
    expect((await reduce('--strategy', 'tor', '--rules', 'r')).err).toContain(
      '--rules and --strategy exclude each other',
    );
    expect((await reduce('--cost', 'x')).err).toContain('--cost takes the nanoseconds');
    expect((await trimtab(project.folder, 'instrument', 'reduce')).err).toContain('needs <experiment>: an experiment');
  });
});

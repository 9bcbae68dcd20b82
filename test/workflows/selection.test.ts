/** Selections in trimtab.yaml, from build to findings. */
import { execa } from 'execa';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import { NO_SELECTION } from '../../src/measurement/selection/planned.js';
import { measuredDespiteRules } from '../../src/workflows/actions/analyze/selection.js';
import { trimtab } from '../cli/support.js';
import { buildProbe, lacking, measure, mpiProject, PROBE, type Project } from './mpiProject.js';

const SOURCE = `#include <mpi.h>
static volatile double sum;
static volatile int times = 30;
#define WORK for (int i = 0; i < times; i++) sum = sum * 0.5 + 1;
__attribute__((noinline)) static void write_mesh(void) { WORK }
__attribute__((noinline)) static void write_field(void) { WORK }
__attribute__((noinline)) static void solve(void) { WORK }
__attribute__((noinline)) static void precondition(void) { WORK }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  write_mesh(); write_field(); solve(); precondition();
  MPI_Finalize();
  return 0;
}
`;
const without = arch() === 'x64' ? await lacking() : 'sleds are for x86-64';
const OWN = ['main', 'precondition', 'solve', 'write_field', 'write_mesh'];

const own = ({ functions }: FindingsReport) =>
  functions
    .map(({ region }) => region)
    .filter((region) => OWN.includes(region))
    .sort();

describe.skipIf(without !== undefined)('a selection in trimtab.yaml', { timeout: 180_000 }, () => {
  beforeAll(() => buildProbe(), 120_000);

  const run = async (project: Project, more: string) => {
    const { report } = await measure(project, {
      yaml: `measure: { mode: trace, hooks: sleds }\n${more}`,
      build: '[trimtab-cc, mpicc, -O1, -o, late, late.c]',
    });
    return report;
  };

  it('excludes functions by its rules, its file, its groups and its files', async () => {
    const project = mpiProject(SOURCE);
    writeFileSync(
      join(project.folder, 'select.tau'),
      'BEGIN_EXCLUDE_LIST\n"#_field"\nvoid solve(void)\nEND_EXCLUDE_LIST\n',
    );
    expect(own(await run(project, ''))).toEqual(OWN);
    expect(
      own(await run(project, 'selection: { functions: [{ exclude: "write_*" }, { include: write_mesh }] }\n')),
    ).toEqual(['main', 'precondition', 'solve', 'write_mesh']);
    expect(own(await run(project, 'selection: { file: select.tau }\n'))).toEqual([
      'main',
      'precondition',
      'write_mesh',
    ]);
    expect(
      own(await run(project, 'selection: { groups: { IO: ["write_*"], USER1: ["*_mesh"] } }\ngroups: { IO: off }\n')),
    ).toEqual(['main', 'precondition', 'solve', 'write_mesh']);
    const newest = project.store.list().at(0)?.id ?? '';
    expect(project.store.get(newest).manifest.measurement).toMatchObject({ selection: { switched: { IO: false } } });
    expect(readFileSync(join(project.store.get(newest).folder, 'selection.txt'), 'utf8')).toContain('xp write_*\n');
    expect(own(await run(project, 'selection: { files: [{ exclude: late.c }] }\n'))).toEqual([]);
    expect(own(await run(project, ''))).toEqual(OWN);
  });
});

describe.skipIf(without !== undefined)('trimtab instrument explain', { timeout: 120_000 }, () => {
  it('describes the effect of the selection', async () => {
    const { folder } = mpiProject(SOURCE);
    const env = { TRIMTAB_SLEDS: '1' };
    await execa(join(PROBE, 'trimtab-cc'), ['mpicc', '-O1', '-o', 'late', 'late.c'], { cwd: folder, env });
    const yaml =
      'version: 1\nprogram: p\nranks: 2\nrun: { command: [./late] }\n' +
      'selection: { functions: [{ exclude: "*" }, { include: solve }] }\n';
    writeFileSync(join(folder, 'trimtab.yaml'), yaml);
    const { out } = await trimtab(folder, 'instrument', 'explain', 'late', '--json');
    const told = JSON.parse(out) as { name: string; reason: string; measured: boolean }[];
    const solve = told.find(({ name }) => name === 'solve');
    expect(solve).toMatchObject({ reason: 'asked for', measured: true });
    expect(told.find(({ name }) => name === 'write_mesh')).toMatchObject({ reason: 'unselected', measured: false });
    expect((await trimtab(folder, 'instrument', 'explain', 'late')).out).toContain('excluded by the selection');
  });
});

describe('functions that are measured although rules leave them out', () => {
  const functions = ['solve', 'ns::get(int)'].map((region) => ({
    region,
    place: { file: '/p/a.cpp', line: 1 },
    visits: 1,
    exclusive: 1,
    inclusive: 1,
    share: 1,
    properties: [],
  }));
  const rules = (...globs: string[]) => ({
    ...NO_SELECTION,
    functions: globs.map((glob) => ({ take: 'exclude' as const, glob })),
  });

  it('are named', () => {
    expect(measuredDespiteRules(rules('ns::get'), { functions })?.message).toContain('ns::get(int) is still measured');
    expect(measuredDespiteRules(rules('other*'), { functions })).toBeUndefined();
    // User annotations of the program are recorded regardless of rules.
    expect(measuredDespiteRules(rules('*'), { functions }, () => false)).toBeUndefined();
  });
});

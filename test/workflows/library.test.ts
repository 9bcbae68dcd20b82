/** The workflows that Trimtab brings along. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { loadConfiguration } from '../../src/workflows/configuration/configuration.js';
import { parseWorkflow } from '../../src/workflows/language/parse.js';
import type { ValueRecord } from '../../src/base/value.js';
import { availableWorkflows, workflowText } from '../../src/workflows/library.js';
import {
  answerRun,
  openSurroundings,
  startRun,
  type StepState,
  type WorkflowRunState,
} from '../../src/workflows/runner/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { analyzeHere, buildProbe, lacking, PROBE } from './mpiProject.js';

const ROOT = resolve(import.meta.dirname, '../..');
const without = await lacking();

describe('the shipped workflows', () => {
  const shipped = availableWorkflows(join(ROOT, 'test/workflows')).filter((workflow) => workflow.shipped);

  it('are there', () => {
    expect(shipped.map(({ id, name }) => [id, name])).toEqual([
      ['analyze-performance', 'Analyze performance'],
      ['profile-then-trace', 'Profile first, then trace'],
      ['scalability-study', 'Scalability study'],
      ['tuning-cycle', 'Tuning cycle'],
    ]);
  });

  it.each(shipped.map(({ id }) => id))('%s has no mistake and says what it is for', (id) => {
    const { path, text } = workflowText(id, ROOT);
    const { workflow, problems } = parseWorkflow(text);
    expect(problems, path).toEqual([]);
    expect(workflow?.description).toMatch(/\.$/);
    // Every input is explained where it stands.
    const lines = text.split('\n');
    for (const name of Object.keys(workflow?.inputs ?? {}))
      expect(lines[lines.findIndex((line) => line.startsWith(`  ${name}:`)) - 1], name).toMatch(/^ {2}# \S/);
  });
});

/** A small heat2d, so that a run takes no time; built and run as its example says. */
function heat2d(): string {
  const folder = temporaryFolder();
  for (const file of ['heat2d.c', 'Makefile']) cpSync(join(ROOT, 'examples/heat2d-mpi', file), join(folder, file));
  const text = readFileSync(join(ROOT, 'examples/heat2d-mpi/trimtab.yaml'), 'utf8');
  writeFileSync(join(folder, 'trimtab.yaml'), text.replace('./heat2d]', './heat2d, 128, 10]'));
  return folder;
}

async function done(
  folder: string,
  workflow: string,
  inputs: ValueRecord,
  onChange: (state: WorkflowRunState) => void = () => undefined,
): Promise<WorkflowRunState> {
  const surroundings = openSurroundings({
    configuration: loadConfiguration(join(folder, 'trimtab.yaml')),
    store: new ExperimentStore(folder),
    probeFolder: PROBE,
    analyzeArchive: analyzeHere,
  });
  const { signal } = new AbortController();
  const { state } = await startRun(workflow, inputs, surroundings, { signal, onChange }).ended;
  await surroundings.close();
  expect(state.sentence).toBeUndefined();
  return state;
}

const outputsOf = ({ steps }: WorkflowRunState, key: string): StepState['outputs'] =>
  steps.find((step) => step.key === key)?.outputs;

const title = (name: string): string => `${name}${without === undefined ? '' : ` (not tested: ${without})`}`;

describe.skipIf(without !== undefined)('with real runs of heat2d', () => {
  beforeAll(() => buildProbe(), 120_000);

  it(title('a scalability study tells speed-up, efficiency and growth'), async () => {
    const folder = heat2d();
    const state = await done(folder, 'scalability-study', { ranks: [1, 2, 4] });
    const scaling = v.parse(
      v.object({
        points: v.array(
          v.object({
            ranks: v.number(),
            experiments: v.array(v.string()),
            seconds: v.number(),
            speedup: v.number(),
            efficiency: v.number(),
            properties: v.record(v.string(), v.number()),
          }),
        ),
        properties: v.array(v.object({ property: v.string(), title: v.string(), growth: v.number() })),
      }),
      outputsOf(state, 'scaling'),
    );
    const store = new ExperimentStore(folder);
    expect(scaling.points.map(({ ranks }) => ranks)).toEqual([1, 2, 4]);
    const base = store.get(elementAt(elementAt(scaling.points, 0).experiments, 0)).report().span;
    for (const { ranks, experiments, seconds, speedup, efficiency, properties } of scaling.points) {
      const report = elementAt(
        experiments.map((id) => store.get(id).report()),
        0,
      );
      expect(report.processes).toBe(ranks);
      expect(seconds).toBe(report.span);
      expect(speedup).toBeCloseTo(base / report.span, 10);
      expect(efficiency).toBeCloseTo(base / report.span / ranks, 10);
      const lateSender = report.findings.filter(({ property }) => property === 'mpi_latesender');
      if ('mpi_latesender' in properties)
        expect(properties.mpi_latesender).toBeCloseTo(
          lateSender.reduce((sum, { severity }) => sum + severity, 0),
          10,
        );
    }
    expect(store.list()).toHaveLength(3);
  });

  it(title('profile first, then trace leaves out what is called often and short'), async () => {
    const folder = heat2d();
    const source = join(folder, 'heat2d.c');
    const tiny = `__attribute__((noinline)) static double tiny_step(double x) { __asm__ volatile(""); return x + 1; }\n`;
    const text = readFileSync(source, 'utf8');
    const called = text.replace(
      /MPI_Finalize\(\);/,
      'double tiny_sum = 0; for (int tiny = 0; tiny < 20000; tiny++) tiny_sum = tiny_step(tiny_sum); if (tiny_sum < 0) return 9; MPI_Finalize();',
    );
    expect(called).not.toBe(text);
    writeFileSync(source, called.replace(/^int main/m, `${tiny}int main`));
    const state = await done(folder, 'profile-then-trace', {});
    const profile = outputsOf(state, 'profile') ?? {};
    expect(profile.shortFunctions).toContain('tiny_step');
    const store = new ExperimentStore(folder);
    const regions = (id: unknown): string[] =>
      store
        .get(v.parse(v.string(), id))
        .report()
        .functions.map(({ region }) => region);
    const selected = outputsOf(state, 'trace')?.experiment;
    expect(regions(profile.experiment)).toContain('tiny_step');
    expect(regions(selected)).not.toContain('tiny_step');
    expect(regions(selected)).toContain('main');
    expect(store.get(v.parse(v.string(), selected)).manifest.note).toContain('tiny_step');
  });

  /** A project with a short function that is called often, in another language than C. */
  const CPLUSPLUS = `#include <mpi.h>
struct Mesh { __attribute__((noinline)) int tiny(int a) { __asm__ volatile(""); return a + 1; } };
static int sum(Mesh &mesh) { int total = 0; for (int i = 0; i < 20000; i++) total = mesh.tiny(total); return total; }
int main(int argc, char **argv) { MPI_Init(&argc, &argv); Mesh mesh; int total = sum(mesh); MPI_Finalize(); return total < 0; }
`;
  const FORTRAN = `module mo
contains
  subroutine tiny(a)
    integer, intent(inout) :: a
    a = a + 1
  end subroutine
  subroutine add(total)
    integer, intent(inout) :: total
    integer :: i
    do i = 1, 20000
      call tiny(total)
    end do
  end subroutine
end module
program test
  use mpi
  use mo
  integer :: error, total
  total = 0
  call MPI_Init(error)
  call add(total)
  call MPI_Finalize(error)
  if (total < 0) stop 1
end program
`;
  const CMAKE = `cmake_minimum_required(VERSION 3.21)
project(test CXX)
add_executable(test test.cpp)
`;
  const LAUNCHERS = `-DCMAKE_CXX_COMPILER=mpicxx, -DCMAKE_CXX_COMPILER_LAUNCHER=trimtab-cc, -DCMAKE_CXX_LINKER_LAUNCHER=trimtab-cc`;

  const project = (files: Record<string, string>, build: string, program: string): string => {
    const folder = temporaryFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    writeFileSync(
      join(folder, 'trimtab.yaml'),
      `version: 1\nprogram: test\nranks: 2\nbuild:\n  command: ${build}\nrun:\n  command: [mpirun, -n, '{ranks}', ${program}]\n`,
    );
    return folder;
  };

  const selected = async (folder: string) => {
    const state = await done(folder, 'profile-then-trace', {});
    const profile = outputsOf(state, 'profile') ?? {};
    const trace = outputsOf(state, 'trace') ?? {};
    const store = new ExperimentStore(folder);
    const report = store.get(v.parse(v.string(), trace.experiment)).report();
    return { profile, trace, report, sentence: state.steps.find(({ key }) => key === 'trace')?.sentence };
  };

  it.each([
    {
      what: 'C++ methods, with CMake',
      files: { 'CMakeLists.txt': CMAKE, 'test.cpp': CPLUSPLUS },
      build: `[[cmake, -S, ., -B, out, -DCMAKE_BUILD_TYPE=RelWithDebInfo, ${LAUNCHERS}], [cmake, --build, out]]`,
      program: 'out/test',
      part: 'Mesh::tiny',
    },
    {
      what: 'procedures of Fortran modules',
      files: { 'test.f90': FORTRAN },
      build: '[trimtab-cc, mpifort, -O1, -fno-inline, -o, test, test.f90]',
      program: './test',
      part: 'tiny',
    },
  ])('profile first, then trace leaves out $what', async ({ files, build, program, part }) => {
    const { profile, trace, report, sentence } = await selected(project(files, build, program));
    expect(profile.shortFunctions).toEqual([part]);
    expect(report.functions.filter(({ region }) => region.includes('tiny'))).toEqual([]);
    // Each of two ranks enters and leaves it 20,000 times.
    expect(Number(profile.events) - Number(trace.events)).toBe(80_000);
    expect(sentence).toContain('The trace has shrunk');
    expect(report.problems).toEqual([]);
  });

  it(title('profile first, then trace says when leaving functions out had no effect'), async () => {
    const files = { 'test.cpp': CPLUSPLUS, Makefile: 'test: test.cpp\n\ttrimtab-cc mpicxx -O1 -o test test.cpp\n' };
    const { profile, trace, report } = await selected(project(files, '[make]', './test'));
    expect(trace.events).toBe(profile.events);
    expect(report.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Short functions were to be left out, but Mesh::tiny\(int\) is still measured \(/),
    ]);
  });

  it(title('a tuning cycle goes on until its requirements are met'), async () => {
    const folder = heat2d();
    const accept = ['run time <= 0.000001 s'];
    const rounds: string[] = [];
    const state = await done(folder, 'tuning-cycle', { accept, repeats: [1, 2] }, ({ id, steps }) => {
      const asking = steps.find((step) => step.state === 'asking');
      if (asking === undefined || rounds.includes(asking.key)) return;
      rounds.push(asking.key);
      answerRun(folder, id, asking.key, rounds.length === 1 ? 'measure' : 'stop');
    });
    expect(rounds).toEqual(['tuning[1]/tune', 'tuning[2]/tune']);
    expect(outputsOf(state, 'tuning[1]/validate')?.accepted).toBe(false);
    expect(state.steps.find(({ key }) => key === 'tuning[2]/measure')?.state).toBe('skipped');
    const tagged = new ExperimentStore(folder).list().map(({ tags }) => tags);
    expect(tagged.filter((tags) => tags.includes('before tuning'))).toHaveLength(2);
    expect(tagged).toHaveLength(4);
  });
});

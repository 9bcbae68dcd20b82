/** From a profile to a trace of what matters: the forecast of the trace matches its measurement. */
import { readdirSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { statOf } from '../../src/base/files/index.js';
import type { Experiment, ExperimentStore } from '../../src/experiments/index.js';
import { forecastDeclaration } from '../../src/workflows/declarations/forecast.js';
import { parseConfiguration } from '../../src/workflows/configuration/configuration.js';
import { latestOutputs } from '../../src/workflows/language/declaration.js';
import { openSurroundings, readRuns, startRun } from '../../src/workflows/runner/index.js';
import { trimtab } from '../cli/support.js';
import { analyzeHere, buildProbe, lacking, measure, mpiProject, PROBE, type Project } from './mpiProject.js';

/** `step` is called so often that recording it reveals nothing; ring leads to MPI. */
const SOURCE = `#include <mpi.h>
#include <stdio.h>

static volatile double sum;
static volatile int times = 3; /* nobody unrolls the loop */

__attribute__((noinline)) static double step(double x) {
  for (int i = 0; i < times; i++) x = x * 0.5 + 1;
  return x;
}

__attribute__((noinline)) static void compute(long calls) {
  for (long i = 0; i < calls; i++) sum = step(sum);
}

__attribute__((noinline)) static void ring(int rank, int size, int round) {
  int to = (rank + 1) % size, from = (rank + size - 1) % size, there = 0;
  MPI_Request requests[2];
  MPI_Irecv(&there, 1, MPI_INT, from, round, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&round, 1, MPI_INT, to, round, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Allreduce(&there, &round, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int round = 0; round < 100; round++) {
    compute(200);
    ring(rank, size, round);
  }
  MPI_Finalize();
  return 0;
}
`;
const CALLS = 2 * 100 * 200;

const without = await lacking();
const noSleds = without ?? (arch() === 'x64' ? undefined : 'sleds are for x86-64');
const BUILD = '[trimtab-cc, mpicc, -g, -O1, -o, late, late.c]';
const SLEDS = 'measure: { hooks: sleds, functions: all, budget: 100 }\n';

/** The experiments, the oldest first. */
const inOrder = (store: ExperimentStore): Experiment[] => [...store.readable()].reverse();

/** Bytes of the events of a trace. */
function eventBytes({ folder }: Experiment): number {
  const traces = join(folder, 'trace/traces');
  const files = readdirSync(traces).filter((name) => name.endsWith('.evt'));
  return files.reduce((all, name) => all + (statOf(join(traces, name))?.size ?? 0), 0);
}

/** Returns the forecast of the newest workflow run for the trace. */
function saidIn({ folder }: Project) {
  const [run] = readRuns(folder);
  const said = latestOutputs(forecastDeclaration, run?.steps ?? []);
  if (said === undefined) throw new Error('nothing was forecast');
  return { said, sentence: run?.steps.find(({ key }) => key === 'trace')?.sentence };
}

function expectNear(real: number, said: number): void {
  expect(real / said).toBeGreaterThan(0.9);
  expect(real / said).toBeLessThan(1.1);
}

describe.skipIf(noSleds !== undefined)('a program whose functions have sleds', { timeout: 240_000 }, () => {
  beforeAll(() => buildProbe(), 240_000);

  it('is profiled, and its trace is forecast with all functions, within a tenth', async () => {
    const project = mpiProject(SOURCE);
    const options = { yaml: SLEDS, build: BUILD };
    const { report } = await measure(project, { ...options, mode: 'profile' });
    expect(report.measurement).toBe('profile');
    expect(report.flat?.find(({ region }) => region === 'step')?.calls).toBe(CALLS);
    const [profile] = inOrder(project.store);
    expect(profile?.manifest).toMatchObject({
      state: 'complete',
      trace: { kind: 'kept', path: 'trace/profile.cubex' },
      measurement: { mode: 'profile' },
    });
    const forecast = await forecastOnly(project);
    expect(forecast.experiment).toBe(profile?.id);
    expect(forecast).toMatchObject({ functions: 1, needsBuild: false });
    const told = await trimtab(project.folder, 'forecast');
    expect(told.code).toBe(0);
    expect(told.out).toContain(`late on 2 ranks, with the calls of ${String(profile?.id)}`);
    expect(told.out).toContain(`${forecast.eventsOfAll.toLocaleString('en')} events`);
    expect(told.out).toContain('Without 1 function that cost more to record than they contribute (step):');
    const traced = await measure(project, { ...options, mode: 'trace' });
    const trace = inOrder(project.store).at(-1);
    expectNear(traced.report.events, forecast.eventsOfAll);
    expectNear(trace === undefined ? 0 : eventBytes(trace), forecast.bytesOfAll);
  });

  it('is traced without functions that cost more than they reveal, and the trace matches the forecast', async () => {
    // The mean of so many calls stays short where others have the processor in one of them.
    const times = 20;
    const project = mpiProject(SOURCE.replace('compute(200)', `compute(${200 * times})`));
    let output = '';
    const onOutput = (text: string): void => void (output += text);
    const { report } = await measure(project, { yaml: SLEDS, build: BUILD, mode: 'what-matters', onOutput });
    // Printed before the trace is measured.
    const printed = /The trace will take about [\d.]+ kB \(([\d,]+) events\), without 1 function /.exec(output);
    expect(Number(printed?.[1]?.replaceAll(',', ''))).toBe(saidIn(project).said.events);
    const [profile, trace, ...others] = inOrder(project.store);
    expect(others).toEqual([]);
    expect(profile?.report().measurement).toBe('profile');
    expect(report.measurement).toBeUndefined();
    const calls = Object.fromEntries(report.functions.map(({ region, visits }) => [region, visits]));
    expect(calls).toMatchObject({ main: 2, compute: 200, ring: 200 });
    expect(calls).not.toHaveProperty('step');
    const { said, sentence } = saidIn(project);
    expect(said.eventsOfAll - said.events).toBe(2 * CALLS * times);
    expectNear(report.events, said.events);
    expectNear(trace === undefined ? 0 : eventBytes(trace), said.bytes);
    expect(sentence).toContain('The trace is as small as forecast');
    expect(report.problems.filter(({ level }) => level !== 'information')).toEqual([]);
    // An existing profile is not measured again.
    await measure(project, { yaml: SLEDS, build: BUILD, mode: 'what-matters' });
    expect(inOrder(project.store).map((one) => one.report().measurement)).toEqual(['profile', undefined, undefined]);
  });

  it('is traced without functions that the budget excluded from the profile', async () => {
    const times = 100;
    const project = mpiProject(SOURCE.replace('compute(200)', `compute(${200 * times})`));
    const options = { yaml: 'measure: { hooks: sleds, functions: all, budget: 1 }\n', build: BUILD };
    const { report: profile } = await measure(project, { ...options, mode: 'profile' });
    expect(profile.functions.map(({ region }) => region)).not.toContain('step');
    expect(profile.problems.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^1 function \(step\) was excluded while the program ran/),
    );
    const told = await trimtab(project.folder, 'forecast');
    expect(told.out).toContain('Without 1 function that cost more to record than they contribute (step):');
    // Its budget would record the function.
    let output = '';
    const { report } = await measure(project, {
      ...options,
      ...{ yaml: SLEDS, mode: 'what-matters', onOutput: (text: string) => void (output += text) },
    });
    expect(saidIn(project).said.leaveOut).toEqual(['step']);
    expect(output).toContain('1 function that the budget excluded from the profile stays excluded.');
    expect(report.functions.map(({ region }) => region)).not.toContain('step');
    expectNear(report.events, saidIn(project).said.events);
  });

  it('is profiled at first and traced after that, if the user does not choose what to keep', async () => {
    const project = mpiProject(SOURCE);
    const modes = () => inOrder(project.store).map(({ manifest }) => manifest.result?.measurement ?? 'trace');
    await measure(project, { yaml: SLEDS, build: BUILD });
    expect(modes()).toEqual(['profile']);
    const { report } = await measure(project, { yaml: SLEDS, build: BUILD });
    expect(modes()).toEqual(['profile', 'trace']);
    expect(report.functions.map(({ region }) => region)).not.toContain('step');
    expectNear(report.events, saidIn(project).said.events);
    // Counts of one method reveal nothing about another method of measurement.
    await measure(project, { yaml: SLEDS.replace('functions: all', 'functions: false'), build: BUILD });
    expect(modes()).toEqual(['profile', 'trace', 'profile']);
    // An explicit setting takes effect.
    const said = SLEDS.replace('{', '{ mode: profile,');
    await measure(project, { yaml: said, build: BUILD });
    const other = mpiProject(SOURCE);
    await measure(other, { yaml: SLEDS, build: BUILD, mode: 'trace' });
    expect(modes().at(-1)).toBe('profile');
    expect(inOrder(other.store).at(-1)?.report().measurement).toBeUndefined();
  });

  it('is asked about where its trace will be larger than a person wants, and not where it is profiled', async () => {
    const project = mpiProject(SOURCE);
    const yaml = SLEDS.replace(' }', ', limits: { trace: 1 MB } }');
    const asked: string[] = [];
    const asking = {
      choose: (question: string) => {
        asked.push(question);
        return Promise.resolve('Do not run');
      },
    };
    await measure(project, { yaml, build: BUILD, mode: 'profile', asking });
    await measure(project, { yaml, build: BUILD, mode: 'profile', asking });
    expect(asked).toEqual([]);
    await expect(measure(project, { yaml, build: BUILD, mode: 'trace', asking })).rejects.toThrow('was not run');
    expect(asked).toEqual([expect.stringMatching(/^The trace of late on 2 ranks will take about 1\.[34] MB, /)]);
    expect(asked.join()).toContain('traces above 1.0 MB need confirmation');
    // The relevant part of it is small.
    await expect(measure(project, { yaml, build: BUILD, mode: 'what-matters', asking })).resolves.toBeDefined();
  });
});

describe.skipIf(without !== undefined)("a program with compilers' hooks", { timeout: 240_000 }, () => {
  beforeAll(() => buildProbe(), 240_000);

  it('is rebuilt to exclude functions', async () => {
    const project = mpiProject(SOURCE);
    const { report } = await measure(project, {
      yaml: 'measure: { hooks: compiler }\n',
      build: BUILD,
      mode: 'what-matters',
    });
    const { said, sentence } = saidIn(project);
    expect(said).toMatchObject({ functions: 1, needsBuild: true, leaveOut: ['step'] });
    expect(report.functions.map(({ region }) => region)).not.toContain('step');
    expect(sentence).toContain('The trace is as small as forecast');
  });

  it('is reported as measured completely if the build did not compile it again', async () => {
    const project = mpiProject(SOURCE);
    writeFileSync(join(project.folder, 'Makefile'), 'late: late.c\n\ttrimtab-cc mpicc -g -O1 -o late late.c\n');
    const { report } = await measure(project, {
      yaml: 'measure: { hooks: compiler }\n',
      build: '[make]',
      mode: 'what-matters',
    });
    const { said } = saidIn(project);
    expect(report.events).toBeGreaterThan(said.events + CALLS);
    expect(report.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The trace should exclude functions, but step is still measured \(/),
    ]);
  });
});

/** Starts the step alone. */
async function forecastOnly({ folder, store }: Project) {
  const yaml = `version: 1\nprogram: late\nranks: 2\nrun:\n  command: [mpirun, -n, "{ranks}", ./late]\n${SLEDS}`;
  const file = join(folder, 'only.trimtab-workflow.yaml');
  writeFileSync(file, 'version: 1\nname: only\nsteps:\n  - forecast:\n');
  const surroundings = openSurroundings({
    configuration: parseConfiguration(yaml, join(folder, 'trimtab.yaml')),
    store,
    probeFolder: PROBE,
    analyzeArchive: analyzeHere,
  });
  try {
    const { state } = await startRun(file, {}, surroundings, { signal: new AbortController().signal }).ended;
    return v.parse(forecastDeclaration.outputs, state.steps.at(0)?.outputs);
  } finally {
    await surroundings.close();
  }
}

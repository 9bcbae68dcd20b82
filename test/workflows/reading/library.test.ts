/** The workflows that Trimtab brings along. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { loadConfiguration } from '../../../src/workflows/configuration/configuration.js';
import { parseWorkflow } from '../../../src/workflows/reading/parse.js';
import type { ValueRecord } from '../../../src/base/value.js';
import { availableWorkflows, workflowText } from '../../../src/workflows/reading/library.js';
import {
  answerRun,
  openSurroundings,
  startRun,
  type StepState,
  type WorkflowRunState,
} from '../../../src/workflows/runner/index.js';
import { temporaryFolder } from '../../experiments/support.js';
import { analyzeHere, buildProbe, lacking, PROBE } from '../mpiProject.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const without = await lacking();

describe('the shipped workflows', () => {
  const shipped = availableWorkflows(join(ROOT, 'test/workflows')).filter((workflow) => workflow.shipped);

  it('exist', () => {
    expect(shipped.map(({ id, name }) => [id, name])).toEqual([
      ['adapt-instrumentation', 'Adapt instrumentation'],
      ['analyze-performance', 'Analyze performance'],
      ['observe-long-run', 'Observe a long run'],
      ['scalability-study', 'Scalability study'],
      ['trace-what-matters', 'Trace what matters'],
      ['tuning-cycle', 'Tuning cycle'],
    ]);
  });

  it.each(shipped.map(({ id }) => id))('%s has no mistake and describes its purpose', (id) => {
    const { path, text } = workflowText(id, ROOT);
    const { workflow, problems } = parseWorkflow(text);
    expect(problems, path).toEqual([]);
    expect(workflow?.description).toMatch(/\.$/);
    // Every input is explained at its declaration.
    const lines = text.split('\n');
    for (const name of Object.keys(workflow?.inputs ?? {}))
      expect(lines[lines.findIndex((line) => line.startsWith(`  ${name}:`)) - 1], name).toMatch(/^ {2}# \S/);
  });
});

/** Returns a small heat2d, so that a run is short; built and run as in its example. */
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

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateApart } from '../../../src/engine/asl/evaluation.js';
import type { Source } from '../../../src/asl/syntax/diagnostics.js';
import { withOwnProperties } from '../../../src/engine/asl/ownEvaluation.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { dynamicsOfTrace } from '../../../src/analysis/dynamics/ofTrace.js';
import { shippedTexts } from '../../../src/asl/library.js';
import { CancelledError } from '../../../src/base/problem.js';
import { type Experiment, ExperimentStore } from '../../../src/experiments/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { spaceDefinitions } from '../../../src/model/definitions.js';
import { addMeasured } from '../../experiments/measured.js';
import { temporaryFolder } from '../../experiments/support.js';
import { bundleEngine, type EngineBundle } from '../support/bundle.js';

let bundle: EngineBundle;
beforeAll(async () => (bundle = await bundleEngine()));
afterAll(() => bundle.remove());

/** A run of 2 s of which MPI_Recv in `solve` waits 0.5 s. */
function experiment(): Experiment {
  const store = new ExperimentStore(temporaryFolder());
  const calls = [{ region: 'MPI_Recv', line: 7, wait: 1 }];
  const id = addMeasured(store, new Date(2026, 0, 1), [
    { region: 'main', line: 0, comp: 0.5, calls: [{ region: 'solve', line: 3, comp: 0.5, calls }] },
  ]);
  return store.get(id);
}

const evaluated = (property: string, text: string, on = experiment(), signal?: AbortSignal) =>
  evaluateApart({ property, texts: [{ name: 'a.asl', text }, ...shippedTexts()], readsOutside: false }, on, {
    workerPath: bundle.propertyWorker,
    ...(signal === undefined ? {} : { signal }),
  });

describe('a property that is being written', () => {
  it('is evaluated on an experiment: where it holds, from which values, at which line', async () => {
    const text = `property Waits(CallPath c, Experiment e) { let lost = c.mpi_latesender;
      in condition: lost > 0.1 s·loc; severity: lost / RB(e); at: c; }`.replace('0.1 s·loc', '0');
    expect(await evaluated('Waits', text)).toEqual({
      asked: 3,
      isMeasured: true,
      holds: 1,
      places: [
        {
          severity: 0.25,
          confidence: 1,
          place: expect.stringContaining('MPI_Recv') as string,
          values: "lost = 0.5 s·loc, costs 500 ms of all locations' time",
          source: { file: '/home/u/app/main.c', line: 7 },
        },
      ],
    });
  });

  it('that never ends is stopped, and one that is cancelled ends', async () => {
    const k = (depth: number): string => (depth === 0 ? '1' : `sum(${k(depth - 1)} where x${depth} in e.callPaths)`);
    const text = `property Endless(CallPath c, Experiment e) { severity: ${k(30)}; }`;
    const { stopped, places } = await evaluated('Endless', text);
    expect(stopped).toMatch(/^Endless: it was stopped /);
    expect(places).toEqual([]);
    const cancel = new AbortController();
    const waiting = evaluated('Endless', text, experiment(), cancel.signal);
    cancel.abort();
    await expect(waiting).rejects.toBeInstanceOf(CancelledError);
  });

  it('with a mistake, or of an unknown name, is reported', async () => {
    await expect(evaluated('P', 'property P(CallPath c) { severity: c.byts; }')).rejects.toThrow(
      /^P cannot be evaluated: a\.asl:1:38: ASL202 CallPath has no member 'byts'/,
    );
    await expect(evaluated('Q', 'param x = 1;')).rejects.toThrow('There is no property Q in this text.');
  });

  it('finds the matches of patterns in the trace of the experiment', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const recorder = store.create({ program: 'sweep', target: 'local' }, new Date(2026, 0, 1));
    const kept = join(recorder.folder, 'trace');
    cpSync('examples/sweep-mpi/recorded', kept, { recursive: true });
    const { trace, report, space } = sweep();
    recorder.update({ trace: { kind: 'kept', path: 'trace/traces.otf2' } });
    recorder.storeResults(report, { ...space, definitions: spaceDefinitions(trace.definitions) });
    recorder.finish('complete');
    const text = `property Late(Region r, Experiment e) {
      let lost = sum m.idle where m in PATTERN_MATCHES(Late(r), e.trace);
      in severity: lost / RB(e); }
      pattern Late(Region r) { roottype: Receive;
        instantiation: Enter e1 = enterptr(root); Enter e2 = enterptr(root.sendptr);
        constraint: exists e in Rs(root, root.location) such that e.region == r and e2.time > e1.time;
        export: float<s> idle = e2.time - e1.time; Enter at = e1; }`;
    const { isMeasured, places } = await evaluated('Late', text, store.get(recorder.id));
    expect(isMeasured).toBe(true);
    // The detector that reads a trace once finds the same.
    const total = (name: string): number => report.metrics.find((metric) => metric.name === name)?.value ?? NaN;
    expect(places[0]?.severity).toBeCloseTo(total('mpi_latesender') / total('time'), 9);
  });
});

const ARCHIVE = 'examples/sweep-mpi/recorded/traces.otf2';

function analyzed() {
  const trace = openArchive(ARCHIVE);
  return { trace, ...analyzeTrace(trace, { program: 'sweep' }) };
}
let known: ReturnType<typeof analyzed> | undefined;
/** A trace and its analysis, once for all tests. */
const sweep = () => (known ??= analyzed());

function ranked(texts: readonly Source[], isCancelled = () => false) {
  const { trace, space, report } = sweep();
  const run = { space, definitions: trace.definitions, totalTime: report.totalTime };
  const work = { isCancelled, workerPath: bundle.propertyWorker, heap: 48e6 };
  const own = withOwnProperties(report, { texts, run, trace: ARCHIVE }, work);
  return { report, own };
}

const GOOD = 'property Good(CallPath c, Experiment e) { severity: c.time / RB(e); impact: c.time; at: c; }';
const EVENTS = `property Received(CallPath c, Experiment e) {
  let number = count(m where m in PATTERN_MATCHES(Any(), e.trace) and m.path == c);
  in severity: number / 1000; impact: c.time; at: c; }
  pattern Any() { roottype: Receive; export: int length = root.tag; Enter at = root.enterptr; }`;
/** So many places with so many values each that no thread of 48 MB can have them. */
const HUGE = `property Huge(CallPath a, CallPath b, CallPath c, CallPath d) {
  let ${Array.from({ length: 400 }, (_, at) => `v${at} = ${at};`).join(' ')} in severity: 1; }`;

describe('the properties of a project over a run', () => {
  it('are evaluated in a separate thread: one that exhausts memory ends it, and the others are ranked', async () => {
    const texts = [HUGE, GOOD, EVENTS].map((text, at) => ({ name: `${at}.asl`, text }));
    const { report, own } = ranked([
      ...texts,
      { name: 'wrong.asl', text: 'property Wrong(CallPath c) { severity: c.gone; }' },
    ]);
    const { findings, problems } = await own;
    expect(findings.map(({ property }) => property)).toEqual(expect.arrayContaining(['Good', 'Received']));
    expect(problems.slice(report.problems.length).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^A property is not evaluated: wrong\.asl:1:\d+: ASL202/),
      'Huge: it was stopped at 48.0 MB of memory; go over fewer rows or smaller sets.',
    ]);
  });

  it('go over what changes by iteration, where a loop is known', async () => {
    const archive = 'examples/heat2d-mpi/recorded/traces.otf2';
    const trace = openArchive(archive);
    const analyzed = analyzeTrace(trace, { program: 'heat2d', waits: true });
    const { run: series, report: changes } = dynamicsOfTrace(trace, analyzed);
    const { space, report } = analyzed;
    const text = `property Peaky(Property sp) { let lost = sum(p.excess where p in sp.peaks);
      in condition: sp.metric == "execution"; severity: lost / cpu(1 s); impact: lost; at: sp.path; }`;
    const run = { space, definitions: trace.definitions, totalTime: report.totalTime };
    const task = { texts: [{ name: 'peaky.asl', text }], run, series };
    const work = { isCancelled: () => false, workerPath: bundle.propertyWorker };
    const { findings, problems } = await withOwnProperties(report, task, work);
    expect(problems).toEqual(report.problems);
    const told = changes.findings.filter(
      ({ property, metric, callPath }) =>
        property === 'dynamics_peaks' && metric === 'execution' && callPath.length > 0,
    );
    expect(told.length).toBeGreaterThan(0);
    const own = findings.filter(({ property }) => property === 'Peaky').map(({ seconds }) => seconds);
    for (const { excess } of told)
      expect(Math.min(...own.map((seconds) => Math.abs(seconds - excess)))).toBeLessThan(1e-9);
  });

  it('end when the analysis is cancelled', async () => {
    const { own } = ranked([{ name: 'a.asl', text: HUGE }], () => true);
    await expect(own).rejects.toBeInstanceOf(CancelledError);
  });
});

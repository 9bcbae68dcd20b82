/** Results of a search in a running program, on lines that an earlier run contains. */
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { NamedPlaces } from '../../../src/engine/live/namedPlaces.js';
import { liveLens, liveLines } from '../../../src/engine/presentation/liveLenses.js';
import {
  emptyHistory,
  type Experiment,
  type Hypothesis,
  type SearchHistory,
} from '../../../src/measurement/search/history.js';
import { DURATION } from '../../../src/model/dynamics/series.js';
import { sampleReport } from '../../experiments/support.js';
import { dynamicsFinding, dynamicsReport } from '../../support/dynamicsReport.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

const place = (line: number) => ({ file: '/p/a.c', line });
const placeOf = (names: readonly string[]) =>
  ({ step: place(10), relax: place(20), MPI_Recv: place(30) })[names.at(-1) ?? ''];

const hypothesis = (one: Partial<Hypothesis>): Hypothesis => ({
  ...{ number: 1, parents: [0], property: 'comp', path: [], ranks: [], state: 'true', severity: 0.2 },
  ...one,
});
const history = (...hypotheses: Hypothesis[]): SearchHistory => ({
  ...emptyHistory(),
  iterations: 412,
  hypotheses: [...emptyHistory().hypotheses, ...hypotheses],
});

describe('lenses of a running program', () => {
  it('show the loop with its worst change, and changes of call paths with their ranks', () => {
    const report = dynamicsReport();
    const [loop] = report.loops;
    if (loop === undefined) throw new Error('the report has a loop');
    const ofLoop = { ...dynamicsFinding(), metric: DURATION, locations: [4, 5, 6, 7], severity: 0.1 };
    const callPath = [{ region: 'step' }, { region: 'relax' }];
    const ofCall = { ...dynamicsFinding(), metric: 'execution', locations: [3], severity: 0.05, callPath };
    const small = { ...ofCall, severity: 0.001 };
    const other = { ...ofCall, locations: [7], severity: 0.04 };
    const dynamics = {
      ...report,
      loops: [{ ...loop, name: 'step', count: 103 }],
      findings: [ofLoop, ofCall, other, small],
    };
    const lines = liveLines(history(), dynamics, placeOf);
    expect(lines.map((one) => one.place.line)).toEqual([10, 20]);
    expect(lines[0]?.text).toMatch(/^412 iterations · .* slows down from iteration \d+ .*, ranks 4–7$/);
    expect(lines[1]?.text).toMatch(/ steps up at 120 · 5\.0 % on rank 3$/);
  });

  it('show hypotheses that are true of call paths, the most severe first, and no more than two on a line', () => {
    const lines = liveLines(
      history(
        hypothesis({ number: 1 }),
        hypothesis({ number: 2, path: ['step', 'relax'], severity: 0.1 }),
        hypothesis({ number: 3, path: ['step', 'relax'], ranks: [1], severity: 0.09 }),
        hypothesis({ number: 4, path: ['step', 'relax'], property: 'imbalance', severity: 0.3 }),
        hypothesis({ number: 5, path: ['relax'], property: 'mpi', severity: 0.05 }),
        hypothesis({ number: 6, path: ['step', 'MPI_Recv'], property: 'mpi_latesender', state: 'false' }),
        hypothesis({ number: 7, path: ['elsewhere'] }),
      ),
      undefined,
      placeOf,
    );
    expect(lines).toEqual([
      { place: place(20), text: 'Computational Imbalance 30.0 %' },
      { place: place(20), text: 'Computation 10.0 %' },
    ]);
  });

  it('are above the exact line of a wait that traced iterations have', () => {
    const callPath = [{ region: 'main' }, { region: 'MPI_Recv' }];
    const wait = {
      ...elementAt(sampleReport().findings, 0),
      ...{ property: 'mpi_latesender', callPath, place: place(99) },
    };
    const searched = history(hypothesis({ property: 'mpi_latesender', path: ['main', 'MPI_Recv'], severity: 0.4 }));
    const burst: Experiment = { kind: 'burst', first: 0, count: 8, functions: [], cost: 0, waits: [wait] };
    expect(liveLines({ ...searched, experiments: [burst] }, undefined, placeOf)).toEqual([
      { place: place(99), text: 'Late Sender 40.0 %' },
    ]);
  });

  it('lead to the view where the client has it', () => {
    expect(liveLens('a\nb', 4, true).command).toEqual({ title: 'running: a b', command: 'trimtab.live.focus' });
    expect(liveLens('a', 4, false).command?.command).toBe('');
  });
});

describe('places of names', () => {
  it('are lines of calls where there is one, else where the function begins, if it is defined once', () => {
    const builder = new TraceBuilder();
    builder.region('main', { file: '/p/a.c', beginLine: 1 });
    builder.region('work', { file: '/p/a.c', beginLine: 5 });
    for (const writer of builder.process()) {
      writer.enter(0, 'main').enter(1, 'work').enter(2, 'MPI_Send').leave(3, 'MPI_Send').leave(4, 'work');
      writer.leave(5, 'main');
    }
    const { definitions } = builder.build();
    const names = definitions.regions.map(({ name }) => name);
    const region = Uint32Array.of(names.indexOf('main'), names.indexOf('work'), names.indexOf('MPI_Send'));
    const tree = { size: 3, parent: Int32Array.of(-1, 0, 1), region, site: new Uint32Array(3) };
    const places = new NamedPlaces(tree, definitions);
    expect(places.of(['main', 'work'])).toEqual({ file: '/p/a.c', line: 5 });
    expect(places.of(['main', 'MPI_Send'])).toEqual({ file: '/p/a.c', line: 5 });
    expect(places.of(['work', 'main'])).toEqual({ file: '/p/a.c', line: 1 });
    expect(places.of(['nowhere'])).toBeUndefined();
    expect(places.of([])).toBeUndefined();
  });
});

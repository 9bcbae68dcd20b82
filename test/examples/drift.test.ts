/** A real run of drift-mpi: its loop, the time of each iteration, and the reported changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dynamics, dynamicsOfTrace } from '../../src/analysis/dynamics/ofTrace.js';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { availableMpis, BuiltExample } from './runExample.js';

const RANKS = 4;
const ITERATIONS = 400;
/** Milliseconds of a unit of work. */
const UNIT = 2;
const ONSET = 200;
const EVERY = 25;
/**
 * If more than so many iterations exceed their requested time by more than this share, the start of the drift cannot be
 * determined. The drift of the program in ten iterations is smaller. Tests of generated events determine it regardless
 * of the machine.
 */
const MOST_LATE = ITERATIONS / 100;
const LATE = 0.02;

/** Seconds of `advance`, as in drift.c. */
const advance = (rank: number, i: number): number =>
  (4 * UNIT * (rank === 1 && i > ONSET ? 1 + 0.002 * (i - ONSET) : 1)) / 1000;
const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((before, value) => before + value, 0);

const [mpi] = availableMpis();
if (mpi === undefined) it.skip('no MPI library to run drift-mpi with');
else
  describe(`drift-mpi under ${mpi.name}`, () => {
    let program: BuiltExample;
    let dynamics: Dynamics;
    let pathOf: (node: number) => string;

    beforeAll(async () => {
      program = await BuiltExample.build('drift-mpi', 'drift', mpi);
      const { archive } = await program.run(RANKS, [String(ITERATIONS), String(UNIT)]);
      const trace = openArchive(archive);
      const analyzed = analyzeTrace(trace, { program: 'drift', waits: true });
      const { region } = analyzed.space.callTree;
      pathOf = (node) => elementAt(trace.definitions.regions, elementAt(region, node)).name;
      dynamics = dynamicsOfTrace(trace, analyzed);
    }, 300_000);

    afterAll(() => program.remove());

    /** Seconds by iteration of a function on a rank. */
    function secondsOf(name: string, rank: number): Float32Array {
      const { series } = dynamics.run ?? {};
      if (series === undefined) throw new Error('there are no series');
      const execution = series.metrics.indexOf('execution');
      for (let row = 0; row < series.metric.length; row++) {
        const node = elementAt(series.node, row);
        const isIts = series.metric[row] === execution && series.location[row] === rank;
        if (isIts && node !== 0xffff_ffff && pathOf(node) === name)
          return series.value.subarray(row * series.count, (row + 1) * series.count);
      }
      throw new Error(`there is no series of ${name} on rank ${rank}`);
    }

    it('has its main loop found', () => {
      expect(dynamics.report.loops[0]).toMatchObject({ source: 'found', name: 'advance', count: ITERATIONS });
    });

    it.each([0, 1, 2, 3])('took in each iteration what it slept, or longer, on rank %i', (rank) => {
      const shorter = [...secondsOf('advance', rank)].flatMap((seconds, i) =>
        seconds < 0.999 * advance(rank, i) ? [`${i}: ${seconds}`] : [],
      );
      expect(shorter).toEqual([]);
      const checkpoints = [...secondsOf('checkpoint', rank)].flatMap((seconds, i) => (seconds > 0 ? [i] : []));
      expect(checkpoints).toEqual(Array.from({ length: ITERATIONS / EVERY }, (_, i) => EVERY * (i + 1) - 1));
    });

    it('is reported to drift if the machine let it sleep as long as it asked to', () => {
      const slept = secondsOf('advance', 1);
      const asked = Array.from({ length: ITERATIONS }, (_, i) => advance(1, i));
      const late = asked.filter((seconds, i) => elementAt(slept, i) > (1 + LATE) * seconds).length;
      if (late > MOST_LATE) {
        console.warn(`drift-mpi slept too long in ${late} of ${ITERATIONS} iterations: what changes is not compared.`);
        return;
      }
      const drift = dynamics.report.findings.find(
        ({ property, metric, callPath }) =>
          property === 'dynamics_trends' && metric === 'execution' && callPath.at(-1)?.region === 'advance',
      );
      expect(drift?.locations).toEqual([1]);
      expect(Math.abs((drift?.patterns[0]?.first ?? 0) - ONSET)).toBeLessThanOrEqual(0.02 * ITERATIONS);
      const excess = sum(asked.map((seconds) => seconds - advance(0, 0)));
      expect(Math.abs((drift?.excess ?? 0) / excess - 1)).toBeLessThanOrEqual(0.05);
    });
  });

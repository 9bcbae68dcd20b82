import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Call,
  CompressedCallGraph,
  type CallSpread,
  WeakCallGraph,
} from '../../../src/analysis/similarity/callGraph.js';
import { elementAt } from '../../../src/base/elements.js';
import type { CallRecorder } from '../../../src/analysis/trace/recorders/recorders.js';

/** Trees of calls of few functions with times over six decades, some of them none. */
const times = fc.oneof(
  fc.constant(0),
  fc.double({ min: 1e-7, max: 10, noNaN: true }),
  fc.constantFrom(0.001, 0.00101, 0.0011, 0.0012),
);
const treeOf = (depth: number): fc.Arbitrary<Call> =>
  fc.record({
    node: fc.integer({ min: 0, max: 4 }),
    own: times,
    calls: depth === 0 ? fc.constant([]) : fc.array(treeOf(depth - 1), { maxLength: 4 }),
  });
const tree = treeOf(3);
/** The same calls several times over, as loops make them. */
const runs = fc
  .tuple(fc.array(tree, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { minLength: 1, maxLength: 12 }))
  .map(([bodies, order]): Call => ({
    ...{ node: 9, own: 0.5 },
    calls: order.map((which) => elementAt(bodies, which % bodies.length)),
  }));

function* all(call: Call): Generator<Call> {
  yield call;
  for (const called of call.calls) yield* all(called);
}

/** Without times. */
const shape = ({ node, calls }: Call): unknown => [node, calls.map(shape)];
const sum = (values: Iterable<number>): number => [...values].reduce((before, value) => before + value, 0);
const inclusive = (call: Call): number => sum(Array.from(all(call), ({ own }) => own));

/** Plays a call to a recorder. @returns when it ends */
function play(call: Call, recorder: CallRecorder, begin: number): number {
  recorder.begin(call.node, begin);
  let time = begin;
  for (const called of call.calls) time = play(called, recorder, time);
  recorder.end(call.node, time + call.own);
  return time + call.own;
}

describe('a compressed call graph', () => {
  it('expands to what was added, where nothing is tolerated', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const graph = new CompressedCallGraph(0);
        const root = graph.add(run);
        expect(graph.expand(root)).toEqual(run);
        expect(graph.calls).toBe([...all(run)].length);
        expect(graph.classes.length).toBeLessThanOrEqual(graph.calls);
      }),
    );
  });

  it('expands to the same calls with times within its tolerance, those of all parts too', () => {
    fc.assert(
      fc.property(runs, fc.double({ min: 1e-3, max: 0.5, noNaN: true }), (run, tolerance) => {
        const graph = new CompressedCallGraph(tolerance);
        const expanded = graph.expand(graph.add(run));
        expect(shape(expanded)).toEqual(shape(run));
        const [before, after] = [[...all(run)], [...all(expanded)]];
        for (const [at, call] of before.entries()) {
          const other = elementAt(after, at);
          expect(Math.abs(other.own - call.own)).toBeLessThanOrEqual(tolerance * call.own * (1 + 1e-9));
          const whole = inclusive(call);
          expect(Math.abs(inclusive(other) - whole)).toBeLessThanOrEqual(tolerance * whole * (1 + 1e-9));
        }
      }),
    );
  });

  it('counts calls and sums up their times exactly, by call path', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const graph = new CompressedCallGraph(0.2);
        graph.add(run);
        for (const node of [0, 1, 2, 3, 4, 9]) {
          const own = [...all(run)].filter((call) => call.node === node);
          const classes = [...graph.classes.keys()].filter((at) => graph.classes[at]?.node === node);
          expect(sum(classes.map((at) => elementAt(graph.counts, at)))).toBe(own.length);
          const seconds = sum(own.map((call) => call.own));
          expect(Math.abs(sum(classes.map((at) => elementAt(graph.seconds, at))) - seconds)).toBeLessThanOrEqual(
            1e-12 * seconds,
          );
        }
      }),
    );
  });

  it('is the same when calls are heard of one by one', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const [added, heard] = [new CompressedCallGraph(0.1), new CompressedCallGraph(0.1)];
        // Times in binary fractions: what is left of differences is exact.
        const exact = (call: Call): Call => ({
          ...{ node: call.node, own: Math.round(call.own * 2 ** 20) / 2 ** 20 },
          calls: call.calls.map(exact),
        });
        const root = added.add(exact(run));
        const roots: number[] = [];
        play(
          exact(run),
          heard.recorder((made) => roots.push(made)),
          0,
        );
        expect(roots).toHaveLength(1);
        expect(heard.expand(elementAt(roots, 0))).toEqual(added.expand(root));
        expect(heard.counts).toEqual(added.counts);
      }),
    );
  });

  it('keeps iterations once that do the same', () => {
    const iteration: Call = { node: 1, own: 0.25, calls: [{ node: 2, own: 1, calls: [] }] };
    const graph = new CompressedCallGraph(0.01);
    graph.add({ node: 0, own: 1, calls: Array.from({ length: 1000 }, () => iteration) });
    expect([graph.calls, graph.classes.length]).toEqual([2001, 3]);
    expect(elementAt(graph.classes, 2).runs).toEqual([1, 1000]);
  });

  it('knows no call that did not begin, and takes those of other tasks as they end', () => {
    const graph = new CompressedCallGraph(0);
    const roots: number[] = [];
    const recorder = graph.recorder((made) => roots.push(made));
    recorder.end(7, 1);
    recorder.begin(1, 0);
    recorder.begin(2, 1);
    recorder.begin(3, 2);
    recorder.end(2, 3);
    recorder.end(3, 4);
    recorder.end(1, 5);
    expect(graph.calls).toBe(3);
    expect(roots).toHaveLength(1);
  });
});

const within = ({ least, mean, most }: CallSpread, value: number): void => {
  const error = Math.max(mean - least, most - mean);
  expect(Math.abs(value - mean)).toBeLessThanOrEqual(error * (1 + 1e-9) + 1e-12);
};

describe('a call graph by weak equivalence', () => {
  it('has one class for calls with the same call paths, from which each differs by no more than is stated', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const graph = new WeakCallGraph();
        graph.add(run);
        const { classes } = graph;
        const keys = new Set<string>();
        for (const call of all(run)) {
          const visits = new Map<number, number>();
          const seconds = new Map<number, number>();
          for (const { node, own } of all(call)) {
            visits.set(node, (visits.get(node) ?? 0) + 1);
            seconds.set(node, (seconds.get(node) ?? 0) + own);
          }
          const paths = [...visits.keys()].sort((a, b) => a - b);
          keys.add(`${call.node}: ${paths.join(' ')}`);
          const found = classes.filter(
            ({ node, paths: known }) =>
              node === call.node && known.map((path) => path.node).join(' ') === paths.join(' '),
          );
          expect(found).toHaveLength(1);
          for (const path of elementAt(found, 0).paths) {
            within(path.visits, visits.get(path.node) ?? NaN);
            within(path.seconds, seconds.get(path.node) ?? NaN);
          }
        }
        expect(classes).toHaveLength(keys.size);
      }),
    );
  });

  it('counts calls and visits exactly', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const graph = new WeakCallGraph();
        graph.add(run);
        expect(sum(graph.classes.map(({ count }) => count))).toBe([...all(run)].length);
        const root = graph.classes.find(({ node }) => node === 9);
        expect(root?.count).toBe(1);
        const visits = sum((root?.paths ?? []).map((path) => path.visits.mean));
        expect(visits).toBe([...all(run)].length);
      }),
    );
  });
});

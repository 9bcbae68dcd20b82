/** Functions that call themselves: over events, over call paths, over numbers; and those that never end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataOfTrace } from '../../../src/analysis/asl/data.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { EventTrace } from '../../../src/analysis/trace/events/index.js';
import { evaluate } from '../../../src/asl/compile/evaluate.js';
import { LIMITS, type EvaluateOptions } from '../../../src/asl/compile/meter.js';
import { diagnosticLine } from '../../../src/asl/syntax/diagnostics.js';
import { checkTexts } from '../../../src/asl/texts.js';
import type { Trace } from '../../../src/model/trace.js';
import { schedules } from '../../support/schedule.js';
import { execute } from '../../support/simulator.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

/** Returns the mistakes of a text. */
function mistakes(text: string): string[] {
  const [checked] = checkTexts([{ name: 'a.asl', text }]);
  if (checked === undefined) throw new Error('nothing was looked through');
  return checked.diagnostics
    .filter(({ level }) => level === 'error')
    .map((each) => diagnosticLine(checked.source, each));
}

/** Returns the results of each property. @param text of properties and patterns */
function evaluated(text: string, trace: Trace, options?: EvaluateOptions) {
  const [checked] = checkTexts([{ name: 'a.asl', text }]);
  expect(mistakes(text)).toEqual([]);
  const run = analyzeTrace(trace, { program: 'test', correctClocks: false });
  const data = dataOfTrace(run, trace, checked?.patterns ?? [], options);
  return { data, results: (checked?.properties ?? []).map((property) => evaluate(property, data, options)) };
}

/** Matches of a pattern by its exports. */
function matchesOf(text: string, trace: Trace, pattern: string, member: string): number[] {
  const { data } = evaluated(text, trace);
  const count = data.matches?.(pattern, [], 1, { hold: () => undefined })?.values.length ?? 0;
  const column = data.table(`match of ${pattern}`)?.member(
    member,
    Float64Array.from({ length: count }, (_, row) => row),
  );
  return column instanceof Float64Array ? [...column] : [];
}

/** Two ranks, of which one receives three messages of 8, 16 and 32 bytes. */
function messages(): Trace {
  const builder = new TraceBuilder();
  const [first, second] = [builder.process()[0], builder.process()[0]];
  const world = builder.communicator([0, 1]);
  first.enter(0, 'main');
  second.enter(0, 'main').enter(0.5, 'solve');
  for (const at of [1, 3, 5]) {
    const bytes = 2 ** (2 + (at + 1) / 2);
    first
      .enter(at, 'MPI_Send')
      .send(at, world, 1, 0, bytes)
      .leave(at + 1, 'MPI_Send');
    second
      .enter(at, 'MPI_Recv')
      .recv(at + 1, world, 0, 0, bytes)
      .leave(at + 1, 'MPI_Recv');
  }
  first.leave(9, 'main');
  second.leave(8, 'solve').leave(9, 'main');
  return builder.build();
}

/** Figure 3.17 of Wolf 2003: the regions that are open at a location, from the event before. */
const STACK = `
  setof Enter open(Event e, Location l) =
    if (e == NULL) {}
    elif (e.location == l and e.type == "Enter") open(PRED(e), l) union {e}
    elif (e.location == l and e.type == "Exit") open(PRED(e), l) minus {e.enterptr}
    else open(PRED(e), l);`;

describe('recursion over the events before one', () => {
  it('counts them, and adds up what some of them have', () => {
    const text = `
      int before(Event e) = if (e == NULL) 0 else 1 + before(PRED(e));
      int<B> received(Event e) = if (e == NULL) 0 B elif (e.type == "Receive") e.len + received(PRED(e)) else received(PRED(e));
      pattern P() { roottype: Receive; instantiation: n = before(root); bytes = received(root);
        export: int count = n; int<B> sum = bytes; }`;
    const trace = messages();
    const receives = [...new EventTrace(trace).events('Receive')].map(({ index }) => index + 1);
    expect(receives).toHaveLength(3);
    expect(matchesOf(text, trace, 'P', 'count')).toEqual(receives);
    expect(matchesOf(text, trace, 'P', 'sum')).toEqual([8, 24, 56]);
  });

  it('has the region stack of figure 3.17', () => {
    const text = `${STACK}
      pattern P() { roottype: Receive|Send; instantiation: mine = open(root, root.location).size(); known = root.Rs.size();
        outer = min(open(root, root.location).time);
        export: int own = mine; int model = known; float<s> since = outer; }`;
    fc.assert(
      fc.property(schedules, (generated) => {
        const trace = execute(generated).builder.build();
        const own = matchesOf(text, trace, 'P', 'own');
        expect(own).toEqual(matchesOf(text, trace, 'P', 'model'));
      }),
      { numRuns: 10 },
    );
    expect(matchesOf(text, messages(), 'P', 'since')).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('resumes at the same point, so that a long trace takes no steps twice', () => {
    const builder = new TraceBuilder();
    const [first, second] = [builder.process()[0], builder.process()[0]];
    const world = builder.communicator([0, 1]);
    first.enter(0, 'main');
    second.enter(0, 'main');
    const COUNT = 1500;
    for (let at = 1; at <= COUNT; at++) {
      first
        .enter(at, 'MPI_Send')
        .send(at, world, 1, 0, 1)
        .leave(at + 0.25, 'MPI_Send');
      second
        .enter(at, 'MPI_Recv')
        .recv(at + 0.5, world, 0, 0, 1)
        .leave(at + 0.5, 'MPI_Recv');
    }
    first.leave(COUNT + 1, 'main');
    second.leave(COUNT + 1, 'main');
    const text = `
      int before(Event e) = if (e == NULL) 0 else 1 + before(PRED(e));
      pattern P() { roottype: Receive; instantiation: n = before(root); export: int count = n; }
      property Last(Experiment e) { let n = max m.count where m in PATTERN_MATCHES(P(), e.trace); in severity: n; }`;
    const trace = builder.build();
    const last = Math.max(...[...new EventTrace(trace).events('Receive')].map(({ index }) => index));
    // Computed again each time, they would need some seven million events.
    const { results } = evaluated(text, trace, { limits: { ...LIMITS, steps: 1_000_000 } });
    expect(results[0]?.stopped).toBeUndefined();
    expect(results[0]?.found[0]?.severity).toBe(last + 1);
  });
});

describe('recursion over rows and numbers', () => {
  const evaluate1 = (text: string) => evaluated(text, messages()).results[0];

  it('follows call paths up', () => {
    const result = evaluate1(`
      int above(CallPath c) = if (c.parent == NULL) 0 else 1 + above(c.parent);
      int all(CallPath c) = if (c != NULL) 1 + all(c.parent) else 0;
      property P(CallPath c) { let depth = above(c); steps = all(c); known = c.depth; in severity: 1; }`);
    const values = (result?.found ?? []).map(({ values: of }) => [of.get('depth'), of.get('steps'), of.get('known')]);
    expect(values).toHaveLength(4);
    for (const [depth, steps, known] of values) expect([depth, (steps ?? 0) - 1]).toEqual([known, known]);
    expect(values.map(([depth]) => depth).sort()).toEqual([0, 1, 1, 2]);
  });

  it('of numbers matches closed forms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), (n) => {
        const text = `
          double total(double n) = if (n <= 0) 0 else n + total(n - 1);
          double two(double n) = if (n > 0) 2 * two(n - 1) else 1;
          bool even(double n) = n == 0 or (n != 1 and even(n - 2));
          property P(Experiment e) { let s = total(${n}); t = two(${n}); v = even(${n}); in severity: 1; }`;
        const values = evaluate1(text)?.found[0]?.values;
        expect([values?.get('s'), values?.get('t'), values?.get('v')]).toEqual([
          (n * (n + 1)) / 2,
          2 ** n,
          Number(n % 2 === 0),
        ]);
      }),
      { numRuns: 30 },
    );
  });

  it('that never ends is stopped, and the others hold', () => {
    const text = `
      double same(double n) = 1 + same(0 * n);
      double more(double n) = 1 + more(n + 1);
      property Same(Experiment e) { severity: same(1); }
      property More(Experiment e) { severity: more(1); }
      property Good(Experiment e) { severity: 0.5; }`;
    const { results } = evaluated(text, messages(), { limits: { ...LIMITS, steps: 1_000_000, elements: 10_000 } });
    expect(results.map(({ stopped, found }) => stopped ?? found[0]?.severity)).toEqual([
      'Same: it was stopped: a function calls itself with what it was called with, and never ends',
      expect.stringMatching(/^More: it was stopped at a set of more than 10000 elements/),
      0.5,
    ]);
    const slow = evaluated(text, messages(), {
      now: (() => {
        let s = 0;
        return () => (s += 0.5);
      })(),
    });
    expect(slow.results[1]?.stopped).toMatch(/^More: it was stopped after 10 s/);
  });

  it('must be linear: twice with different values, over sets and through others it is refused', () => {
    const refused = (text: string) => mistakes(`${text} property P(CallPath c) { severity: f(c); }`)[0];
    expect(refused('double f(CallPath c) = f(c.parent) + f(c);')).toMatch(
      /ASL205 f calls itself with different values; it may do so with the same ones only/,
    );
    expect(refused('double f(CallPath c) = sum(f(x) where x in {c.parent});')).toMatch(
      /ASL205 f calls itself for each element of a set/,
    );
    expect(refused('double f(CallPath c) = if (c == NULL) 0 else f(c);')).toMatch(
      /ASL205 f calls itself, and never ends/,
    );
    expect(refused('double f(CallPath c) = f(c, c);')).toMatch(/ASL\d+/);
    expect(refused('double g(CallPath c) = f(c.parent); double f(CallPath c) = 1 + g(c);')).toMatch(
      /ASL205 [fg] calls itself, and never ends/,
    );
    expect(
      mistakes(
        'double f(CallPath c) = if (c == NULL) 0 else f(c.parent) + f(c.parent); property P(CallPath c) { severity: f(c); }',
      ),
    ).toEqual([]);
  });
});

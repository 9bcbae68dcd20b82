import { describe, expect, it } from 'vitest';
import { dataOfTrace } from '../../../src/analysis/asl/data.js';
import { type OwnOptions, ownSteps, withOwn } from '../../../src/analysis/asl/ownProperties.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { LIMITS } from '../../../src/asl/compile/meter.js';
import type { Source } from '../../../src/asl/syntax/diagnostics.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

/** Two ranks: the first sends late by 2 s to the second, both call `solve`. */
function trace() {
  const builder = new TraceBuilder();
  const [first, second] = [builder.process()[0], builder.process()[0]];
  const world = builder.communicator([0, 1]);
  const site = builder.site('heat.c', 7);
  first.enter(0, 'main').enter(1, 'solve', site).enter(4, 'MPI_Send').send(4, world, 1, 0, 8).leave(5, 'MPI_Send');
  first.leave(9, 'solve').leave(10, 'main');
  second.enter(0, 'main').enter(1, 'solve', site).enter(2, 'MPI_Recv').recv(5, world, 0, 0, 8).leave(5, 'MPI_Recv');
  second.leave(9, 'solve').leave(10, 'main');
  return builder.build();
}

const HOT: Source = {
  name: '.trimtab/properties/hot.asl',
  text: `property HotPath(CallPath c, Experiment e) {
    let part = c.time / RB(e);
    in condition: part > 50 %; severity: part; impact: c.time; at: c;
    explain: "Most of the time goes here."; advice: "Look here first.";
  }`,
};

const ranked = (...texts: Source[]) => rankedWith({}, ...texts);

function rankedWith(options: OwnOptions, ...texts: Source[]) {
  const measured = trace();
  const analyzed = analyzeTrace(measured, { program: 'test' });
  const { space, report } = analyzed;
  const run = { space, definitions: measured.definitions, totalTime: report.totalTime };
  const steps = ownSteps(run, texts, (patterns) => dataOfTrace(analyzed, measured, patterns, options), options);
  return { analyzed, report: withOwn(report, [...steps]) };
}

describe('properties of a project', () => {
  it('are ranked with the shipped ones, on their lines', () => {
    const { analyzed, report } = ranked(HOT);
    const severities = report.findings.map(({ severity }) => severity);
    expect(severities).toEqual([...severities].sort((one, other) => other - one));
    const found = report.findings.find(({ property }) => property === 'HotPath');
    // 5 s in solve of the second rank, 7 s in that of the first; 20 s in all.
    expect(found).toMatchObject({
      ...{ title: 'Hot Path', seconds: 12, severity: 0.6, confidence: 1 },
      ...{ explanation: 'Most of the time goes here.', advice: 'Look here first.' },
      ...{ place: { file: 'heat.c', line: 7 } },
    });
    expect(report.findings.length).toBe(analyzed.report.findings.length + 1);
    expect(report.problems).toEqual(analyzed.report.problems);
  });

  it('with an impact above the total time are excluded, in one sentence', () => {
    const text = 'property Thrice(CallPath c) { severity: 1; impact: 3 * c.time; at: c; }';
    const { analyzed, report } = ranked({ name: 'thrice.asl', text }, HOT);
    expect(report.findings.map(({ property, severity }) => property === 'Thrice' && severity > 1)).not.toContain(true);
    expect(report.problems.slice(analyzed.report.problems.length).map(({ message }) => message)).toEqual([
      'Thrice returns an impact of 36.0 s at solve, more than the total time of 20.0 s. This finding is excluded. Check the impact of the property.',
    ]);
  });

  it('ask for events, too', () => {
    const text = `property late(CallPath c, Experiment e) {
      let idle = sum m.idle where m in PATTERN_MATCHES(Late(), e.trace) and m.path == c;
      in severity: idle / RB(e); impact: idle; at: c; }
    pattern Late() {
      roottype: Receive;
      instantiation: Enter e1 = root.enterptr; Enter e2 = root.sendptr.enterptr;
      constraint: e2.time > e1.time;
      export: float<s> idle = e2.time - e1.time; Enter at = e1; }`;
    const { report } = ranked({ name: 'late.asl', text });
    const found = report.findings.find(({ property }) => property === 'late');
    expect(found).toMatchObject({ seconds: 2, severity: 0.1 });
    expect(found?.callPath.map(({ region }) => region)).toEqual(['main', 'solve', 'MPI_Recv']);
  });

  it('with mistakes, without end or unreadable do not affect the others', () => {
    const wrong: Source = { name: 'wrong.asl', text: 'property Wrong(CallPath c) { severity: c.nothing; }' };
    const unreadable: Source = { name: 'gone.asl', text: '', unreadable: 'it is a folder' };
    const all = Array.from({ length: 16 }, (_, at) => `CallPath c${at}`).join(', ');
    const endless: Source = { name: 'endless.asl', text: `property Endless(${all}) { severity: c0.time / c1.time; }` };
    const { analyzed, report } = rankedWith(
      { limits: { ...LIMITS, steps: 1_000_000 } },
      wrong,
      unreadable,
      endless,
      HOT,
    );
    expect(report.findings.map(({ property }) => property)).toContain('HotPath');
    expect(report.problems.slice(analyzed.report.problems.length).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^A property is not evaluated: wrong\.asl:1:\d+: ASL202 CallPath has no member 'nothing'/),
      'A property is not evaluated: gone.asl:1:1: ASL105 it is a folder.',
      expect.stringMatching(/^Endless: it was stopped/),
    ]);
  });

  it('whose patterns take too much are stopped, and the others find what they look for', () => {
    const nested = Array.from({ length: 20 }, (_, at) => `exists x${at} in root.Rs such that`).join(' ');
    const text = `property good(CallPath c, Experiment e) {
      let idle = sum m.idle where m in PATTERN_MATCHES(Late(), e.trace) and m.path == c;
      in severity: idle / RB(e); impact: idle; at: c; }
    pattern Late() {
      roottype: Receive;
      instantiation: Enter e1 = root.enterptr; Enter e2 = root.sendptr.enterptr;
      export: float<s> idle = e2.time - e1.time; Enter at = e1; }
    property bad(Experiment e) { impact: sum m.idle where m in PATTERN_MATCHES(Endless(), e.trace); }
    pattern Endless() {
      roottype: Receive;
      constraint: ${nested} x0.time + x19.time > 1000 s;
      export: float<s> idle = root.time; Enter at = root.enterptr; }`;
    const limits = { ...LIMITS, steps: 100_000 };
    const { analyzed, report } = rankedWith({ limits }, { name: 'a.asl', text });
    expect(report.findings.find(({ property }) => property === 'good')).toMatchObject({ seconds: 2 });
    // 256 steps more for the only receive.
    expect(report.problems.slice(analyzed.report.problems.length)).toEqual([
      {
        level: 'warning',
        message:
          'bad is not known, for its pattern Endless: it was stopped after 100256 steps; go over fewer rows or smaller sets.',
      },
    ]);
    // The clock stops it as well: each reading advances it by a quarter of a second.
    let seconds = 0;
    const now = (): number => (seconds += 0.25);
    const timed = rankedWith({ limits: { ...LIMITS, elements: Infinity }, now }, { name: 'a.asl', text }).report;
    expect(timed.findings.map(({ property }) => property)).toContain('good');
    expect(timed.problems.at(-1)?.message).toBe(
      'bad is not known, for its pattern Endless: it was stopped after 10 s; go over fewer rows or smaller sets.',
    );
  });
});

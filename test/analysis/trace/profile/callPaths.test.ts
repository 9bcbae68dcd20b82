import { describe, expect, test } from 'vitest';
import { analyzeTrace, readingText } from '../../../../src/analysis/trace/index.js';
import { EventKind } from '../../../../src/model/events.js';
import { CancelledError } from '../../../../src/base/problem.js';
import { problems, values } from '../../../support/analyzed.js';
import { TraceBuilder } from '../../../support/traceBuilder.js';

describe('call paths and times', () => {
  test('time goes to the innermost region, visits to each call', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    writer.enter(0, 'main').enter(1, 'f').leave(3, 'f').enter(4, 'f').leave(5, 'f').enter(6, 'g').leave(9, 'g');
    writer.leave(10, 'main');
    expect(values(builder, 'time')).toEqual({ 'main\t0': 4, 'main/f\t0': 3, 'main/g\t0': 3 });
    expect(values(builder, 'visits')).toEqual({ 'main\t0': 1, 'main/f\t0': 2, 'main/g\t0': 1 });
  });

  test('calls from different lines are different nodes, and one row of the table', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    const [first, second] = [builder.site('a.c', 1), builder.site('a.c', 2)];
    writer.enter(0, 'main').enter(0, 'f', first).leave(1, 'f').enter(1, 'f', second).leave(3, 'f').leave(3, 'main');
    const { space } = analyzeTrace(builder.build(), { program: 'test' });
    expect(space.callTree.size).toBe(3);
    expect(Array.from(space.callTree.site)).toEqual([0, first + 1, second + 1]);
    expect(values(builder, 'time')).toEqual({ 'main/f\t0': 3 });
  });

  test('recursion makes new nodes down to a limit, and no time is lost below it', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    for (let depth = 0; depth < 1500; depth++) writer.enter(depth, 'f');
    for (let depth = 0; depth < 1500; depth++) writer.leave(1500 + depth, 'f');
    const { space, report } = analyzeTrace(builder.build(64), { program: 'test' });
    expect(space.callTree.size).toBe(1000);
    expect(report.totalTime).toBe(2999);
    expect(report.problems[0]?.message).toMatch(/^Below 1000 levels of calls, the time of 500 calls/);
  });

  test('a region that is never left ends with the trace, and the report mentions it', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    writer.enter(0, 'main').enter(1, 'f').enter(2, 'g').leave(5, 'g');
    expect(values(builder, 'time')).toEqual({ 'main\t0': 1, 'main/f\t0': 1, 'main/f/g\t0': 3 });
    expect(problems(builder)).toEqual([
      expect.stringMatching(/^Regions do not nest on 1 location: 2 regions without an end/),
    ]);
  });

  test('leaving an outer region ends the ones in it; leaving one that is not open changes nothing', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    writer.enter(0, 'main').enter(1, 'f').enter(2, 'g').leave(4, 'f').leave(5, 'g').leave(6, 'main');
    expect(values(builder, 'time')).toEqual({ 'main\t0': 3, 'main/f\t0': 1, 'main/f/g\t0': 2 });
    expect(problems(builder)).toEqual([
      expect.stringMatching(
        /^Regions do not nest on 1 location: 1 time a region was left while .*; 1 time a region was left that was not open\./,
      ),
    ]);
  });

  test('the program is a region where the trace defines one', () => {
    const builder = new TraceBuilder();
    builder.region('app', { role: 'artificial', paradigm: 'measurement' });
    const [writer] = builder.process();
    writer
      .event(EventKind.ProgramBegin, 0, [0, 0])
      .enter(1, 'main')
      .leave(3, 'main')
      .event(EventKind.ProgramEnd, 4, [0]);
    expect(values(builder, 'time')).toEqual({ 'app\t0': 2, 'app/main\t0': 2 });
  });

  test('locations without regions contribute nothing', () => {
    const builder = new TraceBuilder();
    const [writer, metrics] = builder.process(2);
    writer.enter(0, 'main').leave(1, 'main');
    metrics.event(EventKind.Metric, 0, [1, 1]).event(EventKind.Metric, 5, [1, 1]);
    expect(values(builder, 'time')).toEqual({ 'main\t0': 1 });
  });

  test('ends soon after it is cancelled, and reports progress up to 1', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    writer.enter(0, 'main').leave(1, 'main');
    expect(() => analyzeTrace(builder.build(), { program: 'test', isCancelled: () => true })).toThrow(CancelledError);
    const fractions: number[] = [];
    const messages: string[] = [];
    analyzeTrace(builder.build(1), {
      program: 'test',
      onProgress: (fraction, message) => {
        fractions.push(fraction);
        messages.push(message);
      },
    });
    // This trace announces no events.
    expect(messages).toContain('Reading events: 2');
    expect(readingText(1_250_000, 4_000_000)).toBe('Reading events: 1,250,000 of 4,000,000');
    expect(fractions.at(-1)).toBe(1);
    expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineChanges, type ReportedRun } from '../../../src/experiments/compare/lineChanges.js';
import { finding } from '../../engine/presentation/fixtures.js';

const text = Array.from({ length: 20 }, (_, line) => `line ${line + 1}`);
/** The same with two lines more at the top, and line 10 written anew. */
const later = ['new', 'newer', ...text.map((line) => (line === 'line 10' ? 'line ten' : line))];

/** A run that loses so many seconds of ten to late senders, by line. */
function run(id: string, losses: Readonly<Record<number, number>>, lines = text): ReportedRun {
  const findings = Object.entries(losses).map(([line, seconds]) =>
    finding({ place: { file: 'heat.c', line: Number(line) }, seconds, severity: seconds / 10 }),
  );
  return {
    id,
    created: `2026-11-0${id}`,
    report: { findings, functions: [], lines: [] },
    textOf: () => lines.join('\n'),
    projectPath: (file) => file,
  };
}

describe('changes on lines', () => {
  it('follow lines through the difference of the sources', () => {
    const changes = lineChanges([run('1', { 5: 2, 10: 1 })], [run('2', { 7: 1.5, 12: 0.5 }, later)]);
    expect(
      changes.map(({ before, after, properties: [{ shares }] }) => [before?.line, after?.line, ...shares]),
    ).toEqual([
      [5, 7, 0.2, 0.15],
      [10, 12, 0.1, 0.05],
    ]);
  });

  it('keep lines that lose nothing on one side', () => {
    const [gone, come] = lineChanges([run('1', { 5: 2 })], [run('2', { 9: 1 })]);
    expect([gone.before?.line, gone.after, gone.properties[0].shares]).toEqual([5, null, [0.2, 0]]);
    expect([come.before, come.after?.line, come.properties[0].shares]).toEqual([null, 9, [0, 0.1]]);
  });

  it('give a verdict to repeats, none to single runs', () => {
    const before = [run('1', { 5: 4 }), run('2', { 5: 4.1 }), run('3', { 5: 4.2 })];
    const after = [run('4', { 5: 1 }), run('5', { 5: 1.1 }), run('6', { 5: 1.2 })];
    const verdict = (a: ReportedRun[], b: ReportedRun[]) =>
      lineChanges(a, b)[0].properties[0].seconds.changes[0].verdict;
    expect(verdict(before, after)).toBe('faster');
    expect(verdict(after, before)).toBe('slower');
    expect(verdict(before.slice(0, 1), after)).toBe('single runs: no verdict');
    expect(() => verdict([], after)).toThrow('A group to compare has no experiments.');
  });

  it('turn round when the sides are swapped', () => {
    const losses = fc.dictionary(
      fc.integer({ min: 1, max: 20 }).map(String),
      fc.double({ min: 0.1, max: 9, noNaN: true }),
    );
    const flat = (a: ReportedRun[], b: ReportedRun[], sign: number) =>
      lineChanges(a, b)
        .map(({ before, after, properties }) => ({
          places: sign > 0 ? [before, after] : [after, before],
          change: sign * properties[0].seconds.changes[0].absolute + 0, // no negative zero
        }))
        .sort((x, y) => JSON.stringify(x).localeCompare(JSON.stringify(y)));
    fc.assert(
      fc.property(losses, losses, fc.boolean(), (a, b, moved) => {
        const [first, second] = [run('1', a), run('2', b, moved ? later : text)];
        expect(flat([first], [second], 1)).toEqual(flat([second], [first], -1));
      }),
    );
  });
});

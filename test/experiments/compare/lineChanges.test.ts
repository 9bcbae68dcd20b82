import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { lineChanges, type ReportedRun } from '../../../src/experiments/compare/lineChanges.js';
import { finding, report } from '../../engine/presentation/fixtures.js';

const text = Array.from({ length: 20 }, (_, line) => `line ${line + 1}`);
/** The same with two more lines at the top, and line 10 rewritten. */
const later = ['new', 'newer', ...text.map((line) => (line === 'line 10' ? 'line ten' : line))];

/** A run that loses so many seconds of ten to late senders, by line. */
function run(
  id: string,
  losses: Readonly<Record<number, number>>,
  lines = text,
  report: Partial<ReportedRun['report']> = {},
): ReportedRun {
  const findings = Object.entries(losses).map(([line, seconds]) =>
    finding({ place: { file: 'heat.c', line: Number(line) }, seconds, severity: seconds / 10 }),
  );
  return {
    id,
    created: `2026-11-0${id}`,
    report: { totalTime: 10, findings, functions: [], lines: [], ...report },
    textOf: () => lines.join('\n'),
    projectPath: (file) => file,
  };
}

describe('changes on lines', () => {
  it('follow lines through the difference of the sources', () => {
    const changes = lineChanges([run('1', { 5: 2, 10: 1 })], [run('2', { 7: 1.5, 12: 0.5 }, later)]);
    expect(
      changes.map(({ before, after, properties }) => [
        before?.line,
        after?.line,
        properties.map(({ shares }) => shares),
      ]),
    ).toEqual([
      [5, 7, [[0.2, 0.15]]],
      [10, 12, [[0.1, 0.05]]],
    ]);
  });

  it('pair files of one name by their folders where runs were measured in different places', () => {
    const measured = (id: string, project: string): ReportedRun => {
      const place = (file: string) => ({ file: `${project}/${file}`, line: 5 });
      const findings = [
        finding({ place: place('src/main.c'), seconds: 2, severity: 0.2 }),
        finding({ place: place('lib/main.c'), seconds: 1, severity: 0.1 }),
      ];
      return { ...run(id, {}, text, { findings }), textOf: () => undefined, projectPath: () => undefined };
    };
    const changes = lineChanges([measured('1', '/ann/p')], [measured('2', '/bob/q')]);
    expect(
      changes.map(({ before, after, properties }) => [
        before?.file,
        after?.file,
        properties.map(({ shares }) => shares),
      ]),
    ).toEqual([
      ['/ann/p/src/main.c', '/bob/q/src/main.c', [[0.2, 0.2]]],
      ['/ann/p/lib/main.c', '/bob/q/lib/main.c', [[0.1, 0.1]]],
    ]);
  });

  it('keep lines that lose nothing on one side', () => {
    const [gone, come] = lineChanges([run('1', { 5: 2 })], [run('2', { 9: 1 })]);
    expect([gone?.before?.line, gone?.after, gone?.properties[0]?.shares]).toEqual([5, null, [0.2, 0]]);
    expect([come?.before, come?.after?.line, come?.properties[0]?.shares]).toEqual([null, 9, [0, 0.1]]);
  });

  it('distinguish the loss in callees of a line from its exclusive loss', () => {
    /** Line 3 calls what waits at line 5, and waits a little itself; a function begins at line 2. */
    const calling = (id: string, shares: readonly [number, number], own: number) => {
      const [latesender, nxn] = [
        { property: 'mpi_latesender', title: 'Late Sender', severity: shares[0] + own, own },
        { property: 'mpi_wait_nxn', title: 'Wait at N×N', severity: shares[1], own: 0 },
      ];
      const lines = [2, 3].map((line) => ({
        place: { file: 'heat.c', line },
        seconds: 8,
        share: 0.8,
        properties: [latesender, nxn],
      }));
      const main = elementAt(report().functions, 0);
      return run(id, { 5: shares[0] * 10, ...(own > 0 ? { 3: own * 10 } : {}) }, text, {
        lines,
        functions: [{ ...main, place: { file: 'heat.c', line: 2 } }],
      });
    };
    const changes = lineChanges([calling('1', [0.4, 0.02], 0.1)], [calling('2', [0.1, 0], 0)]);
    expect(changes.map(({ after, called }) => [after?.line, called === undefined])).toEqual([
      [3, false],
      [5, true],
    ]);
    const { properties, called } = elementAt(changes, 0);
    expect(properties.map(({ shares }) => shares)).toEqual([[0.1, 0]]);
    expect(called?.shares.map((share) => share.toFixed(6))).toEqual(['0.420000', '0.100000']);
    expect(called?.seconds.changes[0]?.absolute).toBeCloseTo(-3.2);
    expect(
      called?.properties.map(({ title, seconds }) => [title, elementAt(seconds.changes, 0).absolute.toFixed(6)]),
    ).toEqual([
      ['Late Sender', '-3.000000'],
      ['Wait at N×N', '-0.200000'],
    ]);
  });

  it('give a verdict to repeats, none to single runs', () => {
    const before = [run('1', { 5: 4 }), run('2', { 5: 4.1 }), run('3', { 5: 4.2 })];
    const after = [run('4', { 5: 1 }), run('5', { 5: 1.1 }), run('6', { 5: 1.2 })];
    const verdict = (a: ReportedRun[], b: ReportedRun[]) =>
      elementAt(elementAt(elementAt(lineChanges(a, b), 0).properties, 0).seconds.changes, 0).verdict;
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
          change: sign * elementAt(elementAt(properties, 0).seconds.changes, 0).absolute + 0, // no negative zero
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

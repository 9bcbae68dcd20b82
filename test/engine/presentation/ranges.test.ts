import { describe, expect, it } from 'vitest';
import { rangeHover, rangeLenses, summaryOf } from '../../../src/engine/presentation/ranges.js';
import type { BuiltRange } from '../../../src/measurement/ranges/facts.js';
import type { SourceRange } from '../../../src/measurement/ranges/place.js';
import { report } from './fixtures.js';

const RANGE: SourceRange = { first: 3, last: 5, name: 'halo', group: 'comm', isSame: true, isWritten: false };
const IN_FUNCTION = { function: 'f', own: 8, foreign: 2, unmapped: 0, begins: 1, ends: 1 };
const BUILT: BuiltRange = { file: '/p/a.c', first: 3, last: 5, name: 'halo', functions: [IN_FUNCTION] };
const SUMMARY = {
  region: 'halo',
  place: { file: '/there/a.c', line: 3 },
  visits: 1200,
  inclusive: 0.5,
  exclusive: 0.25,
  share: 0.125,
  properties: [],
};
const RUN = {
  report: { ...report(), functions: [SUMMARY] },
  label: { name: 'first', created: '2026-01-01T00:00:00Z' },
  pair: 50e-9,
};

const hover = (known: Partial<Parameters<typeof rangeHover>[0]>): string =>
  rangeHover({ range: RANGE, built: undefined, run: undefined, ...known }, '/p/a.c').toString();

describe('a range of lines', () => {
  it('is shown with its visits, their time, and the measurement overhead', () => {
    const text = hover({ built: BUILT, run: RUN });
    expect(text).toMatch(/^\*\*halo\*\*: lines 3 to 5, group comm/);
    expect(text).toContain('Measured are 8 instructions, and 2 of other lines among them.');
    expect(text).toMatch(/In run first: 1,200 visits .*500 ms inclusive, 250 ms exclusive: 12\.5 % of the total time/);
    // 1,200 visits of 50 ns.
    expect(text).toMatch(/Measuring them took about 60\.0 µs, 50\.0 ns a visit/);
  });

  it('is shown with the reason if nothing of it is measured', () => {
    const none: BuiltRange = { ...BUILT, functions: [], before: 2, behind: 9 };
    expect(hover({ built: none, run: RUN })).toContain(
      'Not measured. The compiler made no instructions of these lines',
    );
    const refused = { ...IN_FUNCTION, begins: 0, refused: 'it jumps to where only the running program knows' };
    expect(hover({ built: { ...BUILT, functions: [refused] } })).toContain(
      'it jumps to where only the running program',
    );
    expect(hover({ range: { ...RANGE, isSame: false } })).toContain('its text was changed since it was marked');
  });

  it('is shown as measured next, or not visited, if the run has no data of it', () => {
    expect(hover({})).toContain('It is measured in the next run.');
    const other = { ...RUN, report: { ...RUN.report, functions: [] } };
    expect(hover({ run: other })).toContain('Run first, which is shown, did not visit it.');
    expect(summaryOf(RUN.report, RANGE, '/p/b.c')).toBeUndefined();
  });

  it('has lenses for its group and for dropping it, unless the source marks it', () => {
    const lenses = rangeLenses([RANGE, { ...RANGE, isWritten: true }, { ...RANGE, isSame: false }]);
    expect(lenses.map(({ range: { start }, command }) => [start.line, command?.title, command?.arguments])).toEqual([
      [2, 'Group comm…', [{ first: 3, last: 5 }]],
      [2, 'Do Not Measure', [{ first: 3, last: 5 }]],
    ]);
  });
});

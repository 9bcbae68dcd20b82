import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { functionLenses, waitLenses } from '../../../src/engine/presentation/codeLens.js';
import { lineHover } from '../../../src/engine/presentation/hover.js';
import { digestByFile } from '../../../src/engine/presentation/lineDigest.js';
import { lineMarks } from '../../../src/engine/presentation/lineMarks.js';
import { placeLines } from '../../../src/engine/presentation/placedLine.js';
import { severityLevel } from '../../../src/model/findings/severityLevel.js';
import { LineMap } from '../../../src/experiments/files/lineMap.js';
import type { FindingsReport, LineProperty, LineSummary } from '../../../src/model/findings/findings.js';
import { finding, report } from './fixtures.js';
import { shippedProperties } from '../../../src/properties/index.js';

const TEXT = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);

function placed(run: FindingsReport, current = TEXT) {
  return placeLines(digestByFile(run).get('/src/heat.c') ?? [], new LineMap(TEXT, current));
}

/** A line from which calls are made that take 7 of 10 seconds. */
function calling(line: number, properties: readonly LineProperty[]): LineSummary {
  return { place: { file: '/src/heat.c', line }, seconds: 7, share: 0.7, properties };
}

const wait = (title: string, severity: number, own = 0): LineProperty => ({ property: title, title, severity, own });

describe('severityLevel', () => {
  it('follows the thresholds', () => {
    expect([0, 0.0099, 0.01, 0.0299, 0.03, 0.0999, 0.1, 1].map(severityLevel)).toEqual([
      'low',
      'low',
      'medium',
      'medium',
      'high',
      'high',
      'critical',
      'critical',
    ]);
  });
});

describe('lineMarks', () => {
  it('shows property, share and ranks', () => {
    const run = report();
    expect(lineMarks(placed(run), run)).toEqual([
      { line: 9, level: 'critical', text: '12.1 % Late Sender · 2 of 4 ranks', stale: false },
    ]);
  });

  it('sums call paths, names the worst two and counts the rest', () => {
    const other = { severity: 0.02, seconds: 0.2 };
    const run = report({
      findings: [
        finding({ severity: 0.02 }),
        finding({ severity: 0.015, locations: [{ location: 3, name: 'MPI Rank 3', seconds: 1 }] }),
        finding({ property: 'mpi_latereceiver', title: 'Late Receiver', ...other }),
        finding({ property: 'mpi_barrier_wait', title: 'Wait at Barrier', severity: 0.001 }),
      ],
    });
    const [mark] = lineMarks(placed(run), run);
    expect(mark?.text).toBe('3.5 % Late Sender + 2.0 % Late Receiver + 1 more · 3 of 4 ranks');
    expect(mark?.level).toBe('high');
  });

  it('counts locations if the trace has no ranks', () => {
    const run = report({ locations: ['a', 'b', 'c', 'd', 'e'] });
    expect(lineMarks(placed(run), run)[0]?.text).toBe('12.1 % Late Sender · 2 of 5 locations');
  });

  it('shows notable losses in the calls made from a line, separate from losses at the line', () => {
    const run = report({
      findings: [finding({ severity: 0.012 })],
      functions: [],
      lines: [
        calling(4, [wait('Late Sender', 0.451), wait('Wait at N×N', 0.036), wait('Early Reduce', 0.01)]),
        calling(5, [wait('Late Sender', 0.029)]),
        calling(10, [wait('Late Sender', 0.512, 0.012)]),
      ],
    });
    expect(lineMarks(placed(run), run).map(({ line, level, text }) => [line, level, text])).toEqual([
      [3, 'low', '45.1 % Late Sender + 3.6 % Wait at N×N + 1 more · in what is called'],
      [9, 'medium', '1.2 % Late Sender · 2 of 4 ranks · 50.0 % in what is called'],
    ]);
  });

  it('omits calls at the first line of a function, whose lens has them, and duplicates on merged lines', () => {
    const run = report({
      findings: [],
      lines: [
        calling(3, [wait('Late Sender', 0.5)]),
        calling(10, [wait('Late Sender', 0.4)]),
        calling(11, [wait('Late Sender', 0.3)]),
      ],
    });
    const marks = lineMarks(placed(run, TEXT.toSpliced(9, 2)), run);
    expect(marks.map(({ text }) => text)).toEqual(['40.0 % Late Sender · in what is called']);
  });

  it('keeps stale marks apart from sure ones on the same line', () => {
    const run = report({
      findings: [finding({ place: { file: '/src/heat.c', line: 11 } }), finding()],
    });
    // Line 10 is deleted: it falls on line 11, which is still there.
    const marks = lineMarks(placed(run, TEXT.toSpliced(9, 1)), run);
    expect(marks.map(({ line, stale }) => [line, stale])).toEqual([
      [9, false],
      [9, true],
    ]);
  });
});

/**
 * At line 10, ranks 1 and 2 wait 0.9 s of 10 because of rank 0 at line 6. They wait 0.3 s because of line 10 itself.
 */
function caused(): FindingsReport {
  const cause = (line: number, seconds: number, location: number) => ({
    region: 'work',
    callPath: [{ region: 'work' }],
    place: { file: '/src/heat.c', line },
    seconds,
    share: seconds / 1.21,
    locations: [{ location, name: `MPI Rank ${location}`, seconds }],
  });
  return report({
    findings: [finding({ rootCauses: [cause(6, 0.9, 0), cause(10, 0.3, 1)] })],
    functions: [],
    lines: [calling(6, []), calling(10, [])].map((line, at) => ({ ...line, delays: at === 0 ? 0.9 : 0.3 })),
  });
}

/** The alternative texts of the pictures in the hover of a line. */
function pictures(run: FindingsReport, line: number, isLinked = true) {
  const lines = placed(run).filter((one) => one.line === line);
  const hover = String(lineHover(lines, run, { name: 'heat', created: '' }, isLinked ? shippedProperties : undefined));
  return [...hover.matchAll(/!\[([^\]]*)\]\(data:image\/svg\+xml;base64,/g)].map(([, text]) => text);
}

describe('lines that make others wait', () => {
  it('are marked with the share of the run that others wait for them, in the unit of waiting', () => {
    const run = caused();
    expect(lineMarks(placed(run), run).map(({ line, level, text }) => [line, level, text])).toEqual([
      [5, 'high', 'makes others wait 9.0 % · 1 of 4 ranks'],
      [9, 'critical', '12.1 % Late Sender · 2 of 4 ranks · makes others wait 3.0 %'],
    ]);
  });

  it('lead to where it is waited, and are led to from there, in hovers', () => {
    const run = caused();
    const hover = (line: number) =>
      lineHover(
        placed(run).filter((one) => one.line === line),
        run,
        { name: 'heat', created: '2026-11-20T14:03:59.000' },
        shippedProperties,
      )?.toString();
    const link = (line: number) => {
      const { property, callPath } = finding();
      const args = [{ property, callPath, place: { file: '/src/heat.c', line } }];
      return `(command:trimtab.showFinding?${encodeURIComponent(JSON.stringify(args))})`;
    };
    expect(hover(5)?.split('\n').slice(0, 3)).toEqual([
      '**Makes others wait 9.0 %** · 900 ms, for rank 0 · what is called from here takes 70.0 %  ',
      `*They wait in* Late Sender at [heat\\.c\\:10]${link(10)}  `,
      '*Try:* give rank 0 less of this work.  ',
    ]);
    expect(hover(9)).toContain(
      `*Caused by* work, [heat\\.c\\:6]${link(6)}, on rank 0 (74.4 %), work here on rank 1 (24.8 %) · makes others wait 3.0 %`,
    );
  });

  it('have a picture of who waits, with the causing ranks marked, as data, for clients that show it', () => {
    expect(pictures(caused(), 5)).toEqual([
      'Waiting by rank: rank 1 700 ms, rank 2 510 ms, of 4 ranks. Rank 0 makes others wait.',
    ]);
    expect(pictures(caused(), 9)).toEqual([
      'Waiting by rank: rank 1 700 ms, rank 2 510 ms, of 4 ranks. Ranks 0, 1 make others wait.',
    ]);
    expect(pictures(caused(), 5, false)).toEqual([]);
    expect(pictures(caused(), 9, false)).toEqual([]);
  });

  it('have no picture where they cause less than half of what is waited: reports do not divide it by rank', () => {
    const [one] = caused().findings;
    const rootCauses = one?.rootCauses?.map((cause) => ({ ...cause, share: 0.49 })) ?? [];
    expect(pictures({ ...caused(), findings: [finding({ rootCauses })] }, 5)).toEqual([]);
  });

  it('have lenses that lead there, where that is another line', () => {
    const lenses = waitLenses(placed(caused())).map(({ range, command }) => [range.start.line, command?.title]);
    expect(lenses).toEqual([
      [5, 'makes others wait 9.0 % → heat.c:10'],
      [9, 'waits for work → heat.c:6'],
    ]);
    expect(waitLenses(placed(report()))).toEqual([]);
  });

  it('show the predicted gain if their code were balanced over ranks', () => {
    const [one] = caused().findings;
    const gain = { scenario: { kind: 'balance', region: 'work' }, runTime: 1.75, saved: 0.75, share: 0.3 } as const;
    const rootCauses = one?.rootCauses?.map((cause) => ({ ...cause, gain })) ?? [];
    const run = { ...caused(), findings: [finding({ rootCauses, gain })] };
    const [lens] = waitLenses(placed(run));
    expect(lens?.command?.title).toBe('makes others wait 9.0 % → heat.c:10 · saves up to 750 ms (30.0 %)');
    const hover = (line: number) =>
      lineHover(
        placed(run).filter((found) => found.line === line),
        run,
        { name: 'heat', created: '' },
      )?.toString();
    const predicted = '*Predicted:* work balanced over ranks: 2.50 s → 1.75 s, saves up to 750 ms (30.0 %)';
    expect(hover(5)).toContain(predicted);
    expect(hover(9)).toContain(predicted);
  });

  it('show the loss in callees, too, and nothing if it hardly matters', () => {
    const lines = [{ ...calling(6, [wait('Late Sender', 0.4)]), delays: 0.9 }];
    const [run, slight] = [0.9, 0.049].map((delays) =>
      report({ findings: [], functions: [], lines: lines.map((line) => ({ ...line, delays })) }),
    );
    const texts = (of: FindingsReport) => lineMarks(placed(of), of).map(({ level, text }) => [level, text]);
    expect(run && texts(run)).toEqual([['high', 'makes others wait 9.0 % · 40.0 % in what is called']]);
    expect(slight && texts(slight)).toEqual([['low', '40.0 % Late Sender · in what is called']]);
  });

  it('are not marked where no cause is known', () => {
    const run = report({ functions: [] });
    expect(lineMarks(placed(run), run).map(({ line }) => line)).toEqual([9]);
  });
});

describe('pictures of waiting', () => {
  const waits = (locations: readonly number[]) => ({
    locations: locations.map((location) => ({ location, name: '', seconds: 1 })),
  });

  it('sum the call paths of a property by rank, and threads by theirs', () => {
    const names = ['Rank 0, thread 0', 'Rank 0, thread 1', 'Rank 1, thread 0', 'Rank 1, thread 1'];
    const run = { locations: names, processes: 2, functions: [] };
    const both = report({ ...run, findings: [finding(waits([0, 1])), finding(waits([1, 2]))] });
    expect(pictures(both, 9)).toEqual(['Waiting by rank: rank 0 3.00 s, rank 1 1.00 s, of 2 ranks.']);
  });

  it('mark those that were waited for where no root cause is known', () => {
    const causes = [{ location: 3, name: '', seconds: 1 }];
    const run = report({ findings: [finding({ ...waits([1]), causes })] });
    expect(pictures(run, 9)).toEqual(['Waiting by rank: rank 1 1.00 s, of 4 ranks. Rank 3 makes others wait.']);
  });

  it('are none of a single rank, and none for clients without pictures', () => {
    const alone = { locations: ['MPI Rank 0'], processes: 1, findings: [finding(waits([0]))] };
    expect(pictures(report(alone), 9)).toEqual([]);
    expect(pictures(report(), 9)).toHaveLength(1);
    expect(pictures(report(), 9, false)).toEqual([]);
  });
});

describe('functionLenses', () => {
  it('names time and the worst two properties and leads to the worst finding', () => {
    const run = report();
    expect(functionLenses(placed(run), run)).toEqual([
      {
        range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } },
        command: {
          title: 'time 38.2 % · exclusive 5.0 % · Late Sender 12.1 % · Wait at N×N 2.0 %',
          command: 'trimtab.showFinding',
          arguments: [run.findings[0]],
        },
      },
    ]);
  });

  it('leads nowhere from a function that does not wait, and marks a changed one', () => {
    // A function that calls nothing: its exclusive time needs no separate text.
    const leaf = { ...elementAt(report().functions, 0), exclusive: 3.82, properties: [] };
    const run = report({ findings: [], functions: [leaf] });
    const [lens] = functionLenses(placed(run, TEXT.with(2, 'other')), run);
    expect(lens?.command).toEqual({ title: 'time 38.2 % (changed since the run)', command: '' });
  });

  it('names its function if several begin on one line', () => {
    const leaf = { ...elementAt(report().functions, 0), exclusive: 3.82, properties: [] };
    const run = report({ findings: [], functions: [leaf, { ...leaf, region: 'heat (module)' }] });
    const titles = functionLenses(placed(run), run).map(({ command }) => command?.title);
    expect(titles).toEqual([`${leaf.region}: time 38.2 %`, 'heat (module): time 38.2 %']);
  });
});

describe('lineHover', () => {
  const label = { name: 'heat, 4 ranks', created: '2026-11-20T14:03:59.000' };
  const at = (run: FindingsReport, line: number, current = TEXT) =>
    lineHover(
      placed(run, current).filter((entry) => entry.line === line),
      run,
      label,
    )?.toString();

  it('shows in three lines the loss, its meaning and the advice, and the run', () => {
    expect(at(report(), 9)).toBe(
      [
        '**Late Sender 12.1 %** · 1.21 s on ranks 1, 2  \nA receive waits for its message.  \n*Try:* Send earlier.',
        'Run heat, 4 ranks, 2026-11-20 14:03, 4 ranks',
      ].join('\n\n'),
    );
  });

  it('shows first below its numbers what makes them unreliable', () => {
    const doubt = { kind: 'records-lost', severity: 'error', title: '7 records lost' } as const;
    const text = at(report({ doubts: [{ ...doubt, sentence: 'They [are] lost.', advice: 'Make room.' }] }), 9);
    expect(text).toContain('**Warning: 7 records lost.** They \\[are\\] lost. Make room.');
  });

  it('leads to the page of the property where the client has the command for it', () => {
    const links = (run: FindingsReport) =>
      lineHover(
        placed(run, TEXT).filter((entry) => entry.line === 9),
        run,
        label,
        shippedProperties,
      )?.toString();
    const args = encodeURIComponent('[{"property":"mpi_latesender","page":"mpi_latesender"}]');
    expect(links(report())).toContain(`[More about Late Sender](command:trimtab.explainProperty?${args})`);
    const strange = report().findings.map((finding) => ({ ...finding, property: '../x](command:y)' }));
    expect(links(report({ findings: strange }))).not.toContain('command:');
  });

  it('shows the exclusive time of calls, and the loss further down', () => {
    const waits = [wait('Late Sender', 0.671, 0.121), wait('a|b', 0.02)];
    const both = at(report({ lines: [{ ...calling(10, waits), exclusive: 0.3 }] }), 9);
    expect(both).toContain('**Late Sender 12.1 %** · 1.21 s on ranks 1, 2 · 57.0 % in what is called from here');
    const apart = at(report({ lines: [{ ...calling(7, []), exclusive: 0.3 }] }), 6);
    expect(apart).toContain('of the total time (all ranks); 300 ms exclusive, 6.70 s in functions they call');
    const alone = at(report({ lines: [{ ...calling(7, []), exclusive: calling(7, []).seconds * (1 - 1e-15) }] }), 6);
    expect(alone).toContain('of the total time');
    expect(alone).not.toContain('exclusive');
    const below = at(report({ lines: [calling(7, [wait('Late Sender', 0.45), wait('a|b', 0.02)])] }), 6);
    expect(below).toContain('Lost in what is called from here **47.0 %**: Late Sender 45.0 %, a\\|b 2.0 %');
  });

  it('shows the heap memory of its calls at the peak, over all call paths to them', () => {
    const call = { callPath: [], place: { file: '/src/heat.c', line: 6 }, most: 1e9, rank: 0, end: 0, blocks: 1 };
    const memory = {
      measured: 2,
      mean: 2e9,
      processes: [],
      calls: [
        { ...call, high: 2e9, share: 0.5, taken: 3e9 },
        { ...call, high: 1e9, share: 0.25, taken: 1e9 },
        { ...call, place: { file: '/src/heat.c', line: 7 }, high: 0, share: 0, taken: 1e9 },
      ],
    };
    expect(at(report({ memory }), 5)).toContain(
      '**Memory of this line**: 3.0 GB of the heap when each rank held most, 75.0 % of it; 4.0 GB taken in all',
    );
    expect(at(report({ memory }), 6)).toBeUndefined();
  });

  it('shows visits and times of a function', () => {
    expect(at(report(), 2)).toContain(
      '**main**: 38.2 % of the total time, 3.82 s inclusive, 500 ms exclusive, 4,000 visits (all ranks)',
    );
  });

  it('omits visits that were not counted, as for sampled functions', () => {
    const functions = report().functions.map((one) => ({ ...one, visits: 0 }));
    expect(at(report({ functions }), 2)).toContain(', 500 ms exclusive (all ranks)');
  });

  it('shows the values of a function by parameter, with minimum and maximum of non-additive metrics', () => {
    const place = { file: '/src/heat.c', line: 5 };
    const slice = (n: number, calls: number, inclusive: number) => ({
      ...{ region: 'solve', place, parameters: `n = ${n}`, calls, inclusive },
      exclusive: 0,
    });
    const range = (title: string, unit: string, least: number, most: number) => ({
      ...{ name: title, title, unit, combine: 'max' as const },
      functions: [{ region: 'solve', place, least, most }],
    });
    const beside = {
      slices: [slice(8, 3, 1.5), slice(4, 1, 0.25), slice(2, 0, 0.125)],
      ranges: [range('Maximum Inclusive Time', 'seconds', 0.5, 1.25), range('Depth', 'count', 3, 3)],
    };
    const text = (at(report({ beside }), 4) ?? '').replaceAll('\\', '');
    expect(text).toContain('**By parameters**: n = 8: 1.50 s in 3 calls; n = 4: 250 ms in 1 call; n = 2: 125 ms');
    expect(text).toContain('**Maximum Inclusive Time**: 500 ms to 1.25 s');
    expect(text).toContain('**Depth**: 3');
  });

  it('shows that the line was changed, and nothing if the run has no data', () => {
    expect(at(report(), 9, TEXT.with(9, 'other'))).toContain('changed since the run');
    expect(at(report(), 5)).toBeUndefined();
  });

  it('shows the confidence of an inferred property', () => {
    expect(at(report({ findings: [finding({ confidence: 0.8 })] }), 9)).toContain('· inferred, confidence 80.0 %');
  });

  it('lets no text of a report become Markdown', () => {
    const evil = '[click](command:x) <img src=x> | `';
    const run = report({
      findings: [finding({ title: evil, explanation: evil, advice: evil })],
      functions: [{ ...elementAt(report().functions, 0), region: evil, place: { file: '/src/heat.c', line: 10 } }],
    });
    const hover = at(run, 9) ?? '';
    expect(hover).not.toMatch(/(^|[^\\])[[\]<>`]/);
    expect(hover.match(/command\\:x/g)).toHaveLength(4);
  });
});

import { describe, expect, it } from 'vitest';
import { dynamicsLenses } from '../../../src/engine/presentation/dynamicsLenses.js';
import { lineHover } from '../../../src/engine/presentation/hover.js';
import { digestByFile } from '../../../src/engine/presentation/lineDigest.js';
import { placeLines } from '../../../src/engine/presentation/placedLine.js';
import { LineMap } from '../../../src/experiments/files/lineMap.js';
import type { DynamicsReport } from '../../../src/model/dynamics/dynamics.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { dynamicsFinding, dynamicsReport } from '../../support/dynamicsReport.js';
import { finding, report } from './fixtures.js';

const eight = report({
  processes: 8,
  locations: Array.from({ length: 8 }, (_, rank) => `MPI Rank ${rank}`),
  findings: [finding()],
});
const text = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`);
const placed = (dynamics: DynamicsReport, current = text) =>
  placeLines(digestByFile(eight, dynamics).get('/src/heat.c') ?? [], new LineMap(text, current));
const run = { name: 'run', created: '2026-01-01T00:00:00.000' };

describe('lenses of changes', () => {
  it('are at the loop and at the changing lines, and lead to the page and to the iteration', () => {
    const lenses = dynamicsLenses(placed(dynamicsReport()), eight, true);
    expect(lenses.map(({ range, command }) => [range.start.line, command?.title, command?.arguments])).toEqual([
      [
        2,
        '200 iterations · 3.90 ms ±12 % · ▁▁▅█ · slows down from iteration 120 (+18 %, 4.10 s), ranks 4–7',
        [{ page: true }],
      ],
      [9, '▁▁▁▁▁▁▁▁▁▁██████ steps up at 120 · 6.7 % on ranks 4–7', [{ finding: 0 }]],
    ]);
  });

  it('move with the text, and mark changed lines', () => {
    const lenses = dynamicsLenses(placed(dynamicsReport(), ['new', ...text.with(9, 'other')]), eight, false);
    expect(lenses.map(({ range, command }) => [range.start.line, command?.command])).toEqual([
      [3, ''],
      [10, ''],
    ]);
    expect(lenses.at(1)?.command?.title).toMatch(/on ranks 4–7 \(changed since the run\)$/);
  });

  it('are at most two a line, those that cost most', () => {
    const findings = [1, 3, 2].map((excess) => dynamicsFinding({ excess }));
    const lenses = dynamicsLenses(placed(dynamicsReport({ findings })), eight, true);
    expect(lenses.slice(1).map(({ command }) => command?.arguments)).toEqual([[{ finding: 1 }], [{ finding: 2 }]]);
  });

  it('leave what only varies to the hover', () => {
    const findings = [dynamicsFinding({ severity: 0, excess: 0, patterns: [] })];
    expect(dynamicsLenses(placed(dynamicsReport({ findings })), eight, true)).toHaveLength(1);
  });

  it('are none without a report, and summarize all ranks as such', () => {
    expect(placed(dynamicsReport({ loops: [], findings: [] })).flatMap(({ changing = [] }) => changing)).toEqual([]);
    const findings = [dynamicsFinding({ locations: [0, 1, 2, 3, 4, 5, 6, 7] })];
    expect(dynamicsLenses(placed(dynamicsReport({ findings })), eight, true).at(1)?.command?.title).toMatch(
      /on all ranks$/,
    );
  });
});

describe('the hover of what changes', () => {
  const at = (line: number, properties?: typeof shippedProperties) =>
    lineHover(
      placed(dynamicsReport()).filter((one) => one.line === line),
      eight,
      run,
      properties,
    )?.toString() ?? '';

  it('has a sentence, a picture, ranks, and links to the iteration, the page and the property', () => {
    const hover = at(9, shippedProperties);
    expect(hover).toContain('**Slowing Down 6.7 %** · 600 ms lost · cluster 1\\: ranks 4–7');
    expect(hover).toContain('Steps up at iteration 120 and stays there');
    expect(hover).toContain('](data:image/svg+xml;base64,');
    expect(hover).toContain(
      `[Iteration 120 in the timeline](command:trimtab.showDynamics?${encodeURIComponent('[{"finding":0}]')})`,
    );
    expect(hover).toContain('[Dynamics](command:trimtab.showDynamics?');
    expect(hover).toContain('[More about Slowing Down](command:trimtab.explainProperty?');
    const [, image = ''] = /an iteration\]\([^,]*base64,([^)]*)\)/.exec(hover) ?? [];
    expect(Buffer.from(image, 'base64').toString()).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*><rect /,
    );
  });

  it('has bars of text and no links for clients without commands', () => {
    const hover = at(9);
    expect(hover).toContain('▁▁▁▁▁▁▁▁▁▁██████');
    expect(hover).not.toMatch(/data:|command:/);
  });

  it('lists each change at the same time once, also if several call paths of its line have it', () => {
    const other = dynamicsFinding({ callPath: [{ region: 'work' }], place: { file: '/src/work.c', line: 4 } });
    const findings = [dynamicsFinding({ related: [1, 2] }), other, { ...other, node: 5 }];
    const lines = placed(dynamicsReport({ findings })).filter(({ line }) => line === 9);
    const hover = lineHover(lines, eight, run)?.toString() ?? '';
    expect([...hover.matchAll(/work \(work\\?\.c/g)]).toHaveLength(1);
  });

  it('shows the line of the loop', () => {
    const hover = at(2, shippedProperties);
    expect(hover).toContain('**200 iterations · 3.90 ms ±12 %**');
    expect(hover).toContain('90.0 % of the run');
  });

  it('shows untrusted names as text', () => {
    const evil = '[x](command:evil)![p](http://x) <img>';
    const findings = [
      dynamicsFinding({ sentence: evil, advice: evil, related: [1] }),
      dynamicsFinding({ callPath: [{ region: evil }], place: { file: evil, line: 2 } }),
    ];
    const lines = placed(dynamicsReport({ findings })).filter(({ line }) => line === 9);
    const hover = lineHover(lines, eight, run, shippedProperties)?.toString() ?? '';
    expect(hover).not.toContain('](command:evil');
    expect(hover).not.toContain('<img>');
    expect(hover).not.toContain('](http');
  });
});

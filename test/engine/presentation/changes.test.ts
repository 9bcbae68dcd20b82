import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { changeHover, changeMarks, type PlacedChange } from '../../../src/engine/presentation/changes.js';
import { comparedValue } from '../../../src/experiments/compare/statistics.js';

const place = { file: 'heat.c', line: 10 };

function change(before: number[], after: number[], title = 'Late Sender'): PlacedChange['properties'][number] {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    property: title,
    title,
    seconds: comparedValue([before, after]),
    shares: [mean(before) / 10, mean(after) / 10],
  };
}

/** Returns the loss in the callees of a line: the sum of some changes. */
function called(...properties: PlacedChange['properties'][number][]): Partial<PlacedChange> {
  const sum = (of: (property: (typeof properties)[number]) => number) =>
    properties.reduce((total, property) => total + of(property), 0);
  const seconds = comparedValue(
    [0, 1].map((side) => [sum((property) => elementAt(property.seconds.groups, side).mean)]),
  );
  return {
    called: { seconds, shares: [sum(({ shares }) => shares[0]), sum(({ shares }) => shares[1])], properties },
  };
}

const placed = (...properties: PlacedChange['properties'][number][]): PlacedChange => ({
  before: place,
  after: place,
  line: 9,
  stale: false,
  properties,
});

describe('the mark of a changed line', () => {
  it('shows before and after, and that single runs give no verdict', () => {
    expect(changeMarks([placed(change([1.23], [0.41]))])).toEqual([
      {
        line: 9,
        level: 'critical',
        text: '12.3 % → 4.1 % Late Sender · single runs, no verdict',
        stale: false,
        change: 'open',
      },
    ]);
  });

  it('shows the verdict of repeats in words and an arrow', () => {
    const [[less], [more], [none]] = [
      changeMarks([placed(change([4, 4.1], [1, 1.1]))]),
      changeMarks([placed(change([1, 1.1], [4, 4.1]))]),
      changeMarks([placed(change([1, 3], [1.5, 2]))]),
    ];
    expect([less?.change, less?.text]).toEqual(['won', '40.5 % → 10.5 % Late Sender ↓ less']);
    expect([more?.change, more?.text]).toEqual(['lost', '10.5 % → 40.5 % Late Sender ↑ more']);
    expect([none?.change, none?.text]).toEqual(['open', '20.0 % → 17.5 % Late Sender (no difference shown)']);
  });

  it('names two properties and counts the others', () => {
    const three = ['A', 'B', 'C'].map((title) => change([1, 1.1], [4, 4.1], title));
    expect(changeMarks([placed(...three)])[0]?.text).toBe(
      '10.5 % → 40.5 % A ↑ more + 10.5 % → 40.5 % B ↑ more + 1 more',
    );
    expect(elementAt(changeMarks([placed(...three.slice(0, 2))]), 0).text).not.toContain('1 more');
    expect(changeMarks([placed(change([0.0001], [0]))])).toEqual([]);
  });
});

describe('the mark of a changed call', () => {
  const single = ' · single runs, no verdict';

  it('attributes the loss to callees, with the level of the loss of the line itself', () => {
    const [mark] = changeMarks([{ ...placed(), ...called(change([4], [1]), change([0.2], [0.1], 'Wait at N×N')) }]);
    expect([mark?.level, mark?.change, mark?.text]).toEqual([
      'low',
      'open',
      `40.0 % → 10.0 % Late Sender + 2.0 % → 1.0 % Wait at N×N · in what is called${single}`,
    ]);
  });

  it('distinguishes it from the exclusive loss of the line', () => {
    const [mark] = changeMarks([{ ...placed(change([0.2], [0.1])), ...called(change([4], [1])) }]);
    expect([mark?.level, mark?.text]).toEqual([
      'medium',
      `2.0 % → 1.0 % Late Sender · 40.0 % → 10.0 % in what is called${single}`,
    ]);
  });

  it('exists for a serious loss only, on one of the sides', () => {
    expect(changeMarks([{ ...placed(), ...called(change([0.2], [0.29])) }])).toEqual([]);
    expect(changeMarks([{ ...placed(), ...called(change([0], [0.3])) }])).toHaveLength(1);
    expect(
      elementAt(changeMarks([{ ...placed(change([0.2], [0.1])), ...called(change([0.2], [0.1])) }]), 0).text,
    ).not.toContain('called');
  });
});

describe('the hover over a changed line', () => {
  const labels = { before: 'heat *old*', after: 'heat2' };

  it('has seconds, shares and the verdict, and escapes all external text', () => {
    const text = String(changeHover([placed(change([1.23], [0.41], '<b>Late|Sender'))], labels));
    expect(text).toContain('12.3&nbsp;%&nbsp;(1.23&nbsp;s)');
    expect(text).toContain('−820 ms, −66.7 %');
    expect(text).toContain('single runs: no verdict');
    expect(text).toContain('Before: heat \\*old\\*, after: heat2');
    expect(text).not.toContain('<b>');
  });

  it('has a row for each property of what is called', () => {
    const text = String(changeHover([{ ...placed(change([1], [2])), ...called(change([4], [1])) }], labels));
    expect(text.split('\n').filter((row) => row.startsWith('| Late Sender'))).toEqual([
      expect.stringMatching(/^\| Late Sender&nbsp;&nbsp; \| 10\.0/) as string,
      expect.stringMatching(/^\| Late Sender, in what is called&nbsp;&nbsp; \| 40\.0/) as string,
    ]);
  });

  it('is none where nothing is compared', () => {
    expect(changeHover([], labels)).toBeUndefined();
  });
});

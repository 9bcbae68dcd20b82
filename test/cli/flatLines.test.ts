import { describe, expect, it } from 'vitest';
import { Writable } from 'node:stream';
import { flatLines } from '../../src/cli/text/flatLines.js';
import { textWidth } from '../../src/cli/terminal/layout.js';
import { Terminal } from '../../src/cli/terminal/terminal.js';
import type { FlatRow } from '../../src/model/findings/findings.js';

const stream = new Writable({ write: (_, __, done) => done() });
const { style } = new Terminal(stream, stream, {});

const rows: readonly FlatRow[] = [
  {
    region: 'work',
    place: { file: '/p/a.c', line: 3 },
    calls: 1200,
    exclusive: 6,
    inclusive: 6,
    shortest: 1e-3,
    longest: 0.5,
  },
  { region: 'MPI_Barrier', calls: 4, exclusive: 2, inclusive: 2 },
];
const text = (width: number, shown = rows): string[] => [
  ...flatLines(shown, { totalTime: 8 }, { width, style, folder: '/p' }),
];

describe('the flat profile in a terminal', () => {
  it('has share, own time, time with what is called, calls, and the time of a call', () => {
    expect(text(100)).toEqual([
      '     %  exclusive  inclusive  calls   a call  shortest  longest  function',
      '75.0 %     6.00 s     6.00 s  1,200  5.00 ms   1.00 ms   500 ms  work  a.c:3',
      '25.0 %     2.00 s     2.00 s      4   500 ms         –        –  MPI_Barrier',
    ]);
  });

  it('has no number of calls where time was sampled, not calls counted', () => {
    const [, sampled] = text(100, [{ region: 'kernel', calls: 0, exclusive: 2, inclusive: 2 }]);
    expect(sampled).toMatch(/2\.00 s +– +– +kernel$/);
  });

  it('has no columns for single calls where they were not measured', () => {
    expect(text(100, rows.slice(1))[0]).toBe('     %  exclusive  inclusive  calls  a call  function');
  });

  it('cuts names, and never numbers', () => {
    const long = [{ region: 'a'.repeat(200), calls: 1, exclusive: 8, inclusive: 8 }];
    const [, line = ''] = text(80, long);
    expect(textWidth(line)).toBe(80);
    expect(line).toMatch(/100\.?0? %.*8\.00 s.*a+…$/);
  });
});

import { describe, expect, it } from 'vitest';
import { xOf, yOf } from '../../../src/pictures/timeline/frame.js';
import { uncertainAreas, uncertainRows } from '../../../src/pictures/timeline/uncertain.js';

const frame = { window: { from: 2, to: 10 }, left: 100, width: 800, top: 50, rowHeight: 20, gap: 10, rows: 4 };
const given = { location: Uint32Array.of(5, 6, 7, 9), from: Float64Array.of(4, 0, 3, 0) };

describe('rows whose values are uncertain', () => {
  it('are those of uncertain locations, a group from the first moment of any of them on', () => {
    const rowOf = new Map([
      [4, 0],
      [5, 1],
      [6, 2],
      [7, 1],
    ]);
    expect(uncertainRows(given, rowOf)).toEqual(
      new Map([
        [1, 3],
        [2, 0],
      ]),
    );
  });

  it('are hatched from that moment to the end of the picture', () => {
    const rows = new Map([
      [0, 0],
      [1, 3],
      [2, 12],
    ]);
    const fill = { hatch: 'text' };
    expect(uncertainAreas(frame, rows)).toEqual([
      { is: 'area', x: 100, y: yOf(frame, 0), width: 800, height: 20, fill },
      { is: 'area', x: xOf(frame, 3), y: yOf(frame, 1), width: 900 - xOf(frame, 3), height: 20, fill },
    ]);
  });
});

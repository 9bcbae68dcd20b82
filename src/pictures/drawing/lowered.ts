import type { Drawn, DrawList } from './drawList.js';

/** The same drawing, so many CSS pixels further down. */
export function lowered(items: DrawList, by: number): Drawn[] {
  return items.map((item): Drawn => {
    if (item.is === 'line')
      return { ...item, points: item.points.map((at, index) => (index % 2 === 0 ? at : at + by)) };
    if (item.is === 'clip') return { ...item, y: item.y + by, items: lowered(item.items, by) };
    return { ...item, y: item.y + by };
  });
}

import { addAt, elementAt } from '../../../base/elements.js';
import { openVisits } from '../visits.js';
import type { Answerer } from './answerer.js';

export const instances: Answerer<'instances'> = (measurement, { fold, most, ...ask }, checkCancelled) => {
  const { room } = measurement;
  const visits = openVisits(measurement, ask, checkCancelled);
  const { locations: location } = visits;
  const folded = Math.max(1, Math.ceil(visits.most / most));
  const columns = Math.ceil(visits.most / folded);
  const cells = location.length * columns;
  const answer = {
    value: room.float64(cells).fill(Number.NaN),
    from: room.float64(cells).fill(Number.NaN),
    to: room.float64(cells).fill(Number.NaN),
  };
  for (const [row, own] of location.entries()) {
    const found = visits.of(own);
    const longest = new Float64Array(columns).fill(Number.NEGATIVE_INFINITY);
    const counts = new Float64Array(columns);
    for (let visit = 0; visit < found.from.length; visit++) {
      const column = Math.floor(visit / folded);
      // Visits that were not counted have no column.
      if (column >= columns) break;
      const seconds = elementAt(found.seconds, visit);
      const cell = row * columns + column;
      const before = elementAt(counts, column);
      if (fold === 'mean') answer.value[cell] = before === 0 ? seconds : elementAt(answer.value, cell) + seconds;
      addAt(counts, column, 1);
      if (seconds <= elementAt(longest, column)) continue;
      longest[column] = seconds;
      if (fold === 'max') answer.value[cell] = seconds;
      answer.from[cell] = elementAt(found.from, visit);
      answer.to[cell] = elementAt(found.to, visit);
    }
    if (fold === 'mean')
      for (let column = 0; column < columns; column++)
        answer.value[row * columns + column] =
          elementAt(answer.value, row * columns + column) / elementAt(counts, column);
  }
  return { head: { visits: visits.most, folded, columns }, columns: { location, ...answer } };
};

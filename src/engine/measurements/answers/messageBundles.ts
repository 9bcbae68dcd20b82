import { absent, elementAt } from '../../../base/elements.js';
import { RUN_ROWS } from '../../../experiments/files/timelineFile.js';
import { NO_INDEX } from '../../../model/definitions.js';
import { largest, overlapping, overlaps } from '../timeline/largest.js';
import { meantMessages } from '../timeline/meantMessages.js';
import { MessageBundles } from '../timeline/messageBundles.js';
import type { Answerer } from './answerer.js';

export const messageBundles: Answerer<'messageBundles'> = (measurement, ask, checkCancelled) => {
  const { room, space } = measurement;
  const file = measurement.timeline(checkCancelled);
  const window = { from: ask.from, to: ask.to };
  const runs = file.runsOf('messages');
  const meant = meantMessages(file, ask);
  const lines = largest(runs, window, ask.most, meant.rows, checkCancelled);
  const isLine = new Set(lines.map(({ run, row }) => run * RUN_ROWS + row));
  const smallestLine = lines.at(-1)?.size ?? Number.POSITIVE_INFINITY;

  const rowOf = room.uint32(space.locationCount).fill(NO_INDEX);
  for (const [at, location] of ask.shown.entries())
    if (location < rowOf.length) rowOf[location] = elementAt(ask.rows, at);
  const rowCount = ask.rows.reduce((most, row) => Math.max(most, row + 1), 0);
  const bundles = new MessageBundles(window, rowCount, ask.columns);
  let [messages, single] = [0, 0];
  for (const run of overlapping(runs, window)) {
    checkCancelled();
    const { from, to, send, receive, bytes, waiting } = meant.columns(run);
    const rows = meant.rows(run);
    for (let row = 0; row < rows.length; row++) {
      if (!overlaps(rows, row, window) || !rows.isMeant(row)) continue;
      const sender = rowOf[from[row] ?? absent(row)] ?? absent(row);
      const receiver = rowOf[to[row] ?? absent(row)] ?? absent(row);
      if (sender === receiver || sender === NO_INDEX || receiver === NO_INDEX) continue;
      messages++;
      const waited = waiting[row] ?? absent(row);
      // Most messages are too small to be lines.
      if (waited >= smallestLine && isLine.has(run * RUN_ROWS + row)) {
        single++;
        continue;
      }
      const [sent, received, size] = [send[row] ?? absent(row), receive[row] ?? absent(row), bytes[row] ?? absent(row)];
      bundles.add({ sender, receiver, send: sent, receive: received, bytes: size, waiting: waited });
    }
  }
  const { columns, omitted, bundles: given } = bundles.finish();
  return { head: { messages, single, omitted, columns }, columns: given };
};

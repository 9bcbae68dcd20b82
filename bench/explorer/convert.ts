/** Writes the calls of a trace as Speedscope's own format: what its page can open. */
import { closeSync, openSync, writeSync } from 'node:fs';
import process from 'node:process';
import { EventKind } from '../../src/model/events.js';
import { openAsTrace } from '../../src/formats/registry.js';

const [archive = '', out = ''] = process.argv.slice(2);
const trace = openAsTrace(archive);
const { regions, locations } = trace.definitions;
const file = openSync(out, 'w');
const head = { $schema: 'https://www.speedscope.app/file-format-schema.json', name: 'bench', exporter: 'bench' };
const frames = regions.map(({ name }) => ({ name }));
writeSync(file, `${JSON.stringify({ ...head, shared: { frames } }).slice(0, -1)},"profiles":[`);
let events = 0;
for (const [location, { name }] of locations.entries()) {
  let piece = '';
  let [first, last] = [Infinity, 0];
  writeSync(
    file,
    `${location === 0 ? '' : ','}{"type":"evented","name":${JSON.stringify(name)},"unit":"seconds","events":[`,
  );
  let isFirst = true;
  for (const batch of trace.batches(location))
    for (let at = 0; at < batch.count; at++) {
      const kind = batch.kind[at];
      if (kind !== EventKind.Enter && kind !== EventKind.Leave) continue;
      const time = batch.time[at] ?? 0;
      [first, last] = [Math.min(first, time), Math.max(last, time)];
      piece += `${isFirst ? '' : ','}{"type":"${kind === EventKind.Enter ? 'O' : 'C'}","frame":${batch.reference[at]},"at":${time.toFixed(7)}}`;
      isFirst = false;
      events++;
      if (piece.length < 1 << 20) continue;
      writeSync(file, piece);
      piece = '';
    }
  writeSync(file, `${piece}],"startValue":${first},"endValue":${last}}`);
}
writeSync(file, ']}');
closeSync(file);
process.stdout.write(JSON.stringify({ events }));

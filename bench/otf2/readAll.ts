import process from 'node:process';

import { absent, elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';

/** Reads all events of the archive named on the command line, counts them by kind and prints what it took as JSON. */
function readAll(path: string): void {
  const start = process.hrtime.bigint();
  const trace = openArchive(path);
  const counts = new Float64Array(256);
  for (let location = 0; location < trace.definitions.locations.length; location++) {
    for (const { count, kind } of trace.batches(location)) {
      for (let i = 0; i < count; i++) {
        const each = kind[i] ?? absent(i);
        counts[each] = (counts[each] ?? absent(each)) + 1;
      }
    }
  }
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const events = counts.reduce((sum, count) => sum + count, 0);
  // maxRSS is in kilobytes.
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  const problems = trace.problems.map((problem) => problem.message);
  process.stdout.write(`${JSON.stringify({ events, seconds, peakMegabytes, problems })}\n`);
}

readAll(elementAt(process.argv, 2));

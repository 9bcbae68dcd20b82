import { createHash } from 'node:crypto';
import process from 'node:process';

import { elementAt } from '../../src/base/elements.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';
import { analyzeArchive } from '../../src/engine/analysis/analyzeArchive.js';

/** Of all severities, so that runs of different states can be compared to the bit. */
function digestOf({ severities }: PerformanceSpace): string {
  const hash = createHash('sha256');
  for (const [name, { callPath, location, value }] of [...severities].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(name);
    for (const column of [callPath, location, value])
      hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return hash.digest('hex');
}

/**
 * Analyses the archive named on the command line with so many threads that read, as the engine does, and prints what it
 * took as JSON.
 */
async function measure(archive: string, threads: string, workerPath: string): Promise<void> {
  const start = process.hrtime.bigint();
  const { report, space } = await analyzeArchive(archive, { program: 'bench', threads: Number(threads), workerPath });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  // maxRSS is in kilobytes, times are in microseconds.
  const peakMegabytes = maxRSS / 1024;
  const problems = report.problems.map(({ message }) => message);
  const result = { events: report.events, findings: report.findings.length, seconds, peakMegabytes, problems };
  const processorSeconds = (userCPUTime + systemCPUTime) / 1e6;
  process.stdout.write(`${JSON.stringify({ ...result, processorSeconds, digest: digestOf(space) })}\n`);
}

await measure(elementAt(process.argv, 2), elementAt(process.argv, 3), elementAt(process.argv, 4));

import process from 'node:process';

import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { predictRunTimes } from '../../src/analysis/whatIf/index.js';
import { elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { Scenario } from '../../src/model/findings/prediction.js';

/**
 * Analyzes an archive with one thread and predicts run times of so many scenarios, as JSON.
 * @param count 0: only the analysis
 */
function measure(archive: string, count: number): void {
  const trace = openArchive(archive);
  const start = process.hrtime.bigint();
  const since = (): number => Number(process.hrtime.bigint() - start) / 1e9;
  const analyzed = analyzeTrace(trace, { program: 'bench', replay: count > 0 });
  const analysisSeconds = since();
  const { regions } = trace.definitions;
  const called = [...new Set(analyzed.space.callTree.region)].map((region) => elementAt(regions, region).name);
  const names = called.filter((name) => !/^(main|step|exchange|MPI_)/.test(name));
  const scenarios = Array.from({ length: count }, (_, index): Scenario => {
    const region = elementAt(names, index % names.length);
    return { kind: 'scale', region, factor: 0.5 + index / 100 };
  });
  if (count > 0) predictRunTimes(trace, analyzed, { scenarios });
  const predictionSeconds = since() - analysisSeconds;
  // maxRSS is in kilobytes.
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${JSON.stringify({ analysisSeconds, predictionSeconds, peakMegabytes })}\n`);
}

measure(elementAt(process.argv, 2), Number(elementAt(process.argv, 3)));

/**
 * Writes the exclusions of the strategies TOR and POR for a run, in the form that the probe reads when a program starts:
 * selection.cjs PROFILE FOLDER. Prints the number of functions of the run, and the number that each strategy excludes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { recordingCosts } from '../../src/analysis/trace/index.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { recordingCost, STRATEGIES } from '../../src/measurement/adaptation/overhead.js';
import { reduce, rulesFor } from '../../src/measurement/adaptation/reduce.js';
import { runStatistics } from '../../src/measurement/adaptation/statistics.js';
import { functionTests, NO_SELECTION } from '../../src/measurement/selection/planned.js';

const [profile = '', folder = ''] = process.argv.slice(2);
const { space, definitions } = toSpace(openCube(profile));
const run = runStatistics(space, definitions);
const [, ofFunctions] = recordingCosts(definitions)?.byProcess.find(([, { pair }]) => pair > 0) ?? [];
if (ofFunctions === undefined) throw new Error('the run does not say what recording a call cost');
const { pair, halfWidth } = ofFunctions;
/** TOR takes times as they were measured, POR those that recording was taken out of. */
const costs = {
  tor: recordingCost(pair, undefined),
  por: recordingCost(pair, { halfWidth: halfWidth ?? pair / 2 }),
};
const counts: Record<string, number> = { functions: run.functions.length };
for (const strategy of STRATEGIES) {
  const leftOut = reduce(run, { strategy, cost: costs[strategy] });
  counts[strategy] = leftOut.length;
  const functions = rulesFor(leftOut.map(({ statistics }) => statistics.region));
  writeFileSync(join(folder, `${strategy}.selection`), functionTests({ ...NO_SELECTION, functions }));
}
process.stdout.write(JSON.stringify(counts));

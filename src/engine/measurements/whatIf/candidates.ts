/** Scenarios and functions that are offered for predictions. */
import { columnsOf, isUseful } from '../../../analysis/efficiency/classes.js';
import { suitableScenarios } from '../../../analysis/whatIf/index.js';
import { addAt, elementAt } from '../../../base/elements.js';
import type { Experiment } from '../../../experiments/store/experiment.js';
import { type Definitions, isProgram } from '../../../model/definitions.js';
import type { Scenario } from '../../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';

const MOST_FUNCTIONS = 64;
/** Functions with a smaller share of the time are not offered. */
const LEAST_SHARE = 0.005;

export interface Candidates {
  readonly scenarios: readonly Scenario[];
  /** Most exclusive time first. */
  readonly functions: readonly string[];
}

interface Analyzed {
  readonly experiment: Experiment;
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
}

/** @throws TrimtabError if the report of the experiment is damaged */
export function candidatesOf(measurement: Analyzed): Candidates {
  const { space, definitions, experiment } = measurement;
  const scenarios = suitableScenarios(definitions, { space, report: experiment.report() });
  return { scenarios, functions: hottest(measurement) };
}

/** Names of the functions with most exclusive time in which threads compute, or read and write files. */
function hottest({ space, definitions }: Pick<Analyzed, 'space' | 'definitions'>): string[] {
  const { time, useful } = columnsOf(space, definitions);
  const seconds = new Float64Array(definitions.regions.length);
  for (const { callPath, value } of useful)
    for (const [entry, path] of callPath.entries())
      addAt(seconds, elementAt(space.callTree.region, path), elementAt(value, entry));
  const least = LEAST_SHARE * time.value.reduce((sum, value) => sum + value, 0);
  const found = definitions.regions
    .map((region, index) => ({ region, seconds: elementAt(seconds, index) }))
    .filter(({ region, seconds: own }) => own > 0 && own >= least && isUseful(region) && !isProgram(region))
    .toSorted((one, other) => other.seconds - one.seconds);
  return [...new Set(found.map(({ region }) => region.name))].slice(0, MOST_FUNCTIONS);
}

/** Names of the functions that call paths belong to: each the innermost one in which threads compute, or use files. */
export function functionsAt({ space, definitions }: Omit<Analyzed, 'experiment'>, nodes: readonly number[]): string[] {
  const { size, parent, region } = space.callTree;
  const nameAt = (start: number): string[] => {
    for (let node = start; node >= 0 && node < size; node = elementAt(parent, node)) {
      const found = definitions.regions[elementAt(region, node)];
      if (found !== undefined && isUseful(found) && !isProgram(found)) return [found.name];
    }
    return [];
  };
  return [...new Set(nodes.flatMap(nameAt))];
}

/** Scenarios and functions that are offered for predictions. */
import { isUseful } from '../../../analysis/efficiency/classes.js';
import { hottestFunctions, suitableScenarios } from '../../../analysis/whatIf/index.js';
import { elementAt } from '../../../base/elements.js';
import type { Experiment } from '../../../experiments/store/experiment.js';
import { type Definitions, isProgram } from '../../../model/definitions.js';
import type { Scenario } from '../../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';

const MOST_FUNCTIONS = 64;

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
  return { scenarios, functions: hottestFunctions(space, definitions, MOST_FUNCTIONS) };
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

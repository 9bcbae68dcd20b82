import type { PropertyCatalog } from '../../../properties/index.js';
import type { OperationFormula } from '../../../properties/search.js';
import type { MetricName } from '../metrics/metrics.js';
import { isBetweenGroups } from '../matching/betweenGroups.js';
import type { CollectiveInstance } from '../matching/collectives.js';

/** A property that an operation can have. */
export interface Rule {
  readonly metric: MetricName;
  readonly formula: OperationFormula;
}

interface Rules {
  readonly within: Rule[];
  readonly betweenGroups: Rule[];
}

/** Which properties an operation, or one direction of it on an intercommunicator, can have, in the order of their tree. */
export function rulesOf(properties: PropertyCatalog): (instance: CollectiveInstance) => readonly Rule[] {
  const found = new Map<number, Rules>();
  for (const { metric, search } of properties.searchedIn('collective operations')) {
    const { operations, formula, betweenGroups = formula } = search;
    for (const operation of operations) {
      const rules = found.get(operation) ?? { within: [], betweenGroups: [] };
      found.set(operation, rules);
      rules.within.push({ metric, formula });
      rules.betweenGroups.push({ metric, formula: betweenGroups });
    }
  }
  return (instance) => found.get(instance.collective)?.[isBetweenGroups(instance) ? 'betweenGroups' : 'within'] ?? [];
}

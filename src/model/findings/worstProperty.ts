import type { FindingsReport } from './findings.js';
import { STARTUP_COST } from './ranking.js';
import type { Fraction } from '../../base/units.js';

/** A property with what it costs over the whole program. */
export interface PropertyCost {
  readonly property: string;
  readonly title: string;
  /** Share of the program's total time: its findings are at different call paths and add up. */
  readonly severity: Fraction;
}

/** The property that costs most over all its call paths, but for starting and ending MPI, as the Findings view ranks them; undefined where nothing was found. */
export function worstProperty({ findings }: Pick<FindingsReport, 'findings'>): PropertyCost | undefined {
  const costs = new Map<string, PropertyCost>();
  for (const { property, title, severity } of findings)
    if (property !== STARTUP_COST)
      costs.set(property, { property, title, severity: severity + (costs.get(property)?.severity ?? 0) });
  return [...costs.values()].sort((a, b) => b.severity - a.severity).at(0);
}

/** The rules of a plan as a measurement system reads them. */
import type { MeasurementPlan } from '../plan.js';
import { selectsFunctions } from '../selection/planned.js';
import { SYNTAXES } from '../selection/syntaxes.js';
import { systemOf } from './index.js';

/** A filter to write next to the records. */
export interface FilterFile {
  readonly text: string;
  /** Rules that its syntax cannot express, without a full stop. */
  readonly unsaid: readonly string[];
}

/** Returns undefined if the probe measures, the system has no filters, or nothing is excluded. */
export function filterOf({ system, selection }: MeasurementPlan): FilterFile | undefined {
  const filter = system === undefined ? undefined : systemOf(system).filter;
  if (filter === undefined || (selection.files.length === 0 && !selectsFunctions(selection))) return undefined;
  const { files, functions } = selection;
  const { text, unsaid } = SYNTAXES[filter].print({ files, functions, specifications: [] });
  return { text, unsaid: unsaid.map(({ what }) => what) };
}

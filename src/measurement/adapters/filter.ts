/** The rules of a plan as a measurement system reads them. */
import type { MeasurementPlan } from '../plan.js';
import { selectsFunctions } from '../selection/planned.js';
import { SYNTAXES } from '../selection/syntaxes.js';
import { systemOf } from './index.js';

/** A filter to be written beside the records. */
export interface FilterFile {
  readonly text: string;
  /** What cannot be said in it, without a full stop. */
  readonly unsaid: readonly string[];
}

/** Undefined where the probe measures, the system has no filters, or nothing is left out. */
export function filterOf({ system, selection }: MeasurementPlan): FilterFile | undefined {
  const filter = system === undefined ? undefined : systemOf(system).filter;
  if (filter === undefined || (selection.files.length === 0 && !selectsFunctions(selection))) return undefined;
  const { files, functions } = selection;
  const { text, unsaid } = SYNTAXES[filter].print({ files, functions, specifications: [] });
  return { text, unsaid: unsaid.map(({ what }) => what) };
}

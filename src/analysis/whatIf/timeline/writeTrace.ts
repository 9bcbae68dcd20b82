import { TrimtabError } from '../../../base/problem.js';
import { copyArchive, type CopiedArchive, otf2 } from '../../../formats/otf2/index.js';
import { formatOf, measurementAt } from '../../../formats/registry.js';
import type { Trace } from '../../../model/trace.js';
import { PREDICTED } from '../../trace/doubts/measurement.js';

/** Source and destination of a predicted trace. */
export interface PredictedArchive {
  /** The measured trace. */
  readonly archive: string;
  /** The new one; it must not exist. */
  readonly folder: string;
}

/**
 * Writes a predicted trace, which any reader of OTF2 can open.
 * @param trace events of the archive, with predicted times
 * @throws TrimtabError if the measured trace is of another format, or cannot be copied; nothing is left behind then
 */
export function writePredictedTrace({ archive, folder }: PredictedArchive, trace: Trace): CopiedArchive {
  if (formatOf(measurementAt(archive)) !== otf2)
    throw new TrimtabError(`${archive} is no OTF2 trace: predicted traces are written of those only.`);
  const { locations } = trace.definitions;
  const whole = { from: 0, to: Number.POSITIVE_INFINITY, begin: 0, end: Number.POSITIVE_INFINITY, shift: 0 };
  const nothing = new Set<number>();
  return copyArchive(archive, folder, trace, {
    stretches: locations.map(() => [whole]),
    leftOut: locations.map(() => nothing),
    kinds: nothing,
    property: [PREDICTED, 'true'],
  });
}

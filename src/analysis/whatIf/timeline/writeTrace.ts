import { TrimtabError } from '../../../base/problem.js';
import { copyArchive, type CopiedArchive, Otf2Trace } from '../../../formats/otf2/index.js';
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
 * @param measured the trace of the archive
 * @param predicted its events with predicted times
 * @throws TrimtabError if the measured trace is of another format, or cannot be copied; nothing is left behind then
 */
export function writePredictedTrace(
  { archive, folder }: PredictedArchive,
  measured: Trace,
  predicted: Trace,
): CopiedArchive {
  if (!(measured instanceof Otf2Trace))
    throw new TrimtabError(`${archive} is no OTF2 trace: predicted traces are written of those only.`);
  const { locations } = predicted.definitions;
  const whole = { from: 0, to: Number.POSITIVE_INFINITY, begin: 0, end: Number.POSITIVE_INFINITY, shift: 0 };
  const nothing = new Set<number>();
  return copyArchive(archive, folder, predicted, {
    stretches: locations.map(() => [whole]),
    leftOut: locations.map(() => nothing),
    kinds: nothing,
    property: [PREDICTED, 'true'],
  });
}

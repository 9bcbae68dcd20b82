import { writeForPerson } from '../../base/files/index.js';
import { CancelledError } from '../../base/problem.js';
import { encodeCube } from '../../formats/cube/index.js';
import type { Measurement } from '../../formats/format.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';

/** Yields the pieces until cancelled. */
function* unlessCancelled(pieces: Iterable<Uint8Array>, isCancelled: () => boolean): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (isCancelled()) throw new CancelledError();
    yield piece;
  }
}

/** Writes the results of an analysis as a CUBE file. @throws CancelledError */
export function writeCube(
  path: string,
  space: PerformanceSpace,
  opened: Measurement,
  { memory, compensation }: FindingsReport,
  isCancelled: () => boolean,
): void {
  const options = {
    creator: 'Trimtab',
    ...(memory === undefined ? {} : { memory: memory.processes }),
    // Measurement overhead is not subtracted from the shortest and the longest calls.
    ...(opened.kind === 'profile' && compensation === undefined ? { apart: opened.profile.apart ?? [] } : {}),
  };
  writeForPerson(path, unlessCancelled(encodeCube(space, opened.definitions, options), isCancelled));
}

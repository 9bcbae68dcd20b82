import { absent } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import { counted, duration } from '../../../base/text.js';
import { measurementFacts } from '../doubts/measurement.js';
import type { CallTreeBuilder } from '../profile/callTreeBuilder.js';
import { Kept, type RegionTable } from '../profile/regionTable.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import { type PollingRecords, Proof } from '../records/pollingRecords.js';
import type { Remark } from '../../report/evidence.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../waits/waits.js';
import { type Span, unionLength } from './unionLength.js';

/** How sure polling is that is known from the order of calls only: some of them may have asked for nothing. */
const INFERRED = 0.7;

interface Whole {
  readonly definitions: Definitions;
  readonly profiles: readonly LocationProfile[];
  readonly tree: CallTreeBuilder;
  readonly regions: RegionTable;
}

/** All polling at one call path; spans by location. */
interface PollSum {
  calls: number;
  seconds: number;
  readonly spans: Map<number, Span[]>;
}

/**
 * Records Polling: the time inside calls of the MPI_Test family that found a request pending which such a call of the
 * same thread completed later. The time inside that call also counts. Each call counts once, for any number of
 * requests. Requests that are completed by waiting, or never, are not polled to their end, and their tests remain cost
 * of MPI. If a trace does not record the tested requests, successive calls at one call path count, up to the first that
 * completes something.
 * @returns additional evidence by call path
 */
export function analyzePolling(
  { stretches }: PollingRecords,
  { definitions, profiles, tree, regions }: Whole,
  waits: Waits,
  tolerance: Tolerance,
): ReadonlyMap<number, Remark> {
  const areTestsRecorded =
    measurementFacts(definitions).isOwn || profiles.some(({ recordsTests }) => recordsTests)
      ? Proof.Tests
      : Proof.Calls;
  const { node, location, enter, leave, seconds, calls, proof } = stretches.columns;
  const sums = new Map<number, PollSum>();
  for (let row = 0; row < stretches.length; row++) {
    const place = {
      node: node[row] ?? absent(row),
      location: location[row] ?? absent(row),
      enter: enter[row] ?? absent(row),
      leave: leave[row] ?? absent(row),
    };
    const polled = seconds[row] ?? absent(row);
    const region = tree.regionOf(place.node);
    if (proof[row] !== areTestsRecorded || place.leave > tolerance.until(place.location)) continue;
    // Calls below the depth limit are folded into one that does not ask.
    if (regions.kept[region] !== Kept.Test || !(polled > 0)) continue;
    waits.addAt(regions.metric[region] ?? 'mpi', 'mpi_polling', place, polled);
    const sum = sums.get(place.node) ?? { calls: 0, seconds: 0, spans: new Map<number, Span[]>() };
    sum.calls += calls[row] ?? absent(row);
    sum.seconds += polled;
    const spans = sum.spans.get(place.location);
    if (spans === undefined) sum.spans.set(place.location, [place]);
    else spans.push(place);
    sums.set(place.node, sum);
  }
  const confidence = areTestsRecorded === Proof.Tests ? {} : { confidence: INFERRED };
  return new Map([...sums].map(([at, sum]) => [at, { sentence: sentenceOf(sum), ...confidence }]));
}

function sentenceOf({ calls, seconds, spans }: PollSum): string {
  const whole = [...spans.values()].reduce((length, ofLocation) => length + unionLength(ofLocation), 0);
  const between = whole - seconds > whole / 1000 ? `, ${duration(whole - seconds)} between them` : '';
  return `Polled with ${counted(calls, 'call')} over ${duration(whole)}: ${duration(seconds)} in these calls${between}.`;
}

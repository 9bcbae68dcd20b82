import { elementAt } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import { sortedDoubts } from '../../../model/findings/doubts.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Doubt } from '../../../model/findings/findings.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import { processesOf } from '../../../model/processes.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import { total } from '../severities/space.js';
import { isThread } from '../certainty/locations.js';
import { CallPaths } from '../../report/index.js';
import type { LeakedRequests } from '../records/leakedRequests.js';
import { type Leak, unfinishedCommunication } from './communication.js';
import { measurementFacts } from './measurement.js';
import { processDoubts } from './processes.js';
import { recordingDoubts } from './recording.js';
import { regionsSeen } from './seen.js';

/** Inputs of the warnings. */
export interface TraceGrounds {
  readonly definitions: Definitions;
  readonly space: PerformanceSpace;
  readonly profiles: readonly LocationProfile[];
  /** Uncertain parts due to an incomplete trace; undefined if it is complete. */
  readonly incomplete: Doubt | undefined;
  /** Requests that never end, according to the trace. */
  readonly leakedRequests: readonly LeakedRequests[];
}

/** Returns all warnings that a trace contains about its numbers, the worst first. */
export function traceDoubts({
  definitions,
  space,
  profiles,
  incomplete,
  leakedRequests,
}: TraceGrounds): readonly Doubt[] {
  const leaks = leaksOf(leakedRequests, new CallPaths(space.callTree, definitions));
  const facts = measurementFacts(definitions);
  const seen = regionsSeen(space.callTree, definitions);
  const threads = profiles.filter(
    ({ location, events }) => events > 0 && isThread(elementAt(definitions.locations, location)),
  );
  const { ofLocation } = processesOf(definitions);
  const processes = new Set(threads.map(({ location }) => ofLocation[location])).size;
  const ranks = { processes, communicators: definitions.communicators };
  return sortedDoubts([
    ...processDoubts(ranks, facts, seen),
    ...[unfinishedCommunication(facts, incomplete, leaks) ?? incomplete].filter((doubt) => doubt !== undefined),
    ...recordingDoubts(
      {
        events: threads.reduce((sum, { events }) => sum + events, 0),
        totalTime: total(space, 'time'),
        span: spanOf(threads),
        shownOverhead: total(space, 'overhead'),
        ownThreads: ownThreads(threads, ofLocation, (node) => isOpenmp(definitions, space.callTree, node)),
      },
      facts,
      seen,
    ),
  ]);
}

function leaksOf(leaked: readonly LeakedRequests[], paths: CallPaths): Leak[] {
  return leaked.map(({ process, node, count }) => {
    const place = paths.place(node);
    return { process, region: paths.regionName(node), ...(place === undefined ? {} : { place }), count };
  });
}

/** Seconds from the first event to the last. */
function spanOf(threads: readonly LocationProfile[]): number {
  const first = threads.reduce((least, thread) => Math.min(least, thread.first), Number.POSITIVE_INFINITY);
  return Math.max(0, threads.reduce((most, { last }) => Math.max(most, last), Number.NEGATIVE_INFINITY) - first);
}

/** Threads that the program made itself: not the first of their process, and never with anything of OpenMP. */
function ownThreads(
  threads: readonly LocationProfile[],
  ofLocation: Int32Array,
  isOpenmpNode: (node: number) => boolean,
): number {
  const begun = new Set<number>();
  return threads.filter(({ location, isWorker, hasForked, times }) => {
    const process = elementAt(ofLocation, location);
    const isFirst = !begun.has(process);
    begun.add(process);
    return !isFirst && !isWorker && !hasForked && !times.visits.some((n, slot) => n > 0 && isOpenmpNode(slot - 1));
  }).length;
}

function isOpenmp({ regions }: Definitions, { region }: CallTree, node: number): boolean {
  return regions.at(elementAt(region, node))?.paradigm === 'openmp';
}

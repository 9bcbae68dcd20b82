import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import type { Crew } from '../parallel/crew.js';
import type { CallTreeBuilder } from '../profile/callTreeBuilder.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import { PairSums } from '../tables/pairSums.js';
import type { Severities } from '../severities/severities.js';
import { Costs } from './costs.js';
import { criticalPathTask } from './criticalPathTask.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import { endOfPath } from './endOfPath.js';
import { IdleThreads } from './idleThreads.js';
import { bookImbalance } from './imbalance.js';
import type { MetricName } from '../metrics/metrics.js';
import type { Origins } from './origins.js';
import type { PathPieces, TeamTimes } from './pathPieces.js';
import { bookCriticalPath } from './performanceImpact.js';
import { blocksOf, directCostTask } from './directCostTask.js';
import { noSynchronizations } from './starts.js';
import { Synchronizations } from './synchronizations.js';
import { Timelines, timelinesOf } from './timelines.js';
import { WaitIndex } from './waitIndex.js';
import { waitIndexTask } from './waitIndexTask.js';
import { costMetrics, type WaitStates } from '../waits/waitStates.js';
import { inOrderOfTime, removeWaiting, statesOfOperations, waitingByNode } from './waiting.js';

/** Inputs of the search for root causes. */
export interface RootCauseInput {
  readonly definitions: Definitions;
  readonly processes: Processes;
  readonly records: CommunicationRecords;
  readonly threads: ThreadRecords;
  readonly tree: CallTreeBuilder;
  readonly states: WaitStates;
  readonly locations: readonly LocationProfile[];
  /** The threads that search. */
  readonly crew: Crew;
  /** When threads forked or joined teams, where it is wanted when the critical path is where. */
  readonly teams?: TeamTimes | undefined;
}

/** Origins of waiting, in addition to the metrics. */
export interface RootCauses {
  /** Causes of the waiting at each call path. */
  readonly origins: Origins;
  /** Seconds of waiting without a known delay, by the metric of its short-term costs. */
  readonly unattributed: ReadonlyMap<MetricName, number>;
  /** Call paths of the stretch of time between two synchronizations that has most of them. */
  readonly callPathsOfStretch: number;
  /** The critical path in time, where it was wanted. */
  readonly path: PathPieces | undefined;
}

/**
 * Finds out where the waiting in a trace comes from, and the critical path; books their metrics.
 */
export function analyzeRootCauses(input: RootCauseInput, severities: Severities): RootCauses {
  const { records, threads, states, tree, crew, teams } = input;
  const timelines = Timelines.over(timelinesOf(records, threads, input.locations, crew.memory));
  removeWaiting(states, timelines);
  const stateOf = statesOfOperations(states, timelines.operations.length, crew.memory);
  const end = endOfPath(timelines, input.locations);
  const parents = tree.parentsOfNodes();
  const pathInput = { states: states.rows(), stateOf, timelines: timelines.data, end, parents, teams };
  const path = crew.start(criticalPathTask, pathInput, 1);
  const idle = new IdleThreads(input.locations, input.processes);
  bookImbalance(input.locations, idle, tree.size, severities);
  const idleWaiting = idle.book(idle.letsOthersIdle ? waitingByNode(states, timelines) : () => 0, severities);
  const { origins, unattributed, mostCallPaths } = bookCosts(input, timelines, stateOf, idle, severities, idleWaiting);
  const found = end === undefined ? undefined : path.next();
  if (found !== undefined) bookCriticalPath(PairSums.of(found.sums), timelines, input.locations, parents, severities);
  path.close();
  return {
    origins,
    unattributed: new Map(costMetrics.map(([metric], kind) => [metric, elementAt(unattributed, kind)])),
    callPathsOfStretch: mostCallPaths,
    path: found?.pieces,
  };
}

/** Goes through the wait states: forwards to see since when each one arose, backwards to attribute it. */
function bookCosts(
  { definitions, states, tree, crew }: RootCauseInput,
  timelines: Timelines,
  stateOf: Int32Array,
  idle: IdleThreads,
  severities: Severities,
  idleWaiting: number,
): Costs {
  const { memory } = crew;
  const locations = definitions.locations.length;
  // While this thread goes forwards, another one may make the index.
  const indexInput = { states: states.rows(), timelines: timelines.data, locations };
  const indexed = crew.start(waitIndexTask, indexInput, 1);
  const order = inOrderOfTime(states, timelines, memory);
  const codes = noSynchronizations(order.length, memory);
  const synchronizations = new Synchronizations(states, timelines, locations, memory);
  for (let row = 0; row < order.length; row++) synchronizations.next(order[row] ?? absent(row), row, codes);
  synchronizations.forget();
  const index = indexed.next();
  const costs = new Costs(states, new WaitIndex(index), idle, severities, idleWaiting);
  const blocks = blocksOf(order.length);
  const input = { states: states.rows(), timelines: timelines.data, index, order, codes, stateOf, nodes: tree.size };
  const found = crew.start(directCostTask, input, blocks);
  for (let block = 0; block < blocks; block++) costs.add(found.next());
  found.close();
  return costs;
}

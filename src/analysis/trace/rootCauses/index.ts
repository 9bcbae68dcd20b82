import type { Definitions } from '../../../model/definitions.js';
import type { CallTreeBuilder } from '../profile/callTreeBuilder.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { Severities } from '../severities.js';
import { Costs } from './costs.js';
import type { Intervals } from './intervals.js';
import { sortedByKey } from './radixSort.js';
import { type Starts, Synchronizations } from './synchronizations.js';
import { Timelines } from './timelines.js';
import { WaitIndex } from './waitIndex.js';
import { Kind, type WaitStates } from './waitStates.js';

/** What the search for root causes works on. */
export interface RootCauseInput {
  readonly definitions: Definitions;
  readonly records: CommunicationRecords;
  readonly threads: ThreadRecords;
  readonly tree: CallTreeBuilder;
  readonly states: WaitStates;
  readonly intervals: ReadonlyMap<number, Intervals>;
}

/** Finds out where the waiting in a trace comes from and books its costs there. */
export function analyzeRootCauses(input: RootCauseInput, severities: Severities): void {
  const { definitions, records, threads, states, intervals, tree } = input;
  const timelines = new Timelines(records, threads, intervals);
  const waited = removeWaiting(states, timelines);
  const locations = definitions.locations.length;
  const index = new WaitIndex(states, timelines, locations);
  const order = inOrderOfTime(states, timelines);
  const synchronizations = new Synchronizations(states, timelines, locations, waited);
  const starts: Starts[] = [];
  for (const state of order) starts.push(synchronizations.next(state));
  const costs = new Costs(states, timelines, index, severities, tree.size);
  for (let i = order.length - 1; i >= 0; i--) costs.visit(order[i], starts[i]);
}

/** Takes waiting out of the timelines. Returns the seconds of waiting by row of `operations`. */
function removeWaiting({ table }: WaitStates, timelines: Timelines): Float64Array {
  const { seconds, waiter } = table.columns;
  const { operations } = timelines.records;
  const { location, node } = operations.columns;
  const waited = new Float64Array(operations.length);
  for (let state = 0; state < table.length; state++) {
    const row = waiter[state];
    waited[row] += seconds[state];
    timelines.of(location[row])?.remove(timelines.markOf[row], node[row], seconds[state]);
  }
  return waited;
}

/** The wait states that have costs, in order of the moment at which their waiting ends. */
function inOrderOfTime({ table }: WaitStates, timelines: Timelines): Uint32Array {
  const { enter } = timelines.records.operations.columns;
  const { seconds, waiter, kind } = table.columns;
  const ends = new Float64Array(table.length);
  for (let state = 0; state < table.length; state++) ends[state] = enter[waiter[state]] + seconds[state];
  return sortedByKey(ends).filter((state) => kind[state] !== Kind.None);
}

import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Peers } from '../matching/peers.js';
import { Operation } from '../metrics/operations.js';
import type { Processes } from '../../../model/processes.js';
import type { PropertyCatalog, Searched } from '../../../properties/index.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { OneSidedRecords } from './oneSidedRecords.js';
import { certainPrefix } from '../certainty/agreement.js';
import type { ProcessCertainty } from '../certainty/processCertainty.js';
import type { Waits } from '../waits/waits.js';

type WindowCalls = 'window fences' | 'window creations' | 'window releases';

/** Collective calls of windows, by the location at which properties search for them. */
const places = new Map<number, WindowCalls>([
  [Operation.WinFence, 'window fences'],
  [Operation.WinCreate, 'window creations'],
  [Operation.WinFree, 'window releases'],
]);

/** The properties of each kind of call. */
type Rules = ReadonlyMap<number, readonly Searched<WindowCalls>[]>;

/**
 * Finds waiting in the collective calls of a window, such as Wait at Fence.
 * @returns number of calls excluded because they have no counterpart
 */
export function analyzeWindowCollectives(
  records: CommunicationRecords,
  oneSided: OneSidedRecords,
  definitions: Definitions,
  processes: Processes,
  properties: PropertyCatalog,
  peers: Peers,
  waits: Waits,
  certainty: ProcessCertainty,
): number {
  const rules: Rules = new Map([...places].map(([kind, place]) => [kind, properties.searchedIn(place)]));
  const visit = (calls: readonly number[]): void => book(calls, records, rules, waits);
  return visitWindowCalls(records, oneSided, definitions, processes, peers, certainty, visit);
}

/**
 * Visits the collective calls of windows. The n-th call for a window at each process of its communicator is one
 * instance.
 * @param visit receives the rows of an instance's calls, by rank
 * @returns number of calls excluded because they have no counterpart
 */
export function visitWindowCalls(
  records: CommunicationRecords,
  oneSided: OneSidedRecords,
  definitions: Definitions,
  processes: Processes,
  peers: Peers,
  certainty: ProcessCertainty,
  visit: (calls: readonly number[]) => void,
): number {
  let leftOut = 0;
  for (const [window, calls] of callsByWindow(records, oneSided, processes)) {
    const communicator = definitions.oneSided?.windows.get(window) ?? -1;
    if (peers.isSelf(communicator)) continue; // Each process has a separate one.
    const members = peers.members(communicator);
    const lists = Array.from(members ?? [], (process) => calls.get(process) ?? []);
    const complete = certainPrefix(
      lists,
      (row) => elementAt(records.operations.columns.kind, row),
      (list) => members !== undefined && certainty.endsEarly(elementAt(members, list)),
    );
    for (let n = 0; n < complete && lists.length > 1; n++) visit(lists.map((list) => elementAt(list, n)));
    for (const list of calls.values()) leftOut += Math.max(0, list.length - complete);
  }
  return leftOut;
}

type CallsByProcess = Map<number, number[]>;

/** Collective calls of each window, by process and in order of time. */
function callsByWindow(
  { operations }: CommunicationRecords,
  { syncs }: OneSidedRecords,
  processes: Processes,
): Map<number, CallsByProcess> {
  const { window, group, operation } = syncs.columns;
  const { kind, location } = operations.columns;
  const found = new Map<number, CallsByProcess>();
  for (let row = 0; row < syncs.length; row++) {
    const call = operation[row] ?? absent(row);
    if ((group[row] ?? absent(row)) >= 0 || !places.has(kind[call] ?? absent(call))) continue;
    const at = window[row] ?? absent(row);
    const calls: CallsByProcess = found.get(at) ?? new Map<number, number[]>();
    found.set(at, calls);
    const process = elementAt(processes.ofLocation, location[call] ?? absent(call));
    const list = calls.get(process);
    if (list === undefined) calls.set(process, [call]);
    else list.push(call);
  }
  return found;
}

function book(rows: readonly number[], { operations }: CommunicationRecords, rules: Rules, waits: Waits): void {
  const { kind, enter, leave } = operations.columns;
  const calls = {
    begin: Float64Array.from(rows, (row) => enter[row] ?? absent(row)),
    end: Float64Array.from(rows, (row) => leave[row] ?? absent(row)),
  };
  for (const { metric, search } of rules.get(elementAt(kind, elementAt(rows, 0))) ?? []) {
    const { seconds, lateRank } = search.formula(calls);
    rows.forEach((row, rank) => {
      const late = lateRank(rank);
      if (seconds(rank) > 0) waits.add(metric, row, seconds(rank), late === undefined ? undefined : rows[late]);
    });
  }
}

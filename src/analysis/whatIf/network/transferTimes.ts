import { absent } from '../../../base/elements.js';
import type { Fraction, Seconds } from '../../../base/units.js';
import { rowsByLocation } from '../../trace/replay/locationRows.js';
import type { Replayed } from '../../trace/replay/points.js';
import { remaindersOf } from '../../trace/replay/remainders.js';
import { Table } from '../../trace/tables/table.js';
import type { WorkRecords } from '../workPass.js';
import { explains, fitTransfers, type TransferFit } from './fit.js';
import type { Transfers } from './transfers.js';

/** Time of transfers that fits explain, as work whose classes scenarios change. */
export interface TransferTimes {
  readonly work: WorkRecords['work'];
  /** Share of the transfers' time that the fits explain. */
  readonly explained: Fraction;
}

/** Classes of the parts of transfers of a class: that of the latency, and that of the bandwidth. */
export const latencyClass = (of: number, classes: number): number => classes + 2 * of;
export const bandwidthClass = (of: number, classes: number): number => classes + 2 * of + 1;

/** Transfers of one function, within a node or between nodes, with or without waiting. */
interface Group {
  readonly rows: number[];
  readonly bytes: number[];
  readonly seconds: Seconds[];
}

/**
 * Divides the part d of calls that is no waiting into latency and bandwidth. Calls of the same function and pair class are
 * fitted by α + b/B. With factors f and g, d' = d · (α·f + b/(B·g)) / (α + b/B). So d' is d for f = g = 1, and the
 * residual of the fit scales with it. Calls that have waited are fitted separately: the data of others may have come
 * before. Calls that the fit does not explain keep d.
 * @param classes number of classes of the transfers
 */
export function transferTimes(
  transfers: Transfers,
  replayed: Omit<Replayed, 'teams' | 'threads'>,
  classes: number,
  locations: number,
): TransferTimes {
  const remainders = remaindersOf(replayed);
  const callOf = callsOf(transfers, replayed.records, locations);
  const { region, crosses, bytes } = transfers.columns;
  const groups = new Map<number, Group>();
  for (let row = 0; row < transfers.length; row++) {
    const call = callOf[row] ?? absent(row);
    const seconds = remainders.seconds[call] ?? Number.NaN;
    if (!(seconds > 0)) continue;
    const key = 4 * (region[row] ?? absent(row)) + 2 * (crosses[row] ?? 0) + (remainders.waited[call] ?? 0);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { rows: [], bytes: [], seconds: [] }));
    group.rows.push(row);
    group.bytes.push(bytes[row] ?? absent(row));
    group.seconds.push(seconds);
  }
  return explainedTimes(transfers, [...groups.values()], classes);
}

function explainedTimes(transfers: Transfers, groups: readonly Group[], classes: number): TransferTimes {
  const latency = new Float64Array(transfers.length);
  const bandwidth = new Float64Array(transfers.length);
  let [all, explained] = [0, 0];
  for (const { rows, bytes, seconds } of groups) {
    const fit = fitTransfers(bytes, seconds);
    for (const [index, row] of rows.entries()) {
      const [size, time] = [bytes[index] ?? absent(index), seconds[index] ?? absent(index)];
      all += time;
      if (fit === undefined || !explains(fit, size, time)) continue;
      explained += time;
      const share = latencyShare(fit, size);
      latency[row] = time * share;
      bandwidth[row] = time * (1 - share);
    }
  }
  return { work: workOf(transfers, latency, bandwidth, classes), explained: all > 0 ? explained / all : 0 };
}

const latencyShare = ({ latency, perByte }: TransferFit, bytes: number): Fraction =>
  latency / (latency + perByte * bytes);

function workOf(
  { length, columns }: Transfers,
  latency: Float64Array,
  bandwidth: Float64Array,
  classes: number,
): WorkRecords['work'] {
  const work: WorkRecords['work'] = new Table(['time', 'seconds'], ['location', 'of']);
  const add = (row: number, of: number, seconds: Seconds): void => {
    if (seconds === 0) return;
    const at = work.addRow();
    work.columns.time[at] = columns.time[row] ?? absent(row);
    work.columns.seconds[at] = seconds;
    work.columns.location[at] = columns.location[row] ?? absent(row);
    work.columns.of[at] = of;
  };
  for (let row = 0; row < length; row++) {
    const of = columns.of[row] ?? absent(row);
    add(row, latencyClass(of, classes), latency[row] ?? absent(row));
    add(row, bandwidthClass(of, classes), bandwidth[row] ?? absent(row));
  }
  return work;
}

/** The MPI call of each transfer: that of its location which ends at the same time; -1 if there is none. */
function callsOf({ length, columns }: Transfers, { operations }: Replayed['records'], locations: number): Int32Array {
  const { first: next, end } = rowsByLocation(operations.columns.location, operations.length, locations);
  const { leave } = operations.columns;
  const calls = new Int32Array(length).fill(-1);
  for (let row = 0; row < length; row++) {
    const location = columns.location[row] ?? absent(row);
    const time = columns.time[row] ?? absent(row);
    const last = end[location] ?? absent(location);
    let call = next[location] ?? absent(location);
    while (call < last && (leave[call] ?? absent(call)) < time) call++;
    next[location] = call;
    if (call < last && leave[call] === time) calls[row] = call;
  }
  return calls;
}

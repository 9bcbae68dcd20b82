import { absent } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import type { CallRecorder } from '../../trace/recorders/recorders.js';
import { Table } from '../../trace/tables/table.js';
import { Apart } from './candidates.js';
import { Moments } from './moments.js';

/** Calls of one caller on one thread; more are no iterations of a main loop. */
const MOST_CALLS = 1 << 24;

/** The calls of one caller, in order: `visit` is the caller's visit that contains them. */
export type CallRows = Table<'enter' | 'leave', 'node' | 'visit'>;

interface Caller {
  readonly calls: CallRows;
  visits: number;
}

/** Keeps what some call paths call, on one thread. */
export class CallLog implements CallRecorder {
  /** By caller. */
  private readonly callers = new Map<number, Caller>();
  /** By call path + 1: its entry among the callers, if it is one. */
  private readonly known: (Caller | undefined)[];
  /** Seconds that are no part of the run that is to be covered. */
  outside = 0;
  first = Number.NaN;
  last = Number.NaN;
  private readonly open: number[] = [];
  /** Seconds at which the logged calls begin and end, in order, each once. */
  readonly moments = new Moments();

  /**
   * @param parents call paths whose calls are kept; -1 is for calls without a caller
   * @param apart by call path, one of Apart
   */
  constructor(
    private readonly tree: CallTree,
    parents: Iterable<number>,
    private readonly apart: Uint8Array,
  ) {
    this.known = new Array<Caller | undefined>(tree.size + 1).fill(undefined);
    for (const parent of parents) {
      const caller = { calls: new Table(['enter', 'leave'], ['node', 'visit']), visits: parent < 0 ? 1 : 0 };
      this.callers.set(parent, caller);
      this.known[parent + 1] = caller;
    }
  }

  begin(node: number, time: number): void {
    this.see(node, time);
    const self = this.known[node + 1];
    if (self !== undefined) self.visits++;
    if (this.apart[node] === Apart.Outside) this.open.push(time);
    const caller = this.callerOf(node);
    if (caller !== undefined) this.moments.add(time);
    if (caller === undefined || caller.calls.length >= MOST_CALLS) return;
    const { calls } = caller;
    const row = calls.addRow();
    calls.columns.node[row] = node;
    calls.columns.visit[row] = caller.visits;
    calls.columns.enter[row] = time;
    calls.columns.leave[row] = Number.NaN;
  }

  end(node: number, time: number): void {
    this.see(node, time);
    if (this.apart[node] === Apart.Outside) this.outside += time - (this.open.pop() ?? time);
    const calls = this.callerOf(node)?.calls;
    if (calls !== undefined) this.moments.add(time);
    const row = (calls?.length ?? 0) - 1;
    if (calls?.columns.node[row] === node && Number.isNaN(calls.columns.leave[row])) calls.columns.leave[row] = time;
  }

  /** Returns the calls of a call path; undefined if there are too many. */
  callsOf(parent: number): CallRows | undefined {
    const calls = this.callers.get(parent)?.calls;
    return calls === undefined || calls.length >= MOST_CALLS ? undefined : calls;
  }

  /** How often a call path was entered that is a caller. */
  visitsOf(parent: number): number {
    return this.callers.get(parent)?.visits ?? 0;
  }

  /** Seconds of the run that iterations may cover. */
  get seconds(): number {
    return this.last - this.first - this.outside;
  }

  private see(node: number, time: number): void {
    if (this.apart[node] === Apart.Program) return;
    if (Number.isNaN(this.first)) this.first = time;
    this.last = time;
  }

  private callerOf(node: number): Caller | undefined {
    return this.known[(this.tree.parent[node] ?? absent(node)) + 1];
  }
}

/**
 * Compressed complete call graphs (Knüpfer and Nagel 2005): every call of a run is a node of a graph in which equal
 * calls are stored once. Equal calls have the same region and the same callees, in order and number (strong
 * equivalence). Their exclusive times may differ by a stated share, which bounds the error of the inclusive times.
 */
import { absent, addAt, elementAt } from '../../base/elements.js';
import type { Fraction, Seconds } from '../../base/units.js';
import type { CallRecorder } from '../trace/recorders/recorders.js';

/** One call of a complete call graph. */
export interface Call {
  /** Its call path. */
  readonly node: number;
  /** Seconds without what it calls. */
  readonly own: Seconds;
  readonly calls: readonly Call[];
}

/** Calls that are kept once. */
export interface CallClass {
  readonly node: number;
  /** Represents the times of all calls, within the tolerance. */
  readonly own: Seconds;
  /** Callees in order: pairs of a class and its number of successive repetitions. */
  readonly runs: readonly number[];
}

/** One call that has begun. */
interface CallFrame {
  readonly node: number;
  readonly begin: number;
  /** Seconds of what it has called. */
  inner: number;
  readonly runs: number[];
}

export class CompressedCallGraph {
  readonly classes: CallClass[] = [];
  /** By class: the exact number of calls, and their total exclusive seconds. */
  readonly counts: number[] = [];
  readonly seconds: number[] = [];
  private readonly known = new Map<string, number>();
  private readonly logWidth: number;

  /** @param tolerance share by which times that are kept differ from those that were at most; 0: none */
  constructor(readonly tolerance: Fraction) {
    if (!(tolerance >= 0 && tolerance < 1)) throw new RangeError(`${tolerance} is no tolerance.`);
    this.logWidth = Math.log((1 + tolerance) / (1 - tolerance));
  }

  /**
   * Returns a recorder for the calls of a thread. Calls that never end are ignored. @param onRoot receives each call
   * without a caller
   */
  recorder(onRoot: (callClass: number) => void = () => undefined): CallRecorder {
    const stack: CallFrame[] = [];
    return {
      begin: (node, time) => {
        stack.push({ node, begin: time, inner: 0, runs: [] });
      },
      end: (node, time) => {
        // A thread may take up another task in between.
        let at = stack.length - 1;
        while (at >= 0 && elementAt(stack, at).node !== node) at--;
        const [frame] = at < 0 ? [] : stack.splice(at, 1);
        if (frame === undefined) return;
        const { begin, inner, runs } = frame;
        const made = this.classOf(node, time - begin - inner, runs);
        const caller = stack[at - 1];
        if (caller === undefined) {
          onRoot(made);
          return;
        }
        caller.inner += time - begin;
        follow(caller.runs, made);
      },
    };
  }

  /** Adds a call with all that it calls. @returns its class */
  add({ node, own, calls }: Call): number {
    const runs: number[] = [];
    for (const call of calls) follow(runs, this.add(call));
    return this.classOf(node, own, runs);
  }

  /** A call of a class: what is called is what was, in order and number, and times are within the tolerance. */
  expand(callClass: number): Call {
    const { node, own, runs } = elementAt(this.classes, callClass);
    const calls: Call[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const call = this.expand(elementAt(runs, at));
      for (let time = 0; time < elementAt(runs, at + 1); time++) calls.push(call);
    }
    return { node, own, calls };
  }

  /** How many calls were added. */
  get calls(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  private classOf(node: number, own: number, runs: readonly number[]): number {
    // Relative bounds of parts are those of their sums, so that each time is looked at alone.
    const isExact = this.tolerance === 0 || !(own > 0);
    const interval = isExact ? own : Math.floor(Math.log(own) / this.logWidth);
    const key = `${node} ${isExact ? 'x' : 'i'}${interval} ${runs.join(' ')}`;
    let made = this.known.get(key);
    if (made === undefined) {
      const stands = isExact ? own : (1 + this.tolerance) * Math.exp(interval * this.logWidth);
      made = this.classes.push({ node, own: stands, runs: [...runs] }) - 1;
      this.known.set(key, made);
      this.counts.push(0);
      this.seconds.push(0);
    }
    addAt(this.counts, made, 1);
    addAt(this.seconds, made, own);
    return made;
  }
}

/** Another call follows those that were made. */
function follow(runs: number[], made: number): void {
  const last = runs.length - 2;
  if (last >= 0 && runs[last] === made) addAt(runs, last + 1, 1);
  else runs.push(made, 1);
}

/** Least, mean and most of what the calls of a class have. */
export interface CallSpread {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

/** One call path below the calls of a weak class, or these calls themselves. */
export interface WeakPath {
  readonly node: number;
  readonly visits: CallSpread;
  readonly seconds: CallSpread;
}

/** Calls with the same call paths below them, however often these were called. */
export interface WeakClass {
  readonly node: number;
  readonly count: number;
  /** Ascending by call path. The error of a mean is no more than how far the least and the most are from it. */
  readonly paths: readonly WeakPath[];
}

interface CallSum {
  least: number;
  sum: number;
  most: number;
}

interface Gathered {
  readonly node: number;
  count: number;
  readonly visits: Map<number, CallSum>;
  readonly seconds: Map<number, CallSum>;
}

/** Activity of one call and all its callees, by call path. */
interface Profile {
  readonly visits: Map<number, number>;
  readonly seconds: Map<number, number>;
}

const emptyProfile = (): Profile => ({ visits: new Map(), seconds: new Map() });

/** The complete call graph by weak equivalence: one class for all calls of a path with the same call paths below them. */
export class WeakCallGraph {
  private readonly gathered = new Map<string, Gathered>();

  recorder(): CallRecorder {
    const stack: { readonly node: number; readonly begin: number; inner: number; readonly profile: Profile }[] = [];
    return {
      begin: (node, time) => {
        stack.push({ node, begin: time, inner: 0, profile: emptyProfile() });
      },
      end: (node, time) => {
        let at = stack.length - 1;
        while (at >= 0 && elementAt(stack, at).node !== node) at--;
        const [frame] = at < 0 ? [] : stack.splice(at, 1);
        if (frame === undefined) return;
        const { begin, inner, profile } = frame;
        this.book(node, time - begin - inner, profile);
        const caller = stack[at - 1];
        if (caller === undefined) return;
        caller.inner += time - begin;
        include(caller.profile, profile);
      },
    };
  }

  /** Adds a call with all that it calls. */
  add(call: Call): void {
    this.profileOf(call);
  }

  get classes(): WeakClass[] {
    return Array.from(this.gathered.values(), ({ node, count, visits, seconds }) => ({
      node,
      count,
      paths: [...visits.keys()]
        .sort((a, b) => a - b)
        .map((path) => ({
          node: path,
          visits: spreadOf(visits.get(path) ?? absent(path), count),
          seconds: spreadOf(seconds.get(path) ?? absent(path), count),
        })),
    }));
  }

  /** How many classes there are. */
  get size(): number {
    return this.gathered.size;
  }

  private profileOf({ node, own, calls }: Call): Profile {
    const profile = emptyProfile();
    for (const call of calls) include(profile, this.profileOf(call));
    this.book(node, own, profile);
    return profile;
  }

  /** Completes the profile of a call and adds it to its class. */
  private book(node: number, own: number, profile: Profile): void {
    grow(profile.visits, node, 1);
    grow(profile.seconds, node, own);
    const key = `${node}: ${[...profile.visits.keys()].sort((a, b) => a - b).join(' ')}`;
    let known = this.gathered.get(key);
    if (known === undefined)
      this.gathered.set(key, (known = { node, count: 0, visits: new Map(), seconds: new Map() }));
    known.count++;
    for (const [path, visits] of profile.visits) see(known.visits, path, visits);
    for (const [path, seconds] of profile.seconds) see(known.seconds, path, seconds);
  }
}

function grow(sums: Map<number, number>, key: number, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function include(profile: Profile, called: Profile): void {
  for (const [path, visits] of called.visits) grow(profile.visits, path, visits);
  for (const [path, seconds] of called.seconds) grow(profile.seconds, path, seconds);
}

function see(sums: Map<number, CallSum>, key: number, value: number): void {
  const known = sums.get(key);
  if (known === undefined) sums.set(key, { least: value, sum: value, most: value });
  else {
    known.least = Math.min(known.least, value);
    known.sum += value;
    known.most = Math.max(known.most, value);
  }
}

const spreadOf = ({ least, sum, most }: CallSum, count: number): CallSpread => ({ least, mean: sum / count, most });

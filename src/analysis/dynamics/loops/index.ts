/** The main loop of a program, from the marks it makes or the structure of its calls (dynamics.md, 2.1 and 2.2). */
import { absent, elementAt } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import type { Definitions } from '../../../model/definitions.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { Processes } from '../../../model/processes.js';
import type { LoopLevel } from '../../../model/dynamics/series.js';
import type { Trace } from '../../../model/trace.js';
import { CallLog } from './callLog.js';
import { type LoopClass, loopClasses, outsideOf } from './candidates.js';
import { choose, commonCount, type FoundLoop, type ProcessLoop } from './choose.js';
import { loopIn, markedIn } from './segments.js';

/** Loops of a trace, the chosen one first. */
export interface Loops {
  readonly levels: readonly LoopLevel[];
  /** By level and process: when iterations begin, and when the last one ends; undefined for processes without any. */
  readonly starts: readonly ReadonlyMap<number, Float64Array>[];
  /** Why there is none, in one sentence. */
  readonly none?: string;
}

/** Trace that is read again, and the result of its first analysis. */
export interface AnalyzedTrace {
  /** With the times that the analysis ended with. */
  readonly trace: Trace;
  readonly processes: Processes;
  readonly space: PerformanceSpace;
  readonly isCancelled?: (() => boolean) | undefined;
}

/** Looks for the loops of a trace, in the calls of its processes' first threads. */
export class LoopSearch {
  /** By process that called something, its first thread that did. */
  readonly mains: ReadonlyMap<number, number>;
  private readonly classes: readonly LoopClass[];
  private readonly outside: Uint8Array;
  private readonly parents: ReadonlySet<number>;
  private readonly found: (ProcessLoop | undefined)[][];

  constructor(private readonly analyzed: AnalyzedTrace) {
    const { trace, processes, space } = analyzed;
    this.mains = mainThreads(trace.definitions, processes, space);
    this.classes = loopClasses(space, trace.definitions, [...this.mains.values()]);
    this.outside = outsideOf(trace.definitions, space.callTree);
    this.parents = new Set(this.classes.map(({ parent }) => parent));
    this.found = this.classes.map(() => []);
  }

  /** Whether there is anything to read for. */
  get hasCandidates(): boolean {
    return this.classes.length > 0;
  }

  /** Creates the call log of a first thread. */
  log(): CallLog {
    return new CallLog(this.analyzed.space.callTree, this.parents, this.outside);
  }

  /** Takes the logs in the order of `mains`. */
  add(log: CallLog): void {
    for (const [at, each] of this.classes.entries()) elementAt(this.found, at).push(loopOf(log, each));
  }

  /** Returns the loops found in all logs. */
  loops(): Loops {
    const { space, trace } = this.analyzed;
    if (!this.hasCandidates)
      return nothing('No loop was found: nothing is called at least four times, and equally often, by one caller.');
    const { levels, missed } = choose(
      this.classes.map((each, at) => [each, elementAt(this.found, at)]),
      (parent) => depthOf(space.callTree, parent),
    );
    if (levels.length > 0)
      return {
        levels: levels.map((level) => levelOf(level, space.callTree, trace.definitions)),
        starts: levels.map((level) => startsOf(level, [...this.mains.keys()])),
      };
    return nothing(
      missed === undefined
        ? 'No loop was found: no calls are repeated in the same way on all processes.'
        : `No loop was found; the best candidate, ${nameOf(missed.loop, space.callTree, trace.definitions)}, is none: ${missed.reason}.`,
    );
  }
}

function nothing(none: string): Loops {
  return { levels: [], starts: [], none };
}

/** By process, its first thread that called something. */
function mainThreads(
  { locations }: Definitions,
  processes: Processes,
  { severities }: PerformanceSpace,
): Map<number, number> {
  const active = new Set(severities.get('visits')?.location);
  const mains = new Map<number, number>();
  for (const [process, own] of processes.locations.entries()) {
    const main = own.find((location) => elementAt(locations, location).type === 'cpu-thread' && active.has(location));
    if (main !== undefined) mains.set(process, main);
  }
  return mains;
}

function loopOf(log: CallLog, { parent, members, isMarked }: LoopClass): ProcessLoop | undefined {
  const calls = log.callsOf(parent);
  if (calls === undefined) return undefined;
  // How often those are entered that were only found on the stack is not known before.
  const [first = -1] = members;
  let n = 0;
  for (let call = 0; call < calls.length; call++) if (calls.columns.node[call] === first) n++;
  if (!isMarked && n < 2 * log.visitsOf(parent)) return undefined;
  const loop = isMarked ? markedIn(calls, first) : loopIn(calls, members);
  return loop === undefined ? undefined : { loop, seconds: log.seconds };
}

function levelOf(level: FoundLoop, tree: CallTree, definitions: Definitions): LoopLevel {
  const { found, loops, coverage, regularity } = level;
  const { marker } = elementAt(loops, 0);
  return {
    source: found.isMarked ? 'marked' : 'found',
    name: nameOf(level, tree, definitions),
    parent: found.parent,
    members: [marker, ...found.members.filter((member) => member !== marker)],
    count: commonCount(level),
    coverage,
    regularity,
  };
}

function nameOf({ loops }: FoundLoop, { region }: CallTree, { regions }: Definitions): string {
  const { marker } = elementAt(loops, 0);
  return elementAt(regions, region[marker] ?? absent(marker)).name;
}

/** Only iterations that all processes have. */
function startsOf(level: FoundLoop, processes: readonly number[]): Map<number, Float64Array> {
  const count = commonCount(level);
  return new Map(level.loops.map(({ starts }, at) => [elementAt(processes, at), starts.slice(0, count + 1)]));
}

function depthOf({ parent }: CallTree, node: number): number {
  let depth = 0;
  for (let at = node; at >= 0; at = parent[at] ?? absent(at)) depth++;
  return depth;
}

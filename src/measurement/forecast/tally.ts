/** How often each location will record what, by its call paths in a run whose calls were counted. */
import { exclusive } from '../../analysis/trace/severities/space.js';
import { isFileCall } from '../../analysis/trace/metrics/classification.js';
import { addAt, elementAt } from '../../base/elements.js';
import type { Bytes } from '../../base/units.js';
import {
  type Definitions,
  isBetweenCalls,
  isOverhead,
  isProgram,
  isUnwound,
  type Region,
} from '../../model/definitions.js';
import type { FlatRow } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import { type Kind, KINDS, kindsOf } from './kinds.js';
import { type Readings, readingsOf } from './readings.js';
import { type Counted, TIME, visitBytes } from './sizes.js';

/** Data of a run. */
export interface CountedRun {
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  /** The flat profile of its report, where there is one. */
  readonly flat?: readonly FlatRow[];
}

const ALL = [...KINDS, 'readings', 'callers'] as const satisfies readonly (keyof Counted)[];

/** By location. */
export class Tally {
  /** Bytes of entering and leaving in the archive. */
  readonly visited: Float64Array;
  /** Undefined where counters are not read. */
  readonly readings: Readings | undefined;
  private readonly tables: ReadonlyMap<keyof Counted, Float64Array>;
  private readonly kinds: readonly (readonly Kind[])[];
  private readonly isFirst: Uint8Array;

  /** @param leftOut regions (their numbers) that will not be recorded */
  constructor(
    private readonly run: CountedRun,
    leftOut: ReadonlySet<number>,
  ) {
    const { space, definitions } = run;
    const count = definitions.locations.length;
    this.visited = new Float64Array(count);
    this.tables = new Map(ALL.map((kind) => [kind, new Float64Array(count)]));
    this.readings = readingsOf(space, definitions);
    const withFiles = tellsOfFiles(run);
    this.kinds = definitions.regions.map((region) => kindsOf(region, withFiles));
    this.isFirst = new Uint8Array(count);
    for (const [first = 0] of processesOf(definitions).locations) this.isFirst[first] = 1;
    const { callPath, location, value } = exclusive(space, 'visits');
    value.forEach((visits, i) => {
      const node = elementAt(callPath, i);
      const number = elementAt(space.callTree.region, node);
      const region = definitions.regions[number];
      if (region === undefined || isProgram(region) || isOverhead(region) || isUnwound(region) || leftOut.has(number))
        return;
      this.add(node, elementAt(location, i), visits, region);
    });
  }

  /** Returns the counts that one location will record, messages by their calls. */
  counted(at: number): Counted {
    const of = (kind: keyof Counted): number => this.tables.get(kind)?.[at] ?? 0;
    return {
      functions: of('functions'),
      mpi: of('mpi'),
      constructs: of('constructs'),
      sends: of('sends'),
      receives: of('receives'),
      startedSends: of('startedSends'),
      startedReceives: of('startedReceives'),
      collectives: of('collectives'),
      teams: of('teams'),
      forks: of('forks'),
      locks: of('locks'),
      files: of('files'),
      operations: of('operations'),
      startedOperations: of('startedOperations'),
      handles: of('handles'),
      seeks: of('seeks'),
      readings: of('readings'),
      callers: of('callers'),
    };
  }

  private add(node: number, at: number, visits: number, region: Region): void {
    const { space, definitions } = this.run;
    if (isBetweenCalls(region)) {
      this.addStretch(node, at, visits);
      return;
    }
    const kinds = this.kinds[elementAt(space.callTree.region, node)] ?? [];
    addAt(this.visited, at, visits * this.bytesOf(node));
    if (endsWithConstruct(node, space, definitions)) addAt(this.visited, at, -visits * TIME);
    const isFirst = this.isFirst[at] === 1;
    for (const kind of kinds)
      // A team is made by its first thread.
      if (kind !== 'forks' || isFirst) this.count(kind, at, visits);
    const { readings } = this;
    if (readings !== undefined)
      this.count('readings', at, visits * readings.counters * readings.inCall(region, kinds, isFirst));
    if (kinds.includes('mpi')) this.addCallers(node, at, visits);
  }

  /** Code between two calls is entered and left at their times, and the enclosing functions are neither meanwhile. */
  private addStretch(node: number, at: number, visits: number): void {
    this.count('callers', at, visits);
    addAt(this.visited, at, visits * (this.bytesOf(node) - 2 * TIME));
    this.addCallers(node, at, -visits);
  }

  /** Functions that were found on the stack are entered and left with each call, at its times. */
  private addCallers(node: number, at: number, visits: number): void {
    const { callTree } = this.run.space;
    for (let above = elementAt(callTree.parent, node); above >= 0; above = elementAt(callTree.parent, above)) {
      const caller = this.run.definitions.regions[elementAt(callTree.region, above)];
      if (caller === undefined || !isUnwound(caller)) return;
      this.count('callers', at, visits);
      addAt(this.visited, at, visits * (this.bytesOf(above) - 2 * TIME));
    }
  }

  private bytesOf(node: number): Bytes {
    const { callTree } = this.run.space;
    const site = elementAt(callTree.site, node);
    return visitBytes(elementAt(callTree.region, node), site === 0 ? undefined : site);
  }

  private count(kind: keyof Counted, at: number, times: number): void {
    const table = this.tables.get(kind);
    if (table !== undefined) addAt(table, at, times);
  }
}

/** Reports whether file operations were recorded: for MPI files, only their bytes show it. */
function tellsOfFiles({ space: { severities }, definitions: { regions } }: CountedRun): boolean {
  return severities.has('io_bytes_read') || severities.has('io_bytes_written') || regions.some(isFileCall);
}

/** Whether a call is left at the same time as what is around it: a loop ends with its barrier. */
function endsWithConstruct(node: number, { callTree }: PerformanceSpace, { regions }: Definitions): boolean {
  const above = elementAt(callTree.parent, node);
  if (regions[elementAt(callTree.region, node)]?.role !== 'implicit-barrier' || above < 0) return false;
  const around = regions[elementAt(callTree.region, above)];
  return around?.paradigm === 'openmp' && around.role !== 'parallel';
}

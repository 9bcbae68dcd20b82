/**
 * Call paths from who calls whom. gprof knows the time of functions and how often each called which, and not what a call
 * took: as gprof itself does (Graham, Kessler, McKusick 1982), the time of a function is shared out among its callers by
 * their calls. Functions that call each other in a circle are one until it is left.
 */
import { absent, addAt } from '../../base/elements.js';
import { componentsOf } from './components.js';
import type { Edge, GraphEntry } from './entries.js';

/** Call paths that are made; what is left is told of the function alone. */
const MOST_PATHS = 50_000;
const DEEPEST = 500;
/** Calls that are followed; a function may have many, and many call paths may lead to it. */
const MOST_VISITS = 1 << 22;
/** Call paths below this share of the whole time are not told apart. */
const LEAST_SHARE = 1e-6;

/** What becomes of the call paths. */
export interface PathVisitor {
  /** @returns the number of a path: a function that is called from another path, or from none (-1) */
  readonly path: (caller: number, entry: GraphEntry) => number;
  /** A part of all that a function did belongs to a path. */
  readonly share: (path: number, entry: GraphEntry, part: number) => void;
}

interface Call {
  readonly to: number;
  readonly calls: number;
}

interface Visit {
  readonly caller: number;
  readonly vertex: number;
  /** Part of all that the functions of its component did. */
  readonly part: number;
  readonly depth: number;
}

/**
 * Shares what was measured out among call paths; for each function the parts are one together.
 * @param entries of functions, none of whole cycles
 */
export function shareOut(entries: readonly GraphEntry[], edges: readonly Edge[], visitor: PathVisitor): void {
  const graph = new Graph(entries, edges);
  const whole = entries.reduce((sum, { self }) => sum + self, 0);
  let [paths, visits] = [0, 0];
  /** By the first vertex of each circle: parts that are not told by path. */
  const left = new Float64Array(entries.length);
  const enter = ({ caller, vertex, part, depth }: Visit, next: (visit: Visit) => void): void => {
    const first = visitor.path(caller, graph.entry(vertex));
    for (const member of graph.members(vertex)) {
      const path = member === vertex ? first : visitor.path(first, graph.entry(member));
      paths++;
      visitor.share(path, graph.entry(member), part);
      for (const { to, calls } of graph.leaving(member))
        next({ caller: path, vertex: to, part: (part * calls) / graph.callsInto(to), depth: depth + 1 });
    }
  };
  const open: Visit[] = graph.roots().map((vertex) => ({ caller: -1, vertex, part: 1, depth: 0 }));
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    visits++;
    const isSmall = visit.part * graph.total(visit.vertex) < LEAST_SHARE * whole;
    const isEnough = paths >= MOST_PATHS || visits >= MOST_VISITS || visit.depth > DEEPEST;
    if (visit.depth > 0 && (isSmall || isEnough)) addAt(left, graph.firstMember(visit.vertex), visit.part);
    else enter(visit, (next) => open.push(next));
  }
  // Callers come first, so that all that is left of a function is known when it is told.
  for (const vertex of graph.callersFirst) {
    const part = left[vertex] ?? absent(vertex);
    if (part > 0)
      enter({ caller: -1, vertex, part, depth: 0 }, (next) => addAt(left, graph.firstMember(next.vertex), next.part));
  }
}

/** Who calls whom, with what calls each other put together. */
class Graph {
  /** Vertices, those of callers before those of what they call. */
  readonly callersFirst: readonly number[];
  private readonly component: Int32Array;
  private readonly membersOf: number[][] = [];
  private readonly leavingOf: Call[][];
  private readonly into: Float64Array;
  private readonly totals: Float64Array;

  constructor(
    private readonly entries: readonly GraphEntry[],
    edges: readonly Edge[],
  ) {
    const vertexOf = new Map(entries.map(({ index }, vertex) => [index, vertex]));
    const calls = edges.flatMap(({ caller, callee, calls: count }) => {
      const [from, to] = [vertexOf.get(caller), vertexOf.get(callee)];
      return from === undefined || to === undefined || count <= 0 ? [] : [{ from, to, calls: count }];
    });
    const callees = entries.map((): number[] => []);
    for (const { from, to } of calls) callees[from]?.push(to);
    this.component = componentsOf(entries.length, callees);
    entries.forEach((_, vertex) => {
      (this.membersOf[this.componentOf(vertex)] ??= []).push(vertex);
    });
    this.leavingOf = entries.map(() => []);
    this.into = new Float64Array(this.membersOf.length);
    for (const { from, to, calls: count } of calls) {
      if (this.componentOf(from) === this.componentOf(to)) continue;
      this.leavingOf[from]?.push({ to, calls: count });
      addAt(this.into, this.componentOf(to), count);
    }
    this.callersFirst = entries
      .map((_, vertex) => vertex)
      .sort((a, b) => this.componentOf(b) - this.componentOf(a) || a - b);
    this.totals = this.totalsOf();
  }

  entry(vertex: number): GraphEntry {
    return this.entries[vertex] ?? absent(vertex);
  }

  /** All that a function calls in circles, itself among them. */
  members(vertex: number): readonly number[] {
    return this.membersOf[this.componentOf(vertex)] ?? absent(vertex);
  }

  /** The function that stands for its circle. */
  firstMember(vertex: number): number {
    return this.members(vertex)[0] ?? vertex;
  }

  /** Calls of what is outside of a function's circle. */
  leaving(vertex: number): readonly Call[] {
    return this.leavingOf[vertex] ?? absent(vertex);
  }

  /** Calls of a function's circle from outside. */
  callsInto(vertex: number): number {
    const component = this.componentOf(vertex);
    return this.into[component] ?? absent(component);
  }

  /** Seconds of a function's circle with all that is called from there. */
  total(vertex: number): number {
    const component = this.componentOf(vertex);
    return this.totals[component] ?? absent(component);
  }

  /** One function of each circle that nothing calls. */
  roots(): number[] {
    return this.membersOf.flatMap((members, component) => (this.into[component] === 0 ? members.slice(0, 1) : []));
  }

  private componentOf(vertex: number): number {
    return this.component[vertex] ?? absent(vertex);
  }

  private totalsOf(): Float64Array {
    const totals = new Float64Array(this.membersOf.length);
    // Numbers of what is called are smaller.
    this.membersOf.forEach((members, component) => {
      for (const vertex of members) {
        addAt(totals, component, this.entry(vertex).self);
        for (const { to, calls } of this.leaving(vertex)) {
          const called = this.componentOf(to);
          addAt(totals, component, ((totals[called] ?? absent(called)) * calls) / this.callsInto(to));
        }
      }
    });
    return totals;
  }
}

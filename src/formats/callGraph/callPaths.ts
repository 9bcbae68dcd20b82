/**
 * Call paths from a call graph. The value of a function is divided among its callers by the inclusive values of their
 * calls. Without these, it is divided by the numbers of calls, as in gprof (Graham, Kessler, McKusick 1982). Functions
 * that call each other in a circle are one until it is left.
 */
import { absent, addAt } from '../../base/elements.js';
import type { SourceCodeLocation } from '../../model/definitions.js';
import { componentsOf } from './components.js';

/** Maximum number of call paths; the rest is reported for the function alone. */
const MOST_PATHS = 50_000;
const DEEPEST = 500;
/** Calls that are followed; a function may have many, and many call paths may lead to it. */
const MOST_VISITS = 1 << 22;
/** Call paths below this share of the whole time are not distinguished. */
const LEAST_SHARE = 1e-6;

/** A function of a call graph. */
export interface GraphFunction {
  readonly index: number;
  /** Exclusive value that ranks call paths. */
  readonly self: number;
}

/** Calls of one function by another. */
export interface Edge {
  readonly caller: number;
  readonly callee: number;
  readonly calls: number;
  /** Inclusive value of the calls, if it was measured. */
  readonly inclusive?: number;
  /** Call site, if it is known. */
  readonly site?: SourceCodeLocation;
}

/** Receives the call paths. */
export interface PathVisitor<F extends GraphFunction> {
  /** @returns the number of a path: a function that is called from another path, or from none (-1) */
  readonly path: (caller: number, entry: F, site: SourceCodeLocation | undefined) => number;
  /** A part of all that a function did belongs to a path, and a part of its calls. */
  readonly share: (path: number, entry: F, parts: Parts) => void;
}

/** Parts of all that the functions of a component have. */
export interface Parts {
  /** Of their values. */
  readonly value: number;
  /** Of their calls. */
  readonly calls: number;
}

interface Call extends Parts {
  readonly to: number;
  readonly site: SourceCodeLocation | undefined;
}

interface Visit {
  readonly caller: number;
  readonly vertex: number;
  readonly parts: Parts;
  readonly site?: SourceCodeLocation | undefined;
  readonly depth: number;
}

/**
 * Shares what was measured out among call paths; for each function the parts are one together.
 * @param entries of functions, none of whole cycles
 */
export function shareOut<F extends GraphFunction>(
  entries: readonly F[],
  edges: readonly Edge[],
  visitor: PathVisitor<F>,
): void {
  const graph = new Graph(entries, edges);
  const whole = entries.reduce((sum, { self }) => sum + self, 0);
  let [paths, visits] = [0, 0];
  /** Parts that are not reported by path. */
  const left = new LeftParts(entries.length);
  const enter = ({ caller, vertex, site, parts, depth }: Visit, next: (visit: Visit) => void): void => {
    const first = visitor.path(caller, graph.entry(vertex), site);
    for (const member of graph.members(vertex)) {
      const path = member === vertex ? first : visitor.path(first, graph.entry(member), undefined);
      paths++;
      visitor.share(path, graph.entry(member), parts);
      for (const call of graph.leaving(member))
        next({ caller: path, vertex: call.to, site: call.site, parts: product(parts, call), depth: depth + 1 });
    }
  };
  const open: Visit[] = graph.roots().map((vertex) => ({ caller: -1, vertex, parts: WHOLE, depth: 0 }));
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    visits++;
    const isSmall = visit.parts.value * graph.total(visit.vertex) < LEAST_SHARE * whole;
    const isEnough = paths >= MOST_PATHS || visits >= MOST_VISITS || visit.depth > DEEPEST;
    if (visit.depth > 0 && (isSmall || isEnough)) left.add(graph.firstMember(visit.vertex), visit.parts);
    else enter(visit, (next) => open.push(next));
  }
  // Callers come first, so the rest of a function is known when it is reported.
  for (const vertex of graph.callersFirst) {
    const parts = left.of(vertex);
    if (parts.value > 0 || parts.calls > 0)
      enter({ caller: -1, vertex, parts, depth: 0 }, (next) => left.add(graph.firstMember(next.vertex), next.parts));
  }
}

const WHOLE: Parts = { value: 1, calls: 1 };

const product = (one: Parts, other: Parts): Parts => ({
  value: one.value * other.value,
  calls: one.calls * other.calls,
});

/** Parts by the first vertex of each circle. */
class LeftParts {
  private readonly values: Float64Array;
  private readonly calls: Float64Array;

  constructor(vertices: number) {
    this.values = new Float64Array(vertices);
    this.calls = new Float64Array(vertices);
  }

  add(vertex: number, { value, calls }: Parts): void {
    addAt(this.values, vertex, value);
    addAt(this.calls, vertex, calls);
  }

  of(vertex: number): Parts {
    return { value: this.values[vertex] ?? absent(vertex), calls: this.calls[vertex] ?? absent(vertex) };
  }
}

/** Calls between vertices, with their inclusive values. */
interface Arc {
  readonly from: number;
  readonly to: number;
  readonly calls: number;
  readonly inclusive: number;
  readonly site: SourceCodeLocation | undefined;
}

/** Who calls whom, with what calls each other put together. */
class Graph<F extends GraphFunction> {
  /** Vertices, those of callers before those of what they call. */
  readonly callersFirst: readonly number[];
  private readonly component: Int32Array;
  private readonly membersOf: number[][] = [];
  private readonly leavingOf: Call[][];
  /** Calls into each component from outside. */
  private readonly into: Float64Array;
  private readonly totals: Float64Array;

  constructor(
    private readonly entries: readonly F[],
    edges: readonly Edge[],
  ) {
    const arcs = arcsOf(entries, edges);
    const callees = entries.map((): number[] => []);
    for (const { from, to } of arcs) callees[from]?.push(to);
    this.component = componentsOf(entries.length, callees);
    entries.forEach((_, vertex) => {
      (this.membersOf[this.componentOf(vertex)] ??= []).push(vertex);
    });
    const outside = arcs.filter(({ from, to }) => this.componentOf(from) !== this.componentOf(to));
    this.into = new Float64Array(this.membersOf.length);
    for (const { to, calls } of outside) addAt(this.into, this.componentOf(to), calls);
    this.leavingOf = this.callsOf(outside);
    this.callersFirst = entries
      .map((_, vertex) => vertex)
      .sort((a, b) => this.componentOf(b) - this.componentOf(a) || a - b);
    this.totals = this.totalsOf();
  }

  entry(vertex: number): F {
    return this.entries[vertex] ?? absent(vertex);
  }

  /** All that a function calls in circles, itself among them. */
  members(vertex: number): readonly number[] {
    return this.membersOf[this.componentOf(vertex)] ?? absent(vertex);
  }

  /** Returns the function that represents its circle. */
  firstMember(vertex: number): number {
    return this.members(vertex)[0] ?? vertex;
  }

  /** Calls of what is outside of a function's circle. */
  leaving(vertex: number): readonly Call[] {
    return this.leavingOf[vertex] ?? absent(vertex);
  }

  /** The value of a function's circle with all that is called from there. */
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

  /** The calls that leave each vertex, as parts of all calls into the component that they lead to. */
  private callsOf(outside: readonly Arc[]): Call[][] {
    const inclusive = new Float64Array(this.membersOf.length);
    for (const arc of outside) addAt(inclusive, this.componentOf(arc.to), arc.inclusive);
    const leaving = this.entries.map((): Call[] => []);
    for (const { from, to, calls, inclusive: value, site } of outside) {
      const component = this.componentOf(to);
      const [allCalls, all] = [this.into[component] ?? absent(component), inclusive[component] ?? absent(component)];
      leaving[from]?.push({ to, site, value: all > 0 ? value / all : calls / allCalls, calls: calls / allCalls });
    }
    return leaving;
  }

  private totalsOf(): Float64Array {
    const totals = new Float64Array(this.membersOf.length);
    // Numbers of what is called are smaller.
    this.membersOf.forEach((members, component) => {
      for (const vertex of members) {
        addAt(totals, component, this.entry(vertex).self);
        for (const { to, value } of this.leaving(vertex)) {
          const called = this.componentOf(to);
          addAt(totals, component, (totals[called] ?? absent(called)) * value);
        }
      }
    });
    return totals;
  }
}

/** The edges between vertices that were called at least once. */
function arcsOf(entries: readonly GraphFunction[], edges: readonly Edge[]): Arc[] {
  const vertexOf = new Map(entries.map(({ index }, vertex) => [index, vertex]));
  return edges.flatMap(({ caller, callee, calls, inclusive, site }): Arc[] => {
    const [from, to] = [vertexOf.get(caller), vertexOf.get(callee)];
    if (from === undefined || to === undefined || !(calls > 0)) return [];
    return [{ from, to, calls, inclusive: Math.max(0, inclusive ?? calls), site }];
  });
}

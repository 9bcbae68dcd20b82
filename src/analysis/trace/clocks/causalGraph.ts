import { absent } from '../../../base/elements.js';
import { enlargeFloat64, enlargeInt32 } from '../tables/enlarge.js';

/** Means "no process": a vertex that only joins causes to effects. */
export const JOINT = -1;

const NO_VERTEX = -1;

/** Happened-before relation across processes. Vertices are numbers; times are seconds as recorded. */
export interface CausalGraph {
  /** Vertices of each process in order of time, one for each moment. */
  readonly timelines: readonly Int32Array[];
  /** Recorded time; of no meaning for joints. */
  readonly time: Float64Array;
  /** Process of each vertex, JOINT for joints. */
  readonly process: Int32Array;
  /** Edges of vertex v: `effect[firstEffect[v] .. firstEffect[v + 1])`. */
  readonly firstEffect: Int32Array;
  readonly effect: Int32Array;
}

/** Collects moments and their order; `build` joins equal moments of a process, for they have one time only. */
export class CausalGraphBuilder {
  private vertices = 0;
  private time: Float64Array = new Float64Array(1024);
  private process: Int32Array = new Int32Array(1024);
  private edges = 0;
  private from: Int32Array = new Int32Array(1024);
  private to: Int32Array = new Int32Array(1024);

  constructor(private readonly processes: number) {}

  /** A moment of a process. */
  moment(process: number, time: number): number {
    if (this.vertices === this.time.length) {
      this.time = enlargeFloat64(this.time, 2 * this.vertices);
      this.process = enlargeInt32(this.process, 2 * this.vertices);
    }
    this.time[this.vertices] = time;
    this.process[this.vertices] = process;
    return this.vertices++;
  }

  /** Adds a vertex that represents the last of its causes. */
  joint(): number {
    return this.moment(JOINT, Number.NaN);
  }

  /** `effect` does not happen before `cause`. */
  order(cause: number, effect: number): void {
    if (this.edges === this.from.length) {
      this.from = enlargeInt32(this.from, 2 * this.edges);
      this.to = enlargeInt32(this.to, 2 * this.edges);
    }
    this.from[this.edges] = cause;
    this.to[this.edges++] = effect;
  }

  build(): CausalGraph {
    const { vertices } = this;
    const [time, process] = [this.time.subarray(0, vertices), this.process.subarray(0, vertices)];
    const timelines = this.vertexLists();
    const same = Int32Array.from({ length: vertices }, (_, vertex) => vertex);
    const joined = timelines.map((list) => {
      let before = NO_VERTEX;
      return list.filter((vertex) => {
        const isSame = before !== NO_VERTEX && time[before] === time[vertex];
        if (isSame) same[vertex] = before;
        else before = vertex;
        return !isSame;
      });
    });
    return { timelines: joined, time, process, ...this.effects(same) };
  }

  private vertexLists(): Int32Array[] {
    const { time, process, vertices } = this;
    const lists: number[][] = Array.from({ length: this.processes }, () => []);
    for (let vertex = 0; vertex < vertices; vertex++) {
      const of = process[vertex] ?? absent(vertex);
      if (of !== JOINT) (lists[of] ?? absent(of)).push(vertex);
    }
    const timeOf = (vertex: number): number => time[vertex] ?? absent(vertex);
    return lists.map((list) => Int32Array.from(list).sort((a, b) => timeOf(a) - timeOf(b) || a - b));
  }

  private effects(same: Int32Array): Pick<CausalGraph, 'firstEffect' | 'effect'> {
    const sameAs = (vertex: number): number => same[vertex] ?? absent(vertex);
    const from = this.from.subarray(0, this.edges).map(sameAs);
    const to = this.to.subarray(0, this.edges).map(sameAs);
    const firstEffect = new Int32Array(this.vertices + 1);
    for (const cause of from) firstEffect[cause + 1] = (firstEffect[cause + 1] ?? absent(cause)) + 1;
    let before = 0;
    firstEffect.forEach((count, vertex) => (firstEffect[vertex] = before += count));
    const next = firstEffect.slice();
    const effect = new Int32Array(this.edges);
    from.forEach((cause, edge) => {
      const at = next[cause] ?? absent(cause);
      effect[at] = to[edge] ?? absent(edge);
      next[cause] = at + 1;
    });
    return { firstEffect, effect };
  }
}

import { enlargeFloat64, enlargeInt32 } from '../tables/enlarge.js';

/** Stands for "no process": a vertex that only joins causes to effects. */
export const JOINT = -1;

/** What must happen before what, across processes. Vertices are numbers; times are seconds as recorded. */
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

  /** A vertex that stands for the last of its causes. */
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
    const { time, process, vertices } = this;
    const timelines = this.vertexLists();
    const same = Int32Array.from({ length: vertices }, (_, vertex) => vertex);
    const joined = timelines.map((list) => {
      let kept = 0;
      for (const vertex of list) {
        if (kept > 0 && time[list[kept - 1]] === time[vertex]) same[vertex] = list[kept - 1];
        else list[kept++] = vertex;
      }
      return list.slice(0, kept);
    });
    return { timelines: joined, time, process, ...this.effects(same) };
  }

  private vertexLists(): Int32Array[] {
    const lists: number[][] = Array.from({ length: this.processes }, () => []);
    for (let vertex = 0; vertex < this.vertices; vertex++) {
      if (this.process[vertex] !== JOINT) lists[this.process[vertex]].push(vertex);
    }
    return lists.map((list) => Int32Array.from(list).sort((a, b) => this.time[a] - this.time[b] || a - b));
  }

  private effects(same: Int32Array): Pick<CausalGraph, 'firstEffect' | 'effect'> {
    const firstEffect = new Int32Array(this.vertices + 1);
    for (let edge = 0; edge < this.edges; edge++) firstEffect[same[this.from[edge]] + 1]++;
    for (let vertex = 0; vertex < this.vertices; vertex++) firstEffect[vertex + 1] += firstEffect[vertex];
    const next = firstEffect.slice();
    const effect = new Int32Array(this.edges);
    for (let edge = 0; edge < this.edges; edge++) effect[next[same[this.from[edge]]]++] = same[this.to[edge]];
    return { firstEffect, effect };
  }
}

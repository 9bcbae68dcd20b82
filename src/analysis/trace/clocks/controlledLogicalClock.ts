import { type CausalGraph, JOINT } from './causalGraph.js';

/**
 * How much a corrected interval may differ from the measured one while a correction fades: the control variable γ is
 * 1 - RATE (Rabenseifner 1997, "The controlled logical clock": slightly below 1).
 */
const RATE = 0.01;

/** Corrected seconds of every vertex of a causal graph. */
export type CorrectedTimes = Float64Array;

/**
 * The controlled logical clock (Rabenseifner 1997; used for traces in Wolf 2003, 4.3.3; for collective operations as
 * Becker et al. 2009): an effect that was recorded before its cause is moved to the time of its cause. Afterwards the
 * process's clock falls back to the measured one at a rate of 1 % (forward amortisation); before it, the jump is
 * spread over the time before at the same rate (backward amortisation), but no cause is moved beyond its effects.
 * The least latency is taken to be 0. Order within a process is kept; times are never moved backwards.
 */
export function controlledLogicalClock(graph: CausalGraph): CorrectedTimes {
  const corrected = forward(graph);
  backward(graph, corrected);
  return corrected;
}

/** First pass: every moment is as late as its causes and as its own process's clock say. */
function forward(graph: CausalGraph): CorrectedTimes {
  const pass = new ForwardPass(graph);
  while (pass.placeReady() || pass.placeEarliest());
  return pass.corrected;
}

/** Goes through timelines and edges in Kahn's order: a moment is placed when all its causes are. */
class ForwardPass {
  readonly corrected: CorrectedTimes;
  /** Causes not placed yet. */
  private readonly causes: Int32Array;
  private readonly placed: Uint8Array;
  /** How far each timeline is placed. */
  private readonly reached: Int32Array;
  /** Processes whose next moment may be ready. */
  private readonly candidates: number[];

  constructor(private readonly graph: CausalGraph) {
    const { time, process, timelines, effect } = graph;
    this.corrected = new Float64Array(time.length).fill(Number.NEGATIVE_INFINITY);
    this.causes = new Int32Array(time.length);
    this.placed = new Uint8Array(time.length);
    this.reached = new Int32Array(timelines.length);
    for (const vertex of effect) this.causes[vertex]++;
    this.candidates = timelines.map((_, of) => of);
    const free = [...process.keys()].filter((vertex) => process[vertex] === JOINT && this.causes[vertex] === 0);
    for (const joint of free) this.handOn(joint);
  }

  /** Places one moment whose causes are all placed. @returns false when there is none */
  placeReady(): boolean {
    for (let of = this.candidates.pop(); of !== undefined; of = this.candidates.pop()) {
      const vertex = this.next(of);
      if (vertex === undefined || this.causes[vertex] > 0) continue;
      this.place(of, vertex);
      return true;
    }
    return false;
  }

  /** In a circle, which no real execution has, the earliest moment goes first. @returns false when all are placed */
  placeEarliest(): boolean {
    const { time, timelines } = this.graph;
    let found: [process: number, vertex: number] | undefined;
    for (let of = 0; of < timelines.length; of++) {
      const vertex = this.next(of);
      if (vertex !== undefined && (found === undefined || time[vertex] < time[found[1]])) found = [of, vertex];
    }
    if (found === undefined) return false;
    this.place(...found);
    return true;
  }

  private next(of: number): number | undefined {
    return this.graph.timelines[of].at(this.reached[of]);
  }

  private place(of: number, vertex: number): void {
    const { time, timelines } = this.graph;
    const index = this.reached[of]++;
    const before = index === 0 ? vertex : timelines[of][index - 1];
    const faded = index === 0 ? 0 : fade(this.corrected[before] - time[before], time[vertex] - time[before]);
    this.corrected[vertex] = Math.max(this.corrected[vertex], time[vertex] + faded);
    this.handOn(vertex);
    this.candidates.push(of);
  }

  /** Tells the effects of a vertex when their cause is. */
  private handOn(vertex: number): void {
    const { process, firstEffect, effect } = this.graph;
    this.placed[vertex] = 1;
    for (let edge = firstEffect[vertex]; edge < firstEffect[vertex + 1]; edge++) {
      const other = effect[edge];
      if (this.placed[other] === 1) continue;
      this.corrected[other] = Math.max(this.corrected[other], this.corrected[vertex]);
      if (--this.causes[other] > 0) continue;
      if (process[other] === JOINT) this.handOn(other);
      else this.candidates.push(process[other]);
    }
  }
}

/** What is left of a correction of so many seconds after some measured seconds. */
export function fade(correction: number, seconds: number): number {
  return Math.max(0, correction - RATE * seconds);
}

/** Second pass: lets the moments before a jump take part in it, as far as their effects leave room. */
function backward(graph: CausalGraph, corrected: CorrectedTimes): void {
  const { timelines, time } = graph;
  const room = latestAllowed(graph, corrected);
  for (const timeline of timelines) {
    let shift = 0;
    for (let index = timeline.length - 1; index >= 0; index--) {
      const vertex = timeline[index];
      const following = index + 1 < timeline.length ? time[timeline[index + 1]] : time[vertex];
      const own = corrected[vertex] - time[vertex];
      shift = Math.max(own, Math.min(shift - RATE * (following - time[vertex]), room[vertex] - time[vertex]));
      if (shift > own) corrected[vertex] = Math.min(time[vertex] + shift, room[vertex]);
    }
  }
}

/** How late each vertex may become: the earliest of its effects, through joints. */
function latestAllowed({ time, process, firstEffect, effect }: CausalGraph, corrected: CorrectedTimes): Float64Array {
  const room = new Float64Array(time.length).fill(Number.POSITIVE_INFINITY);
  const earliestEffect = (vertex: number): number => {
    let earliest = Number.POSITIVE_INFINITY;
    for (let edge = firstEffect[vertex]; edge < firstEffect[vertex + 1]; edge++) {
      const other = effect[edge];
      earliest = Math.min(earliest, process[other] === JOINT ? room[other] : corrected[other]);
    }
    return earliest;
  };
  // A joint is made before those that follow it in its operation, so that these are known first.
  for (let vertex = time.length - 1; vertex >= 0; vertex--) {
    if (process[vertex] === JOINT) room[vertex] = earliestEffect(vertex);
  }
  for (let vertex = 0; vertex < time.length; vertex++) {
    if (process[vertex] !== JOINT) room[vertex] = earliestEffect(vertex);
  }
  return room;
}

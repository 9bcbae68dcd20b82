import { absent } from '../../../base/elements.js';
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

/** Runs the first pass: computes each time as the maximum of its causes and of its process's clock. */
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
    for (const vertex of effect) this.causes[vertex] = (this.causes[vertex] ?? absent(vertex)) + 1;
    this.candidates = timelines.map((_, of) => of);
    const free = [...process.keys()].filter((vertex) => process[vertex] === JOINT && this.causes[vertex] === 0);
    for (const joint of free) this.handOn(joint);
  }

  /** Places one moment whose causes are all placed. @returns false when there is none */
  placeReady(): boolean {
    for (let of = this.candidates.pop(); of !== undefined; of = this.candidates.pop()) {
      const vertex = this.next(of);
      if (vertex === undefined || (this.causes[vertex] ?? absent(vertex)) > 0) continue;
      this.place(of, vertex);
      return true;
    }
    return false;
  }

  /** In a circle, which no real execution has, the earliest moment goes first. @returns false when all are placed */
  placeEarliest(): boolean {
    const { time, timelines } = this.graph;
    let found: { of: number; vertex: number; time: number } | undefined;
    for (let of = 0; of < timelines.length; of++) {
      const vertex = this.next(of);
      if (vertex === undefined) continue;
      const own = time[vertex] ?? absent(vertex);
      if (found === undefined || own < found.time) found = { of, vertex, time: own };
    }
    if (found === undefined) return false;
    this.place(found.of, found.vertex);
    return true;
  }

  private next(of: number): number | undefined {
    return (this.graph.timelines[of] ?? absent(of))[this.reached[of] ?? absent(of)];
  }

  private place(of: number, vertex: number): void {
    const { time, timelines } = this.graph;
    const index = this.reached[of] ?? absent(of);
    this.reached[of] = index + 1;
    const own = time[vertex] ?? absent(vertex);
    let faded = 0;
    if (index > 0) {
      const before = (timelines[of] ?? absent(of))[index - 1] ?? absent(index - 1);
      const measured = time[before] ?? absent(before);
      faded = fade((this.corrected[before] ?? absent(before)) - measured, own - measured);
    }
    this.moveTo(own + faded, vertex);
    this.handOn(vertex);
    this.candidates.push(of);
  }

  /** Propagates a vertex to its effects once its cause is known. */
  private handOn(vertex: number): void {
    const time = this.corrected[vertex] ?? absent(vertex);
    this.placed[vertex] = 1;
    const { firstEffect, effect } = this.graph;
    const end = firstEffect[vertex + 1] ?? absent(vertex + 1);
    for (let edge = firstEffect[vertex] ?? absent(vertex); edge < end; edge++) {
      const other = effect[edge] ?? absent(edge);
      if (this.placed[other] === 1) continue;
      this.moveTo(time, other);
      const causes = (this.causes[other] ?? absent(other)) - 1;
      this.causes[other] = causes;
      if (causes > 0) continue;
      const process = this.graph.process[other] ?? absent(other);
      if (process === JOINT) this.handOn(other);
      else this.candidates.push(process);
    }
  }

  /** A vertex is not before a time. */
  private moveTo(time: number, vertex: number): void {
    this.corrected[vertex] = Math.max(this.corrected[vertex] ?? absent(vertex), time);
  }
}

/** Returns the rest of a correction in seconds after some measured seconds. */
export function fade(correction: number, seconds: number): number {
  return Math.max(0, correction - RATE * seconds);
}

/** Second pass: lets the moments before a jump take part in it, as far as their effects leave room. */
function backward(graph: CausalGraph, corrected: CorrectedTimes): void {
  const { timelines, time } = graph;
  const room = latestAllowed(graph, corrected);
  for (const timeline of timelines) {
    let shift = 0;
    let following: number | undefined;
    for (let index = timeline.length - 1; index >= 0; index--) {
      const vertex = timeline[index] ?? absent(index);
      const measured = time[vertex] ?? absent(vertex);
      const latest = room[vertex] ?? absent(vertex);
      const own = (corrected[vertex] ?? absent(vertex)) - measured;
      shift = Math.max(own, Math.min(shift - RATE * ((following ?? measured) - measured), latest - measured));
      if (shift > own) corrected[vertex] = Math.min(measured + shift, latest);
      following = measured;
    }
  }
}

/** How late each vertex may become: the earliest of its effects, through joints. */
function latestAllowed({ time, process, firstEffect, effect }: CausalGraph, corrected: CorrectedTimes): Float64Array {
  const room = new Float64Array(time.length).fill(Number.POSITIVE_INFINITY);
  const earliestEffect = (vertex: number): number => {
    let earliest = Number.POSITIVE_INFINITY;
    const end = firstEffect[vertex + 1] ?? absent(vertex + 1);
    for (let edge = firstEffect[vertex] ?? absent(vertex); edge < end; edge++) {
      const other = effect[edge] ?? absent(edge);
      const times = process[other] === JOINT ? room : corrected;
      earliest = Math.min(earliest, times[other] ?? absent(other));
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

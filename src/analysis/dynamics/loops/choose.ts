/** Which of the loops that threads have is the main loop of the program (dynamics.md, 2.2, steps 4 and 5). */
import { elementAt } from '../../../base/elements.js';
import { COVERAGE, type LoopClass } from './candidates.js';
import type { ThreadLoop } from './segments.js';

const REGULARITY = 0.6;
/** Loops around or in one with so much of its score are as good. */
const NEAR = 0.8;
/** Iterations from which on the outermost of equally good loops is preferred. */
const ENOUGH = 8;
/**
 * Classes of one caller with this fraction of the best one's score are the same loop: the one with more members is more
 * informative.
 */
const SAME = 0.98;
/** Processes may have so much fewer iterations than the one that has most. */
const EVEN = 0.9;

/** A process's loop of a class, and the seconds that it may cover. */
export interface ProcessLoop {
  readonly loop: ThreadLoop;
  readonly seconds: number;
}

/** A loop that all processes have. */
export interface FoundLoop {
  readonly found: LoopClass;
  /** By process. */
  readonly loops: readonly ThreadLoop[];
  readonly coverage: number;
  readonly regularity: number;
  readonly score: number;
  /** Callers around it. */
  readonly depth: number;
}

export interface Choice {
  /** The chosen loop first, then the others from the outermost on; empty where there is none. */
  readonly levels: readonly FoundLoop[];
  /** The best of those that are no loop all the same, and why not. */
  readonly missed?: { readonly loop: FoundLoop; readonly reason: string };
}

/**
 * @param classes with what each process has of it, in the same order for all; undefined where a process has no loop there
 * @param depthOf how many callers are around a class
 */
export function choose(
  classes: readonly (readonly [LoopClass, readonly (ProcessLoop | undefined)[]])[],
  depthOf: (parent: number) => number,
): Choice {
  const all = classes.flatMap(([found, loops]) => judged(found, loops, depthOf));
  const rejected = all.filter((loop) => reasonAgainst(loop) !== undefined).sort((a, b) => b.score - a.score);
  const good = all.filter((loop) => reasonAgainst(loop) === undefined);
  const marked = good.filter(({ found }) => found.isMarked);
  const near = nearBest(bestByCaller(marked.length > 0 ? marked : good));
  const chosen = near.find(({ loops }) => Math.min(...loops.map(({ count }) => count)) >= ENOUGH) ?? near[0];
  const [missed] = rejected;
  if (chosen === undefined)
    return { levels: [], ...(missed && { missed: { loop: missed, reason: reasonAgainst(missed) ?? '' } }) };
  const others = good.filter((loop) => loop !== chosen && loop.found.isMarked && !near.includes(loop));
  return { levels: [chosen, ...near.filter((loop) => loop !== chosen), ...others] };
}

function judged(
  found: LoopClass,
  processes: readonly (ProcessLoop | undefined)[],
  depthOf: (parent: number) => number,
): FoundLoop[] {
  const known = processes.filter((each) => each !== undefined);
  if (known.length === 0 || known.length < processes.length) return [];
  const mean = (of: (each: ProcessLoop) => number): number =>
    known.reduce((sum, each) => sum + of(each), 0) / known.length;
  const coverageOf = ({ loop, seconds }: ProcessLoop): number => (seconds > 0 ? loop.seconds / seconds : 0);
  return [
    {
      found,
      loops: known.map(({ loop }) => loop),
      coverage: mean(coverageOf),
      regularity: mean(({ loop }) => loop.regularity),
      score: mean((each) => coverageOf(each) * each.loop.regularity),
      depth: depthOf(found.parent),
    },
  ];
}

/** Why something is not the main loop, as the end of a sentence; undefined where nothing speaks against it. */
function reasonAgainst({ found, loops, coverage, regularity }: FoundLoop): string | undefined {
  const counts = loops.map(({ count }) => count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (least < EVEN * most) return `processes have ${least} to ${most} of its iterations`;
  if (found.isMarked) return undefined;
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  if (coverage < COVERAGE) return `its iterations cover only ${percent(coverage)} of the run`;
  return regularity < REGULARITY ? `its iterations are too little alike (${percent(regularity)})` : undefined;
}

function bestByCaller(loops: readonly FoundLoop[]): FoundLoop[] {
  const best = new Map<number, FoundLoop>();
  for (const loop of [...loops].sort((a, b) => b.score - a.score)) {
    const { parent, members } = loop.found;
    const known = best.get(parent);
    const isFuller =
      known !== undefined && loop.score >= SAME * known.score && members.length > known.found.members.length;
    if (known === undefined || isFuller) best.set(parent, loop);
  }
  return [...best.values()];
}

/** Those nearly as good as the best one, from the outermost on. */
function nearBest(loops: readonly FoundLoop[]): FoundLoop[] {
  const best = loops.reduce((most, { score }) => Math.max(most, score), 0);
  return loops.filter(({ score }) => score >= NEAR * best).sort((a, b) => a.depth - b.depth);
}

/** The least number of iterations that any process has. */
export function commonCount({ loops }: FoundLoop): number {
  return loops.reduce((least, { count }) => Math.min(least, count), elementAt(loops, 0).count);
}

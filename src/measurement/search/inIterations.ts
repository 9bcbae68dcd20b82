/** Findings and loops in bins of iterations, converted to iterations. */
import { loopSentence, sentenceOf } from '../../analysis/dynamics/texts.js';
import { listRanks } from '../../model/findings/concerned.js';
import type { DynamicsFinding, DynamicsPattern, LoopSummary } from '../../model/dynamics/dynamics.js';
import type { Range } from './streamRun.js';

/** @param ranks all of them; locations of the finding are ranks */
export function inIterations(
  finding: DynamicsFinding,
  { from, width }: Range,
  ranks: readonly number[],
): DynamicsFinding {
  const first = (bin: number): number => from + bin * width;
  const last = (bin: number): number => from + bin * width + width - 1;
  const patterns = finding.patterns.map((one): DynamicsPattern => ({
    ...one,
    first: first(one.first),
    last: last(one.last),
    ...(one.top === undefined ? {} : { top: first(one.top) }),
    ...(one.costsUntil === undefined ? {} : { costsUntil: last(one.costsUntil) }),
    before: one.before / width,
    after: one.after / width,
  }));
  const { recursEvery: every, ...others } = finding;
  const recurs = every === undefined ? {} : { recursEvery: every * width };
  const told = { ...others, patterns, ...recurs };
  return withSentence({ ...told, bins: finding.bins.map((value) => value / width) }, ranks);
}

/** A loop whose values are sums of so many iterations. */
export function loopInIterations(loop: LoopSummary, { width }: Range): LoopSummary {
  const meanDuration = loop.meanDuration / width;
  const told = { ...loop, count: loop.count * width, meanDuration, bins: loop.bins.map((value) => value / width) };
  return { ...told, sentence: loopSentence(told) };
}

/** With the sentence that its patterns make. */
export function withSentence(finding: DynamicsFinding, ranks: readonly number[]): DynamicsFinding {
  const { locations } = finding;
  const where =
    locations.length === ranks.length
      ? 'all ranks'
      : listRanks({ unit: 'rank', numbers: locations, total: ranks.length });
  return { ...finding, sentence: sentenceOf({ ...finding, where }) };
}

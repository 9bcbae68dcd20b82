/** Which hypotheses a true one is refined to, and testing them with what a window of iterations shows. */
import { rankClusters } from '../../analysis/dynamics/rankClusters.js';
import { elementAt } from '../../base/elements.js';
import type { Fraction } from '../../base/units.js';
import type { Hypothesis, HypothesisState, SearchBook } from './history.js';
import { type Amount, imbalanceIn, severityOf, type Severity, type Window } from './window.js';

/** Iterations of the first test, and of the longest: a chunk. */
export const FIRST_TEST = 16;
export const CHUNK = 512;
/** A severity is known when its standard error is less. */
const SURE: Fraction = 0.1;

/** Tests all hypotheses that need nothing but the values of iterations. */
export function testAll(book: SearchBook, window: Window): void {
  const { threshold } = book.history;
  book.set(book.root.number, { state: 'true', severity: 1, standardError: 0, tested: extentOf(window) });
  const computed = window.byMetric.find(({ metric }) => metric === 'comp');
  for (const amount of window.byMetric) {
    const { metric } = amount;
    const one = decide(book, book.root, { property: metric, path: [], ranks: [] }, severityOf(window, amount), window);
    const paths = window.byPath.filter((path) => path.metric === metric);
    if (one.state === 'true') refine(book, one, paths, window);
  }
  if (computed === undefined) return;
  const about = { property: 'imbalance', path: [], ranks: [] };
  const lost = decide(book, book.root, about, imbalanceIn(window, computed), window);
  if (lost.state !== 'true') return;
  for (const amount of window.byPath.filter(({ metric }) => metric === 'comp')) {
    const severity = imbalanceIn(window, amount);
    if (severity.severity >= threshold || book.find({ ...about, path: [...amount.path] }) !== undefined)
      decide(book, lost, { ...about, path: [...amount.path] }, severity, window);
  }
}

/** Adds call paths of a severe property, and the ranks of each. Those below the threshold count for the parent. */
function refine(book: SearchBook, parent: Hypothesis, paths: readonly Amount[], window: Window): void {
  for (const amount of paths) {
    const about = { property: amount.metric, path: [...amount.path], ranks: [] };
    const one = decide(book, parent, about, severityOf(window, amount), window);
    if (one.state !== 'true') continue;
    const rows = [...amount.rows].sort(([a], [b]) => a - b);
    const clusters = rankClusters(rows.map(([, row]) => row)).filter((cluster) => cluster.length > 0);
    if (clusters.length < 2) continue;
    const groups = clusters.map((cluster) => cluster.map((index) => elementAt(rows, index)[0]));
    forgetOthers(book, one, groups);
    for (const ranks of groups) {
      const severity = severityOf(window, amount, ranks);
      if (severity.severity >= book.history.threshold) decide(book, one, { ...about, ranks }, severity, window);
    }
  }
}

/** Ranks that went alike before and do so no more. */
function forgetOthers(book: SearchBook, parent: Hypothesis, groups: readonly (readonly number[])[]): void {
  const now = new Set(groups.map((ranks) => ranks.join()));
  for (const { number, ranks } of book.childrenOf(parent.number))
    if (ranks.length > 0 && !now.has(ranks.join()))
      book.set(number, { state: 'pruned', note: 'These ranks no longer change alike.' });
}

/** A hypothesis that was true in some iterations stays true: the largest severity counts. */
export function decide(
  book: SearchBook,
  parent: Hypothesis,
  about: Pick<Hypothesis, 'property' | 'path' | 'ranks'>,
  { severity, standardError }: Severity,
  window: Pick<Window, 'first' | 'count'>,
): Hypothesis {
  const one = book.below(parent, about);
  const wasTrue = one.state === 'true';
  if (wasTrue && (one.severity ?? 0) >= severity) return one;
  const isSure = standardError <= SURE || window.count >= CHUNK;
  const isTrue = severity >= book.history.threshold;
  const state: HypothesisState = isTrue ? (isSure || wasTrue ? 'true' : 'testing') : isSure ? 'false' : 'testing';
  const changed = book.set(one.number, { state, severity, standardError, tested: extentOf(window) });
  if (state === 'false') prune(book, changed);
  return changed;
}

/** Descendants of a false hypothesis cannot be true: severities are inclusive. */
function prune(book: SearchBook, parent: Hypothesis): void {
  for (const child of book.childrenOf(parent.number)) {
    if (child.state === 'untested' || child.state === 'testing') book.set(child.number, { state: 'pruned' });
    prune(book, child);
  }
}

export const extentOf = ({ first, count }: Pick<Window, 'first' | 'count'>): { first: number; count: number } => ({
  first,
  count,
});

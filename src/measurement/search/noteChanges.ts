/** Hypotheses when: what changes from iteration to iteration, below what it is about. */
import type { DynamicsFinding } from '../../model/dynamics/dynamics.js';
import { DURATION, OWN_TIME } from '../../model/dynamics/series.js';
import type { Hypothesis, SearchBook } from './history.js';

/** A finding about a call path; names from the loop on, empty for the loop. */
export interface PlacedFinding {
  readonly finding: DynamicsFinding;
  readonly path: readonly string[];
}

/** The hypothesis that a change refines: about the same time. */
function aboutOf(metric: string): string {
  if (metric === DURATION) return 'time';
  return metric === OWN_TIME || metric === 'execution' ? 'comp' : metric;
}

const NO_LONGER = 'Later iterations show no such change.';

/**
 * Adds one hypothesis for each kind of change below the loop, for any ranks: the sentence about the most severe one
 * names them. A change found once is kept, even if further iterations make it a small part of the run (dynamics.md,
 * section 6).
 */
export function noteChanges(book: SearchBook, all: readonly PlacedFinding[]): void {
  const found = new Set<number>();
  for (const { finding, path } of all) {
    if (finding.severity < book.history.threshold) continue;
    const one = hypothesisOf(book, finding, path);
    const isWorse = !found.has(one.number) || finding.severity > (one.severity ?? 0);
    found.add(one.number);
    if (isWorse) note(book, one, finding);
  }
  for (const { number, property, state, note: known = '' } of book.all)
    if (property.startsWith('dynamics_') && state === 'true' && !found.has(number) && !known.endsWith(NO_LONGER))
      book.set(number, { note: `${known} ${NO_LONGER}`.trim() });
}

function hypothesisOf(book: SearchBook, { property, metric }: DynamicsFinding, path: readonly string[]): Hypothesis {
  const about = aboutOf(metric);
  const parent = book.find({ property: about, path: [], ranks: [] }) ?? book.root;
  // The subject of the change distinguishes one of computation from one of the whole iteration.
  const own = path.length > 0 ? [...path] : parent === book.root ? [] : [about];
  return book.below(parent, { property, path: own, ranks: [] });
}

function note(book: SearchBook, { number }: Hypothesis, { patterns, severity, sentence }: DynamicsFinding): void {
  const [first, last] = [patterns.at(0)?.first, patterns.at(-1)?.last];
  const extent = first === undefined || last === undefined ? undefined : { first, last };
  book.set(number, { state: 'true', severity, note: sentence, extent });
}

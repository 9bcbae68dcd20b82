/** Changes between two groups of runs, as shown on lines. */
import { absent } from '../../base/elements.js';
import type { LineChange, LossChange, PropertyChange } from '../../experiments/compare/lineChanges.js';
import type { Verdict } from '../../experiments/index.js';
import { absoluteText, relativeText } from '../../base/changeText.js';
import { Markdown } from '../../model/text/markdown.js';
import { editorLine } from '../../base/plainText.js';
import { duration, percent, plainLine } from '../../base/text.js';
import { severityLevel } from '../../model/findings/severityLevel.js';
import type { LineMark } from '../../protocol/messages.js';
import { NOTABLE } from './called.js';
import { paragraphs, tableRow, unbroken } from './hover.js';

/** A change on a line of the current text. */
export interface PlacedChange extends LineChange {
  /** 0-based. */
  readonly line: number;
  readonly stale: boolean;
}

/** The two sides of a comparison, as people call them. */
export interface ChangeLabels {
  readonly before: string;
  readonly after: string;
}

/** How many properties the text of a mark names; the hover names all. */
const NAMED = 2;
/** Shares below this round to nothing on both sides and are left to the hover. */
const LEAST_SHARE = 0.0005;

const words: Readonly<Record<Verdict, string>> = {
  faster: ' ↓ less',
  slower: ' ↑ more',
  'no difference shown': ' (no difference shown)',
  'single runs: no verdict': '',
};

const kinds: Readonly<Record<Verdict, NonNullable<LineMark['change']>>> = {
  faster: 'won',
  slower: 'lost',
  'no difference shown': 'open',
  'single runs: no verdict': 'open',
};

const verdictOf = ({ seconds }: LossChange): Verdict => (seconds.changes[0] ?? absent('change')).verdict;

const isShown = ({ shares }: LossChange): boolean => Math.max(...shares) >= LEAST_SHARE;

const isNotable = ({ shares }: LossChange): boolean => Math.max(...shares) >= NOTABLE;

/**
 * Returns one mark for each line that loses time, exclusively or notably in its callees: `12.3 % → 4.1 % Late Sender ↓
 * less`.
 */
export function changeMarks(placed: readonly PlacedChange[]): LineMark[] {
  return placed.flatMap(({ line, stale, properties, called }) => {
    const own = properties.filter(isShown);
    const notable = called !== undefined && isNotable(called) ? called : undefined;
    const first = own.at(0) ?? notable;
    if (first === undefined) return [];
    const parts: string[] = [];
    if (own.length > 0) {
      parts.push(namedText(own));
      if (notable !== undefined) parts.push(changeText(notable, 'in what is called'));
    } else if (notable !== undefined) parts.push(namedText(notable.properties.filter(isShown)), 'in what is called');
    // All of a line comes from the same runs.
    if (verdictOf(first) === 'single runs: no verdict') parts.push('single runs, no verdict');
    const worst = [0, 1].map((side) => own.reduce((sum, { shares }) => sum + (shares[side] ?? absent(side)), 0));
    return {
      line,
      // As for marks of one run: what its calls lose is marked where they lose it.
      level: severityLevel(Math.max(...worst)),
      text: editorLine(parts.join(' · ')),
      stale,
      change: kinds[verdictOf(first)],
    };
  });
}

function namedText(properties: readonly PropertyChange[]): string {
  const named = properties.slice(0, NAMED).map((property) => changeText(property, plainLine(property.title)));
  const more = properties.length > NAMED ? ` + ${properties.length - NAMED} more` : '';
  return named.join(' + ') + more;
}

function changeText(change: LossChange, what: string): string {
  const [before, after] = change.shares.map(percent);
  return `${before} → ${after} ${what}${words[verdictOf(change)]}`;
}

const sentences: Readonly<Record<Verdict, string>> = {
  faster: 'less (95 % confidence)',
  slower: 'more (95 % confidence)',
  'no difference shown': 'no difference shown',
  'single runs: no verdict': 'single runs: no verdict',
};

/** The hover over changed lines; undefined where nothing is compared. */
export function changeHover(placed: readonly PlacedChange[], labels: ChangeLabels): Markdown | undefined {
  const rows = placed.flatMap(({ properties, called }) => [
    ...properties.map((property) => changeRow(property)),
    ...(called?.properties.filter(isShown) ?? []).map((property) => changeRow(property, ', in what is called')),
  ]);
  if (rows.length === 0) return undefined;
  const header = tableRow(['Time lost to', 'Before', 'After', 'Change', 'Verdict']);
  const table = Markdown.join([header, Markdown.of`|:--|--:|--:|--:|:--|`, ...rows], Markdown.of`\n`);
  return Markdown.join([table, Markdown.of`Before: ${labels.before}, after: ${labels.after}`], paragraphs);
}

function changeRow({ title, seconds, shares }: PropertyChange, where = ''): Markdown {
  const groups = seconds.groups.map(({ mean }, group) =>
    unbroken(`${percent(shares[group] ?? absent(group))} (${duration(mean)})`),
  );
  const change = seconds.changes[0] ?? absent('change');
  const relative = relativeText(change);
  const difference = `${absoluteText(change, 'seconds')}${relative === '' ? '' : `, ${relative}`}`;
  return tableRow([`${plainLine(title)}${where}`, ...groups, difference, sentences[change.verdict]]);
}

/**
 * Links to a position in an experiment, such as
 * `vscode://trimtab.trimtab/open?experiment=20261125-1601-heat2d&view=timeline&from=16.18&to=16.82&rows=0-3`.
 *
 * A link is untrusted input: it is checked, only selects among what exists, and runs nothing.
 */
import { present } from '../base/present.js';
import * as v from 'valibot';
import type { Selected } from '../model/selection.js';

/** Views that a link can open. */
export const linkViews = ['findings', 'timeline', 'explorer'] as const;
export type LinkView = (typeof linkViews)[number];

export interface Link {
  readonly view: LinkView;
  readonly selection: Selected;
  /** Of the timeline: the time range that is visible, which selects nothing. */
  readonly visible?: NonNullable<Selected['window']>;
}

/** The one path of links. */
const PATH = '/open';
/** Characters of a query that are read at most, and locations that one may name. */
const LONGEST = 4000;
const MOST_ROWS = 4096;

const decimal = v.pipe(
  v.string(),
  v.regex(/^\d{1,12}(\.\d{1,12})?(e-?\d{1,2})?$/),
  v.transform(Number),
  v.number(),
  v.finite(),
);
const whole = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const rows = v.pipe(
  v.string(),
  v.regex(/^\d{1,7}(-\d{1,7})?(,\d{1,7}(-\d{1,7})?)*$/),
  v.transform(listed),
  v.array(v.number()),
);

const words = v.pipe(
  v.strictObject({
    experiment: v.pipe(v.string(), v.regex(/^[\w.-]{1,200}$/)),
    view: v.optional(v.picklist(linkViews), 'findings'),
    from: v.optional(decimal),
    to: v.optional(decimal),
    /** Locations by their numbers in the trace's order. */
    rows: v.optional(rows),
    property: v.optional(name),
    node: v.optional(whole),
  }),
  v.check(({ from, to }) => (from === undefined) === (to === undefined), 'from and to belong together'),
  v.check(({ from = 0, to = 1 }) => from < to, 'it ends before it begins'),
);

/**
 * Returns the target of a link; undefined if it is none.
 * @param query text after its question mark, decoded or not
 */
export function readLink(path: string, query: string): Link | undefined {
  if (path !== PATH || query.length > LONGEST) return undefined;
  const given = [...new URLSearchParams(query)];
  // A parameter given twice is ambiguous.
  if (new Set(given.map(([key]) => key)).size < given.length) return undefined;
  const parsed = v.safeParse(words, Object.fromEntries(given));
  if (!parsed.success) return undefined;
  const { experiment, view, from, to, rows: locations, property, node } = parsed.output;
  const window = from === undefined || to === undefined ? undefined : { from, to };
  const isVisible = view === 'timeline';
  return {
    view,
    ...(window !== undefined && isVisible ? { visible: window } : {}),
    selection: {
      experiment,
      ...present({ property }),
      ...(node === undefined ? {} : { nodes: [node] }),
      ...present({ locations }),
      ...(window === undefined || isVisible ? {} : { window }),
    },
  };
}

/**
 * The link to what is looked at. A window (of the timeline the visible one), an instance and the locations that fit are in it; of
 * several call paths the first.
 * @param scheme of the editor, such as `vscode`
 * @param extension its identifier, such as `trimtab.trimtab`
 */
export function linkTo({ view, selection, visible }: Link, scheme: string, extension: string): string {
  const { experiment, property, nodes, locations, window, instance } = selection;
  const selected = window ?? (instance !== undefined && instance.from < instance.to ? instance : undefined);
  const shown = view === 'timeline' ? visible : selected;
  const query = new URLSearchParams({ experiment, view });
  if (shown !== undefined) {
    query.set('from', shown.from.toFixed(9));
    query.set('to', shown.to.toFixed(9));
  }
  const listedRows = ranges(locations ?? (instance === undefined ? [] : [instance.location]));
  if (listedRows !== '' && listedRows.length < LONGEST / 2) query.set('rows', listedRows);
  if (property !== undefined) query.set('property', property);
  const [node] = nodes ?? [];
  if (node !== undefined) query.set('node', String(node));
  return `${scheme}://${extension}${PATH}?${query.toString()}`;
}

/** The numbers of a list such as `0-3,8`; none where they are too many, or in the wrong order, which no check lets pass. */
function listed(text: string): number[] {
  const numbers = text.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    if (last < first || last - first >= MOST_ROWS) return [NaN];
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  return numbers.length > MOST_ROWS ? [NaN] : [...new Set(numbers)].sort((a, b) => a - b);
}

/** Numbers as a list such as `0-3,8`. */
function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}

/** A search for what is wrong as a graph: each hypothesis below those that it refines. */
import { percent } from '../../base/text.js';
import type { IterationRange, SearchStep } from '../../model/findings/searchGraph.js';
import type { SeverityScale } from '../colors/severity.js';
import { severityFill } from '../colors/severity.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened } from '../drawing/fonts.js';
import { windowText } from '../timeline/axis.js';
import { type Diagram, type Direction, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';

export interface SearchData {
  readonly steps: readonly SearchStep[];
  /** Of a metric, by its name. */
  readonly titleOf: (metric: string) => string;
  readonly locationOf: (location: number) => string;
  /** Why nothing is known of when. */
  readonly missing?: string | undefined;
  /** Of a search while the program ran: what became of it. Steps are shares of its loop then. */
  readonly searched?: string | undefined;
}

const BOX = { width: 168, height: 38 } as const;
const GAP = { x: 34, y: 8 } as const;
/** Steps that are drawn at most; others are in the table. */
export const MOST_DRAWN = 60;

export function searchPicture(data: SearchData, { scale }: { readonly scale: SeverityScale }): Diagram {
  const steps = data.steps.slice(0, MOST_DRAWN);
  const places = placesOf(steps);
  const spots = steps.map((step, at): Spot => {
    const { x, y } = places[at] ?? { x: 0, y: 0 };
    return { ...BOX, x, y, text: said(step, data) };
  });
  const { width, height } = sizeOf(spots);
  return {
    ...{ width, height, spots: { ...listSpots(spots), step: (at, direction) => next(steps, at, direction) } },
    title: data.searched === undefined ? 'Search for why, where and when' : 'Search while the program ran',
    description: sentenceOf(data),
    numbers: {
      heads: ['Hypothesis', 'Refines', `Share of ${wholeOf(data)}`, 'Outcome'],
      lines: data.steps.map((step) => [
        focusText(step, data),
        step.parents.map((parent) => labelOf(data.steps[parent], data)).join(', '),
        step.value === undefined ? '' : percent(step.value),
        [outcomeText(step), ...(step.note === undefined ? [] : [step.note])].join(': '),
      ]),
    },
    items: [...edges(steps, spots), ...steps.flatMap((step, at) => box(step, spots[at], data, scale))],
  };
}

/**
 * Returns positions of steps to the right of their parents, in the order of the list, each centered on its children.
 * This is the tidy tree of first parents, in which all lines but those to further parents are short.
 */
function placesOf(steps: readonly SearchStep[]): { readonly x: number; readonly y: number }[] {
  const children = steps.map((): number[] => []);
  const level = steps.map(() => 0);
  for (const [at, { parents }] of steps.entries()) {
    const known = parents.filter((parent) => parent < at);
    level[at] = Math.max(-1, ...known.map((parent) => level[parent] ?? 0)) + 1;
    if (known[0] !== undefined) children[known[0]]?.push(at);
  }
  const middle = steps.map(() => 0);
  let next = MARGIN;
  // Steps without parents are below each other; children follow their parents in the list.
  const place = (at: number): void => {
    const below = children[at] ?? [];
    for (const child of below) place(child);
    const [first, last] = [middle[below.at(0) ?? -1], middle[below.at(-1) ?? -1]];
    if (first === undefined || last === undefined) {
      middle[at] = next + BOX.height / 2;
      next += BOX.height + GAP.y;
    } else middle[at] = (first + last) / 2;
  };
  for (const [at, { parents }] of steps.entries()) if (!parents.some((parent) => parent < at)) place(at);
  return steps.map((_, at) => ({
    x: MARGIN + (level[at] ?? 0) * (BOX.width + GAP.x),
    y: (middle[at] ?? 0) - BOX.height / 2,
  }));
}

/** Arrows follow the search: right to the largest that refines a step, left back, up and down to its neighbors. */
function next(steps: readonly SearchStep[], at: number, direction: Direction): number {
  const below = (parent: number): number[] =>
    [...steps.keys()].filter((child) => steps[child]?.parents.includes(parent) === true);
  const parent = steps[at]?.parents[0];
  if (direction === 'left') return parent ?? at;
  if (direction === 'right') {
    const [first, ...more] = below(at);
    const sizeOf = (child: number): number => steps[child]?.value ?? 0;
    return first === undefined ? at : more.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best), first);
  }
  const peers = parent === undefined ? [at] : below(parent);
  return peers[peers.indexOf(at) + (direction === 'up' ? -1 : 1)] ?? at;
}

const sizeOf = (spots: readonly Spot[]) => ({
  width: Math.max(240, ...spots.map(({ x, width }) => x + width)) + MARGIN,
  height: Math.max(60, ...spots.map(({ y, height }) => y + height)) + MARGIN,
});

function edges(steps: readonly SearchStep[], spots: readonly Spot[]): Drawn[] {
  return steps.flatMap(({ parents }, at) =>
    parents.flatMap((parent): Drawn[] => {
      const [from, to] = [spots[parent], spots[at]];
      if (from === undefined || to === undefined) return [];
      const [x, y] = [from.x + from.width, from.y + from.height / 2];
      const [endX, endY] = [to.x, to.y + to.height / 2];
      const middle = (x + endX) / 2;
      return [{ is: 'line', points: [x, y, middle, y, middle, endY, endX, endY], ink: 'quiet', thickness: 1 }];
    }),
  );
}

function box(step: SearchStep, spot: Spot | undefined, data: SearchData, scale: SeverityScale): Drawn[] {
  if (spot === undefined) return [];
  const { x, y, width, height } = spot;
  const isTrue = step.outcome === 'true';
  const room = width - 18;
  const edge: Drawn = isTrue
    ? { is: 'edge', x, y, width, height, ink: 'text', thickness: 1, radius: 3 }
    : {
        ...{ is: 'line', ink: 'quiet', thickness: 1, dash: step.outcome === 'false' ? [4, 3] : [1, 3] },
        points: [x, y, x + width, y, x + width, y + height, x, y + height, x, y],
      };
  return [
    ...(isTrue && step.value !== undefined
      ? [{ is: 'area', x, y, width: 5, height, fill: severityFill(step.value, scale) } satisfies Drawn]
      : []),
    edge,
    {
      ...{ is: 'text', x: x + 10, y: y + 16, ink: isTrue ? 'text' : 'quiet', size: TEXT },
      text: shortened(labelOf(step, data), TEXT, room),
    },
    {
      ...{ is: 'text', x: x + 10, y: y + 31, ink: 'quiet', size: TEXT - 1 },
      text: shortened(valueText(step, data), TEXT - 1, room),
    },
  ];
}

const isFold = ({ count = 1 }: SearchStep): boolean => count > 1;

/** Returns the part of a step that its parent does not have. */
function labelOf(step: SearchStep | undefined, data: SearchData): string {
  if (step === undefined) return '';
  if (step.count !== undefined) return foldText(step);
  const { metric, focus, window, iterations } = step;
  if (window !== undefined) return windowText(window);
  if (iterations !== undefined) return `${data.titleOf(metric)}, ${iterationsText(iterations)}`;
  if (focus.locations !== undefined) return focus.locations.map(data.locationOf).join(', ');
  if (focus.path !== undefined) return focus.path.at(-1) ?? 'the whole program';
  return data.titleOf(metric);
}

function foldText({ count = 1, outcome, threshold }: SearchStep): string {
  if (outcome === 'false') return `${count} below ${percent(threshold)}`;
  return outcome === 'true' ? `${count} more` : `${count} not tested`;
}

const wholeOf = ({ searched }: SearchData): string => (searched === undefined ? 'the run' : 'the loop');

function valueText(step: SearchStep, data: SearchData): string {
  const { value } = step;
  if (value === undefined) return outcomeText(step);
  const share = isFold(step) ? `at most ${percent(value)}` : percent(value);
  return `${share} of ${wholeOf(data)}, ${outcomeText(step)}`;
}

const outcomeText = ({ outcome }: SearchStep): string => (outcome === 'untested' ? 'not tested' : outcome);

/** `iterations 12 to 40`. */
const iterationsText = ({ first, last }: IterationRange): string =>
  first === last ? `iteration ${first}` : `iterations ${first} to ${last}`;

/** Why, where and when of a step. */
function focusText(step: SearchStep, data: SearchData): string {
  const { metric, focus, window, iterations } = step;
  const parts = [
    data.titleOf(metric),
    ...(focus.path === undefined ? [] : [`in ${focus.path.join(' / ')}`]),
    ...(focus.locations === undefined ? [] : [`on ${focus.locations.map(data.locationOf).join(', ')}`]),
    ...(window === undefined ? [] : [`at ${windowText(window)}`]),
    ...(iterations === undefined ? [] : [`in ${iterationsText(iterations)}`]),
  ];
  return step.count === undefined ? parts.join(' ') : `${foldText(step)} of ${parts.join(' ')}`;
}

function said(step: SearchStep, data: SearchData): string {
  const remarks = [
    ...(step.tested === undefined ? [] : [`tested in ${iterationsText(step.tested)}`]),
    ...(step.note === undefined ? [] : [step.note]),
  ];
  return `${focusText(step, data)}: ${valueText(step, data)}${remarks.length === 0 ? '' : ` (${remarks.join('; ')})`}`;
}

function sentenceOf(data: SearchData): string {
  const tested = data.steps.filter(({ outcome, parents }) => outcome !== 'untested' && parents.length > 0);
  const count = tested.reduce((sum, step) => sum + (step.count ?? 1), 0);
  const isTrue = tested.filter(({ outcome }) => outcome === 'true');
  const trueCount = isTrue.reduce((sum, step) => sum + (step.count ?? 1), 0);
  const deepest = isTrue
    .filter((step) => step.count === undefined)
    .toSorted((a, b) => depthOf(b) - depthOf(a) || (b.value ?? 0) - (a.value ?? 0))[0];
  const found = deepest === undefined ? '' : `; the narrowest and largest: ${said(deepest, data)}`;
  const left = data.steps.length > MOST_DRAWN ? ` The first ${MOST_DRAWN} of ${data.steps.length} are drawn.` : '';
  const missing = data.missing === undefined ? '' : ` When is not known: ${data.missing}`;
  const searched = data.searched === undefined ? '' : ` ${data.searched}`;
  return `${trueCount} of ${count} hypotheses are true${found}.${left}${missing}${searched}`;
}

const depthOf = ({ focus, window, iterations }: SearchStep): number =>
  [focus.path, focus.locations, window ?? iterations].filter((one) => one !== undefined).length;

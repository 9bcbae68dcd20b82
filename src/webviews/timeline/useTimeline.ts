/** State of the timeline, and its changes by keys, pointer and answers. */
import { present } from '../../base/present.js';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { moved, type RowRange, type Window, windowAround, zoomed } from '../../pictures/timeline/frame.js';
import type { Row } from '../../pictures/timeline/rowTree.js';
import { namesOf } from '../../pictures/timeline/waitSentence.js';
import { type TimelineAction, timelinePage, type TimelineState } from '../../protocol/pages/timeline.js';
import { type Functions, NO_FUNCTIONS } from '../../pictures/timeline/coloring.js';
import type { GivenCounters } from '../../pictures/timeline/details.js';
import type { GivenUncertain } from '../../pictures/timeline/uncertain.js';
import { MOST_STEP_LOCATIONS } from '../../protocol/queries/stepMarks.js';
import { useAnswers } from '../kit/answers.js';
import type { Host } from '../kit/host.js';
import type { Outcome } from '../kit/questions.js';
import { type Cursor, type Run, runOf, type ShownWait } from './run.js';

export type TimelineHost = Host<TimelineState, TimelineAction>;

const MOST_MARKS = 2000;
/** Milliseconds without motion after which it is asked what happens in the window. */
const REST = 80;
/** Milliseconds without motion of the cursor after which what is under it is selected: keys move it often. */
const SELECT_REST_MS = 300;

const { questions } = timelinePage;

/** Returns the data of the whole experiment. */
export function useRun(host: TimelineHost, experiment: string) {
  const runs = useAnswers(host, 'timeline', questions.timeline, [{ experiment, ask: {} }]);
  const outcome = runs.of({ experiment, ask: {} });
  const head = outcome.is === 'answered' ? outcome : undefined;
  const run = useMemo(() => (head === undefined ? undefined : runOf(experiment, head)), [head]);
  const asked = { experiment, ask: {} };
  const answers = useAnswers(host, 'functions', questions.functions, run === undefined ? [] : [asked]);
  const told = answers.of(asked);
  const functions = told.is === 'answered' ? told.columns : undefined;
  const named = useMemo(() => namedFunctions(functions), [functions]);
  return { outcome, run, ...named, again: () => runs.again({ experiment, ask: {} }) };
}

/** Functions by call path and region, and their names. */
export interface Named {
  readonly functions: Functions;
  /** By call path. */
  readonly functionNames: readonly string[];
  /** By region. */
  readonly regionNames: readonly string[];
}

function namedFunctions(
  columns: (Functions & { readonly name: Uint8Array; readonly end: Uint32Array }) | undefined,
): Named {
  if (columns === undefined) return { functions: NO_FUNCTIONS, functionNames: [], regionNames: [] };
  const regionNames = namesOf(columns);
  const functionNames = Array.from(columns.region, (region) => regionNames[region] ?? 'an unknown function');
  return { functions: columns, functionNames, regionNames };
}

/**
 * Returns the selected waits, from the worst on; `rank` counts them. It is -1 if the selection followed the line in the
 * editor, until the user moves to the first one: the picture does not move.
 */
export function useWorst(
  host: TimelineHost,
  run: Run,
  { selected, isFollowed }: Pick<TimelineState, 'selected' | 'isFollowed'>,
) {
  const { instance, property, nodes, locations, window } = selected ?? {};
  const asked = {
    ...(window === undefined ? {} : { window: windowOf(window) }),
    ...present({ property }),
    ...(nodes === undefined ? {} : { nodes: [...nodes] }),
    ...(locations === undefined ? {} : { locations: [...locations] }),
  };
  const key = JSON.stringify([asked, instance]);
  const first = isFollowed ? -1 : 0;
  const [gone, setGone] = useState({ key, rank: first });
  const rank = gone.key === key ? gone.rank : first;
  const within =
    rank === 0 && instance !== undefined ? { locations: [instance.location], window: windowOf(instance) } : asked;
  const isLeading = key === OPEN && rank === 0;
  // The leading wait comes first; where it is not the longest one, all others follow it.
  const passed = useRef(0);
  const wanted = isLeading ? { leading: true } : { ...within, after: key === OPEN ? rank - passed.current : rank };
  const asks = rank < 0 ? [] : [{ experiment: run.experiment, ask: wanted }];
  const answers = useAnswers(host, 'worst', questions.worst, asks);
  const [ask] = asks;
  const outcome = ask === undefined ? undefined : answers.of(ask);
  const wait = outcome?.is === 'answered' ? outcome.head.wait : undefined;
  if (isLeading && outcome?.is === 'answered') passed.current = outcome.head.isLongest === false ? 1 : 0;
  // The last result is kept until the next one arrives.
  const last = useRef<ShownWait>(undefined);
  if (wait !== undefined) last.current = wait;
  const isNone = outcome?.is === 'answered' && wait === undefined;
  return {
    ...{ wait: last.current, rank, isNone },
    setRank: (next: number): void => setGone({ key, rank: next }),
    /** Whether the person went to it. */
    isGoneTo: rank > first,
  };
}

/** The key of a question without a selection. */
const OPEN = JSON.stringify([{}, undefined]);

const windowOf = ({ from, to }: Window): Window => ({ from, to: Math.max(to, from + 1e-12) });

/** A window of time, and the locations of rows that are seen; null where all are. */
export interface Seen {
  readonly window: Window;
  readonly locations: readonly number[] | null;
}

/** Returns the visible part, and a setter of the visible rows. */
export function useSeen(window: Window, rows: readonly Row[]) {
  const [range, setRange] = useState<RowRange>();
  const { first = 0, last = Infinity } = range ?? {};
  const isWhole = first === 0 && last >= rows.length - 1;
  const locations = useMemo(
    () => (isWhole ? null : rows.slice(first, last + 1).flatMap((row) => row.locations)),
    [rows, isWhole, isWhole ? 0 : first, isWhole ? 0 : last],
  );
  return {
    seen: useMemo((): Seen => ({ window, locations }), [window, locations]),
    seeRows: (next: RowRange | undefined): void => {
      if (next?.first !== range?.first || next?.last !== range?.last) setRange(next);
    },
  };
}

/** Returns the visible part once nothing moves; undefined at first, since the picture has priority. */
export function useRested(seen: Seen): Seen | undefined {
  const [rested, setRested] = useState<Seen>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(seen), REST);
    return () => clearTimeout(timer);
  }, [seen]);
  return rested;
}

/**
 * Returns the interactions in a window of time on the visible rows, and between them and others; undefined without a
 * window.
 */
export function useMarks(host: TimelineHost, run: Run, rested: Seen | undefined) {
  const asks = rested === undefined ? [] : [{ experiment: run.experiment, ask: marksAsk(rested) }];
  const answers = useAnswers(host, 'marks', questions.marks, asks);
  const [ask] = asks;
  const outcome = ask === undefined ? undefined : answers.of(ask);
  const last = useRef<{ window: Window; answer: Answered }>(undefined);
  if (outcome?.is === 'answered' && rested !== undefined && last.current?.answer !== outcome)
    last.current = { window: rested.window, answer: outcome };
  return last.current;
}

/** Returns the request for a window and the visible rows. */
export const marksAsk = ({ window, locations }: Seen) => ({
  ...{ ...window, locations: copied(locations), ends: 'one' as const, most: MOST_MARKS },
});

const copied = (locations: readonly number[] | null): number[] | null => (locations === null ? null : [...locations]);

/** Returns the interactions between locations in some steps; undefined if none are visible. */
export function useStepMarks(host: TimelineHost, run: Run, rested: Seen | undefined, locations: readonly number[]) {
  const seen = rested?.locations ?? null;
  const shown = (seen === null ? locations : locations.filter((one) => seen.includes(one))).slice(
    0,
    MOST_STEP_LOCATIONS,
  );
  const asks =
    rested === undefined || shown.length === 0
      ? []
      : [{ experiment: run.experiment, ask: { ...rested.window, locations: shown, most: MOST_MARKS } }];
  const answers = useAnswers(host, 'stepMarks', questions.stepMarks, asks);
  const [ask] = asks;
  const outcome = ask === undefined ? undefined : answers.of(ask);
  const last = useRef<{ head: AnsweredSteps['head']; columns: AnsweredSteps['columns'] }>(undefined);
  if (outcome?.is === 'answered') last.current = outcome;
  if (ask === undefined) last.current = undefined;
  return last.current;
}

type AnsweredSteps = Extract<Outcome<(typeof questions)['stepMarks']>, { is: 'answered' }>;

type Answered = Extract<Outcome<(typeof questions)['marks']>, { is: 'answered' }>;

/** Returns the item under the cursor, in words. @param isStep whether its time is a step of logical order */
export function useAt(host: TimelineHost, run: Run, cursor: Cursor | undefined, isStep: boolean) {
  const where =
    cursor === undefined
      ? undefined
      : {
          location: cursor.location,
          ...(isStep ? { time: 0, step: Math.max(0, Math.floor(cursor.time)) } : { time: cursor.time }),
        };
  const asks = where === undefined ? [] : [{ experiment: run.experiment, ask: where }];
  const answers = useAnswers(host, 'at', questions.at, asks);
  const [ask] = asks;
  return ask === undefined ? undefined : answers.of(ask);
}

/** Selects a wait in all views. */
export function selectWait({ experiment }: Run, wait: ShownWait): TimelineAction {
  const { location, node, property, from, to, place } = wait;
  const about = { do: 'select', experiment, location, node, property, wait: { from, to } } as const;
  return place === undefined ? about : { ...about, place };
}

/** Selects the wait or the call under the cursor in all views, once the cursor rests. */
export function useSelected(host: TimelineHost, run: Run, cursor: Cursor | undefined, under: AtAnswer | undefined) {
  useEffect(() => {
    if (cursor === undefined || under === undefined) return undefined;
    const { wait, node, place } = under;
    const about = { do: 'select', experiment: run.experiment, location: cursor.location } as const;
    const call = { ...about, ...present({ node, place }) };
    const timer = setTimeout(() => host.act(wait === undefined ? call : selectWait(run, wait)), SELECT_REST_MS);
    return () => clearTimeout(timer);
  }, [cursor, under]);
}

type AtAnswer = Extract<Outcome<(typeof questions)['at']>, { is: 'answered' }>['head'];

/** Locations whose values are uncertain; undefined before they are known. */
export function useUncertain(host: TimelineHost, { experiment }: Run): GivenUncertain | undefined {
  const asked = { experiment, ask: {} };
  const outcome = useAnswers(host, 'uncertain', questions.uncertain, [asked]).of(asked);
  return outcome.is === 'answered' ? outcome.columns : undefined;
}

/** Returns the counter values of expanded rows, by location. */
export function useCounters(host: TimelineHost, run: Run, locations: readonly number[]) {
  const wanted = run.counters.length === 0 ? [] : locations;
  const asks = wanted.map((location) => ({ experiment: run.experiment, ask: { location } }));
  const answers = useAnswers(host, 'counterValues', questions.counterValues, asks);
  const last = useRef<ReadonlyMap<number, GivenCounters>>(new Map());
  const found = new Map(last.current);
  for (const ask of asks) {
    const outcome = answers.of(ask);
    if (outcome.is === 'answered') found.set(ask.ask.location, outcome.columns);
  }
  const isSame = [...found].every(([location, columns]) => last.current.get(location) === columns);
  return isSame ? last.current : (last.current = found);
}

/** The window that is shown, and ways to change it. @param span all that can be shown */
export function useWindow(span: Window) {
  const [shown, setShown] = useState<Window>(span);
  const current = useRef(shown);
  const spans = useRef(span);
  if (spans.current !== span) {
    // Another axis: the window of the one before means nothing there.
    spans.current = span;
    current.current = span;
  }
  const least = Math.max(1e-9, (span.to - span.from) * 2 ** -38);
  const set = (window: Window): void => {
    current.current = window;
    setShown(window);
  };
  return {
    shown: current.current,
    span,
    set,
    zoom: (factor: number, about = (current.current.from + current.current.to) / 2) =>
      set(zoomed(span, current.current, about, factor, least)),
    move: (part: number) => set(moved(span, current.current, part)),
    around: (window: Window) => set(windowAround(span, window)),
    all: () => set(span),
  };
}

export type TimeView = ReturnType<typeof useWindow>;

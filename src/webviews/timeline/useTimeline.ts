/** What the timeline shows and how keys, pointer and answers change it. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { moved, type Window, windowAround, zoomed } from '../../pictures/timeline/frame.js';
import { namesOf } from '../../pictures/timeline/told.js';
import { type TimelineAction, timelinePage, type TimelineState } from '../../protocol/pages/timeline.js';
import { useAnswers } from '../kit/answers.js';
import type { Host } from '../kit/host.js';
import { type Run, runOf, type ToldWait } from './run.js';

export type TimelineHost = Host<TimelineState, TimelineAction>;

const MOST_MARKS = 2000;
/** Milliseconds without motion after which it is asked what happens in the window. */
const REST = 80;

const { questions } = timelinePage;

/** What is asked of the whole experiment. */
export function useRun(host: TimelineHost, experiment: string) {
  const runs = useAnswers(host, 'timeline', questions.timeline, [{ experiment, ask: {} }]);
  const outcome = runs.of({ experiment, ask: {} });
  const head = outcome.is === 'answered' ? outcome : undefined;
  const run = useMemo(() => (head === undefined ? undefined : runOf(experiment, head)), [head]);
  const functions = useAnswers(host, 'functions', questions.functions, run === undefined ? [] : [{ experiment }]);
  const named = functions.of({ experiment });
  const names = named.is === 'answered' ? named.columns : undefined;
  const functionNames = useMemo(() => (names === undefined ? [] : namesOf(names)), [names]);
  return { outcome, run, functionNames, again: () => runs.again({ experiment, ask: {} }) };
}

/** The waits that are selected, from the worst on; `rank` counts them. */
export function useWorst(host: TimelineHost, run: Run, { selected }: TimelineState) {
  const [rank, setRank] = useState(0);
  const { instance, property, nodes, locations } = selected ?? {};
  const asked = {
    ...(property === undefined ? {} : { property }),
    ...(nodes === undefined ? {} : { nodes: [...nodes] }),
    ...(locations === undefined ? {} : { locations: [...locations] }),
  };
  const key = JSON.stringify([asked, instance]);
  useEffect(() => setRank(0), [key]);
  const within =
    rank === 0 && instance !== undefined ? { locations: [instance.location], window: windowOf(instance) } : asked;
  const ask = { experiment: run.experiment, ask: { ...within, after: rank } };
  const answers = useAnswers(host, 'worst', questions.worst, [ask]);
  const outcome = answers.of(ask);
  const wait = outcome.is === 'answered' ? outcome.head.wait : undefined;
  // What was found last stays until the next one is there.
  const last = useRef<ToldWait>(undefined);
  if (wait !== undefined) last.current = wait;
  const isNone = outcome.is === 'answered' && wait === undefined;
  return { wait: last.current, rank, setRank, isNone, isAsked: outcome.is === 'asked' };
}

const windowOf = ({ from, to }: Window): Window => ({ from, to: Math.max(to, from + 1e-12) });

/** What happens in a window once nothing moves. */
export function useMarks(host: TimelineHost, run: Run, window: Window) {
  const [rested, setRested] = useState(window);
  useEffect(() => {
    const timer = setTimeout(() => setRested(window), REST);
    return () => clearTimeout(timer);
  }, [window]);
  const ask = { experiment: run.experiment, ask: { ...rested, locations: null, most: MOST_MARKS } };
  const answers = useAnswers(host, 'marks', questions.marks, [ask]);
  const outcome = answers.of(ask);
  const last = useRef<{ window: Window; answer: Extract<typeof outcome, { is: 'answered' }> }>(undefined);
  if (outcome.is === 'answered' && last.current?.answer !== outcome) last.current = { window: rested, answer: outcome };
  return last.current;
}

/** What is under the cursor, in words. */
export function useAt(host: TimelineHost, run: Run, cursor: { row: number; time: number } | undefined) {
  const location = cursor === undefined ? undefined : run.locations[cursor.row];
  const asks =
    cursor === undefined || location === undefined
      ? []
      : [{ experiment: run.experiment, ask: { location, time: cursor.time } }];
  const answers = useAnswers(host, 'at', questions.at, asks);
  const [ask] = asks;
  return ask === undefined ? undefined : answers.of(ask);
}

/** The window that is shown, and ways to change it. */
export function useWindow(run: Run) {
  const [shown, setShown] = useState<Window>(run.span);
  const current = useRef(shown);
  current.current = shown;
  const { span } = run;
  const least = Math.max(1e-9, (span.to - span.from) * 2 ** -38);
  const set = (window: Window): void => {
    current.current = window;
    setShown(window);
  };
  return {
    shown,
    set,
    zoom: (factor: number, about = (current.current.from + current.current.to) / 2) =>
      set(zoomed(span, current.current, about, factor, least)),
    move: (part: number) => set(moved(span, current.current, part)),
    around: (window: Window) => set(windowAround(span, window)),
    all: () => set(span),
  };
}

/** Messages of the window that have no line: bundled by the engine, once it is known which have one. */
import { useRef } from 'preact/hooks';
import { bundleColumns } from '../../pictures/timeline/bundles.js';
import { type Row, rowsByLocation } from '../../pictures/timeline/rowTree.js';
import { timelinePage } from '../../protocol/pages/timeline.js';
import { useAnswers } from '../kit/answers.js';
import type { BundlesAnswer, MarksAnswer, Run } from './run.js';
import { marksAsk, type Seen, type TimelineHost, type useMarks } from './useTimeline.js';

/** Bundles, the rows that they are between, and the marks that have the other messages. */
export interface ShownBundles {
  readonly answer: BundlesAnswer;
  readonly rows: readonly Row[];
  readonly marks: MarksAnswer;
}

interface Bundled {
  readonly rested: Seen | undefined;
  readonly marks: ReturnType<typeof useMarks>;
  readonly rows: readonly Row[];
  /** CSS pixels of the time that is shown. */
  readonly width: number;
}

/** Undefined where all messages have a line, and before it is known. */
export function useBundles(host: TimelineHost, run: Run, { rested, marks, rows, width }: Bundled) {
  const hasMore = marks !== undefined && marks.answer.head.messages > marks.answer.columns.messageFrom.length;
  const isCurrent = rested !== undefined && marks?.window === rested.window;
  const rowOf = rowsByLocation(rows);
  const asks =
    hasMore && isCurrent && width > 0
      ? [
          {
            experiment: run.experiment,
            ask: {
              ...{ ...marksAsk(rested), columns: bundleColumns(width) },
              ...{ shown: [...rowOf.keys()], rows: [...rowOf.values()] },
            },
          },
        ]
      : [];
  const answers = useAnswers(host, 'messageBundles', timelinePage.questions.messageBundles, asks);
  const [ask] = asks;
  const outcome = ask === undefined ? undefined : answers.of(ask);
  const last = useRef<ShownBundles>(undefined);
  if (outcome?.is === 'answered' && marks !== undefined && last.current?.answer !== outcome)
    last.current = { answer: outcome, rows, marks: marks.answer };
  // While the window moves, those of the last window stay; rows of another grouping mean nothing.
  if ((marks !== undefined && !hasMore) || last.current?.rows !== rows) last.current = undefined;
  return last.current;
}

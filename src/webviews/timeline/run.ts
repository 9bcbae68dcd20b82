/** What is drawn of an experiment, as its answers say. Nothing here knows the browser. */
import { inksOfClasses, type TimeClass } from '../../pictures/colors/inks.js';
import type { Rows } from '../../pictures/timeline/instances.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { namesOf } from '../../pictures/timeline/told.js';
import type { TimelineQuestions } from '../../protocol/pages/timeline.js';
import type { Answered } from '../../protocol/pages/questions.js';

export interface Run {
  readonly experiment: string;
  readonly span: Window;
  readonly classes: readonly TimeClass[];
  readonly locations: readonly number[];
  readonly names: readonly string[];
  readonly rowOf: Rows;
  /** What is missing in it: one sentence. */
  readonly missing?: string;
}

export type RunAnswer = Answered<TimelineQuestions['timeline']>;
export type MarksAnswer = Answered<TimelineQuestions['marks']>;
export type TileAnswer = Answered<TimelineQuestions['tiles']>;
export type ToldWait = NonNullable<Answered<TimelineQuestions['worst']>['head']['wait']>;

/** Undefined where it has no events. */
export function runOf(experiment: string, { head, columns }: RunAnswer): Run | undefined {
  if (!(head.span > 0)) return undefined;
  const locations = [...columns.location];
  return {
    ...{ experiment, span: { from: 0, to: head.span }, classes: inksOfClasses(head.classes), locations },
    names: namesOf(columns),
    rowOf: new Map(locations.map((location, row) => [location, row])),
    ...(head.missing === undefined ? {} : { missing: head.missing }),
  };
}

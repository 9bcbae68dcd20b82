/** Data drawn for an experiment, from its answers. Independent of the browser. */
import { present } from '../../base/present.js';
import { inksOfClasses, type TimeClass } from '../../pictures/colors/inks.js';
import type { Window } from '../../pictures/timeline/frame.js';
import { type Grouped, machineNames } from '../../pictures/timeline/rowTree.js';
import { namesOf } from '../../pictures/timeline/waitSentence.js';
import type { TimelineQuestions } from '../../protocol/pages/timeline.js';
import type { Answered, Asked } from '../../protocol/pages/questions.js';

export interface Run extends Grouped {
  readonly experiment: string;
  readonly span: Window;
  readonly classes: readonly TimeClass[];
  /** Steps in logical order; undefined where there are none. */
  readonly steps?: Window;
  readonly latest: number;
  readonly counters: readonly { readonly name: string; readonly unit: string }[];
  /** Missing data: one sentence. */
  readonly missing?: string;
}

export type RunAnswer = Answered<TimelineQuestions['timeline']>;
export type MarksAnswer = Answered<TimelineQuestions['marks']>;
export type BundlesAnswer = Answered<TimelineQuestions['messageBundles']>;
export type TileAnswer = Answered<TimelineQuestions['tiles']>;
export type TileAsk = Asked<TimelineQuestions['tiles']>['ask'];
export type ShownWait = NonNullable<Answered<TimelineQuestions['worst']>['head']['wait']>;

/** Names of locations. */
export function whoIn({ locations, names }: Pick<Run, 'locations' | 'names'>): (location: number) => string {
  const rows = new Map(locations.map((location, row) => [location, names[row]]));
  return (location) => rows.get(location) ?? `location ${location}`;
}

/** A moment on a location: in steps where these are drawn. */
export interface Cursor {
  readonly location: number;
  readonly time: number;
}

/** Undefined where it has no events. */
export function runOf(experiment: string, { head, columns }: RunAnswer): Run | undefined {
  if (!(head.span > 0)) return undefined;
  return {
    ...{ experiment, span: { from: 0, to: head.span }, classes: inksOfClasses(head.classes) },
    ...{ latest: head.latest },
    counters: head.counters.map((name, at) => ({ name, unit: head.units[at] ?? '' })),
    locations: [...columns.location],
    names: namesOf(columns),
    process: columns.process,
    machine: columns.machine,
    machineNames: machineNames(columns.machine, head.machines),
    ...(head.steps > 0 ? { steps: { from: 0, to: head.steps } } : {}),
    ...present({ missing: head.missing }),
  };
}

/** Data and actions of the page “Explorer”. */
import * as v from 'valibot';
import type { Selected } from '../../model/selection.js';
import { followAction, selected } from '../selection.js';
import { columnsOf, index } from '../queries/declaration.js';
import { topologies } from '../queries/definitions.js';
import { instances } from '../queries/instances.js';
import { matrix } from '../queries/matrix.js';
import { overTime } from '../queries/overTime.js';
import { search } from '../queries/search.js';
import { uncertain } from '../queries/uncertain.js';
import { valuesByPlace } from '../queries/valuesByPlace.js';
import { visitSpread } from '../queries/visitSpread.js';
import { weights } from '../queries/weights.js';
import type { PageDeclaration, ShownExperiment } from './declaration.js';
import { saveAction } from './saved.js';

export interface ExplorerState {
  /** Null where none is shown. */
  readonly experiment: ShownExperiment | null;
  /** The selection shared by all views, for this experiment. */
  readonly selection: Selected | null;
  /** Changes each time another view selects: the page then follows it, even if the selection is unchanged. */
  readonly turn: number;
  /** Other experiments that have results. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  /** The property that loses most, where there is one. */
  readonly worst: string | null;
  /** Whether the selection follows the line in the editor, and the line the selection. */
  readonly follows: boolean;
}

const experiment = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

/** The rows of the three trees. A parent precedes its children; -1 is above roots. */
export const trees = {
  ask: v.object({ experiment }),
  head: v.object({
    metrics: v.array(v.object({ name: v.string(), title: v.string(), unit: v.string(), description: v.string() })),
    /** Names of regions, which call paths refer to by number. */
    regions: v.array(v.string()),
    /** Of the places: machine, node, process, thread. */
    places: v.array(v.string()),
    /** Grids that locations have coordinates in. */
    topologies,
  }),
  columns: columnsOf({
    metricParent: 'int32',
    nodeParent: 'int32',
    region: 'uint32',
    placeParent: 'int32',
    /** Which location a place is; -1 for those that hold some. */
    location: 'int32',
    /** 1 for a process that holds several locations. */
    isProcess: 'uint8',
  }),
};

/**
 * The same weights of another experiment, in the rows of this one, by metric and by call path. Values are NaN if the
 * other one has none. The selection is mapped to the other experiment as far as it exists in it. The columns `other…`
 * are its own call paths, whose regions have the names in `regions`.
 */
const counterpart = {
  ask: v.object({ ...weights.ask.entries, experiment, other: experiment }),
  head: v.object({ regions: v.array(v.string()) }),
  columns: columnsOf({
    metricInclusive: 'float64',
    metricExclusive: 'float64',
    nodeInclusive: 'float64',
    nodeExclusive: 'float64',
    place: 'float64',
    otherParent: 'int32',
    otherRegion: 'uint32',
    otherExclusive: 'float64',
  }),
};

const ofExperiment = <Entries extends v.ObjectEntries>(ask: v.ObjectSchema<Entries, undefined>) =>
  v.object({ ...ask.entries, experiment });

const questions = {
  trees,
  weights: { ...weights, ask: ofExperiment(weights.ask) },
  valuesByPlace: { ...valuesByPlace, ask: ofExperiment(valuesByPlace.ask) },
  counterpart,
  matrix: { ...matrix, ask: ofExperiment(matrix.ask) },
  overTime: { ...overTime, ask: ofExperiment(overTime.ask) },
  instances: { ...instances, ask: ofExperiment(instances.ask) },
  visitSpread: { ...visitSpread, ask: ofExperiment(visitSpread.ask) },
  search: { ...search, ask: ofExperiment(search.ask) },
  uncertain: { ...uncertain, ask: ofExperiment(uncertain.ask) },
} as const;
export type ExplorerQuestions = typeof questions;

export const explorerAction = v.variant('do', [
  /** Selects in all views. `node`: the call path whose line is shown where that is wanted. */
  v.object({ do: v.literal('select'), selection: selected, node: v.exactOptional(index) }),
  /** Selects the longest wait of what is selected, or what is selected where there is none. */
  v.object({ do: v.literal('selectWorst'), selection: selected }),
  /** Opens the line of a call path. */
  v.object({ do: v.literal('openLine'), experiment, node: index }),
  followAction,
  /** Copies a link to what is selected. */
  v.object({ do: v.literal('copyLink') }),
  v.object({ ...saveAction.entries, experiment }),
]);
export type ExplorerAction = v.InferOutput<typeof explorerAction>;

export const explorerPage: PageDeclaration<ExplorerState, ExplorerAction, ExplorerQuestions> = {
  name: 'explorer',
  title: 'Explorer',
  actions: explorerAction,
  questions,
};

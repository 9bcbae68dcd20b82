import { present } from '../../base/present.js';
import { l10n } from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type { Selected } from '../../model/selection.js';
import { isSeriesOnly } from '../../model/dynamics/series.js';
import { binOf } from '../../pictures/dynamics/mapRows.js';
import type { SelectionOrigin } from '../../protocol/selection.js';
import type { Engine } from '../client/engine.js';
import type { Selections } from '../selection/selections.js';

/** An iteration, and what is looked at in it. */
export interface IterationTarget {
  readonly experiment: string;
  readonly iteration: number;
  readonly metric: string;
  /** Call path; null where it is none. */
  readonly node: number | null;
  readonly locations: readonly number[];
  readonly place?: SourcePlace;
  /** Number of the loop; the chosen one if omitted. */
  readonly level?: number;
}

/** Moments that are asked for: one an iteration, of loops with fewer. */
const MOST_MOMENTS = 1 << 16;

/** Selects an iteration, from where the first location begins it to where the first one begins the next. */
export async function selectIteration(
  engine: Pick<Engine, 'query'>,
  selections: Pick<Selections, 'select'>,
  { experiment, iteration, metric, node, locations, place, level }: IterationTarget,
  origin: SelectionOrigin,
): Promise<void> {
  const { head, columns } = await engine.query(experiment, 'series', {
    ...{ metric, node, most: MOST_MOMENTS },
    ...present({ level }),
    // Moments are those of all locations: the values of one are enough.
    locations: locations.slice(0, 1),
  });
  const bin = binOf({ first: columns.first, bins: head.bins }, iteration);
  const [from, to] = [columns.from[bin], columns.from[bin + 1]];
  if (from === undefined || to === undefined)
    throw new TrimtabError(
      l10n.t('The run has {0} iterations. There is no iteration {1}.', head.iterations, iteration),
    );
  const selection: Selected = {
    experiment,
    ...(isSeriesOnly(metric) ? {} : { property: metric, ...(node === null ? {} : { nodes: [node] }) }),
    locations: [...locations],
    window: { from, to: Math.max(from, to) },
    ...present({ place }),
  };
  await selections.select(selection, origin);
}

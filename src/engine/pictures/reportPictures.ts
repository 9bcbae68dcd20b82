/** The pictures of reports: where time is lost, and what changed. */
import { TrimtabError } from '../../base/problem.js';
import type { Experiment } from '../../experiments/index.js';
import { severityScales } from '../../pictures/colors/severity.js';
import type { Picture } from '../../pictures/drawing/drawList.js';
import { captioned } from '../../pictures/explorer/captioned.js';
import { flamePicture } from '../../pictures/explorer/flamePicture.js';
import { timelinePictures } from '../../pictures/timeline/picture.js';
import { flameData } from './flameData.js';
import { openedRun, type OpenedRun } from './openedRun.js';
import { type TimelineChoice, timelineData } from './timelineData.js';

const WIDTH = 1000;
const TIMELINE: TimelineChoice = { window: {}, color: 'class', axis: 'time', width: WIDTH };

/** How an experiment is read for its pictures. */
export interface Reading {
  /** Whether a trace outside of the experiment's folder may be read. */
  readonly readsOutside: boolean;
  /** @throws CancelledError */
  readonly checkCancelled: () => void;
}

/** The timeline around the worst wait; nothing where an experiment has none. @throws CancelledError */
export function experimentPictures(experiment: Experiment, reading: Reading): Picture[] {
  return drawn(() => timelineOf(openedRun(experiment, reading.readsOutside, reading.checkCancelled)));
}

/**
 * The flame graph of the last experiment, colored by the change from the first one, and the timeline around its worst wait.
 * @throws CancelledError
 */
export function comparisonPictures(before: Experiment, after: Experiment, reading: Reading): Picture[] {
  const [first, last] = [before, after].map((one) => openedRun(one, reading.readsOutside, reading.checkCancelled));
  if (first === undefined || last === undefined) return [];
  return [...drawn(() => flameOf(last, first)), ...drawn(() => timelineOf(last))];
}

function timelineOf({ ask, experiment }: OpenedRun): Picture {
  return timelinePictures([timelineData(ask, experiment.manifest.name, TIMELINE)], TIMELINE);
}

function flameOf(run: OpenedRun, compared: OpenedRun): Picture {
  const data = flameData(run, { flame: 'down', window: {} }, compared);
  return captioned(flamePicture(data, { width: WIDTH, scale: severityScales.light }));
}

/** Nothing where there is no data for a picture: the report is complete without it. */
function drawn(draw: () => Picture): Picture[] {
  try {
    return [draw()];
  } catch (error) {
    if (error instanceof TrimtabError) return [];
    throw error;
  }
}

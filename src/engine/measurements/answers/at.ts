import { present } from '../../../base/present.js';
import { absent } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { timeClass } from '../../../analysis/trace/metrics/timeClasses.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { Ask } from '../../../protocol/queries/index.js';
import { overlapping } from '../timeline/largest.js';
import { nodesAt, whyInexact } from '../timeline/intervals.js';
import { type ShownWait, shownWait } from '../timeline/waits.js';
import type { Answerer } from './answerer.js';

export const at: Answerer<'at'> = (measurement, asked, checkCancelled) => {
  const { location } = asked;
  const { locationCount } = measurement.space;
  if (location >= locationCount)
    throw new TrimtabError(`There is no location ${location} among the ${locationCount} of this experiment.`);
  const file = measurement.timeline(checkCancelled);
  const step = operationAt(file, asked);
  const time = asked.step === undefined ? asked.time : (step?.enter ?? asked.time);
  let wait: ShownWait | undefined;
  for (const run of overlapping(file.runsOf('waits'), { from: time, to: nextAfter(time) })) {
    checkCancelled();
    const rows = file.waits(run);
    for (let row = 0; row < rows.from.length && wait === undefined; row++)
      if (rows.location[row] === location && rows.part[row] === 0 && isDuring(rows, row, time))
        wait = shownWait(file, rows, row);
  }
  let isOnPath = false;
  for (const run of overlapping(file.runsOf('path'), { from: time, to: nextAfter(time) })) {
    const rows = file.path(run);
    isOnPath ||= rows.from.some((_, row) => rows.location[row] === location && isDuring(rows, row, time));
  }
  const inexact =
    asked.step !== undefined && step === undefined
      ? `There is no operation in step ${asked.step}.`
      : whyInexact(measurement, file);
  const open = inexact === undefined ? nodesAt(measurement, file, location, time, checkCancelled) : [];
  const innermost = open.at(-1);
  const region = innermost === undefined ? undefined : measurement.definitions.regions.at(innermost.region);
  return {
    head: {
      ...{ isOnPath, time },
      ...present({ step }),
      ...(region === undefined ? {} : { class: timeClass(region) }),
      ...present({ wait, inexact }),
    },
    columns: {
      node: Uint32Array.from(open, ({ node }) => node),
      enter: Float64Array.from(open, ({ enter }) => enter),
    },
  };
};

/** The operation of a location in a step, or at a moment. */
function operationAt(
  file: TimelineFile,
  { location, time, step: asked }: Ask<'at'>,
): { readonly step: number; readonly enter: number; readonly late: number } | undefined {
  const [by, from] = asked === undefined ? (['enter', time] as const) : (['step', asked] as const);
  const to = asked === undefined ? nextAfter(time) : asked + 1;
  for (const { enter, leave, late, step } of file.stepsIn(location, by, from, to))
    for (let row = 0; row < step.length; row++) {
      const begin = enter[row] ?? absent(row);
      const isIt = asked === undefined ? begin <= time && time < (leave[row] ?? absent(row)) : step[row] === asked;
      if (isIt) return { step: step[row] ?? absent(row), enter: begin, late: late[row] ?? absent(row) };
    }
  return undefined;
}

/** A moment a little later, so that what begins at the moment itself is found. */
const nextAfter = (time: number): number => time + Math.max(Math.abs(time), 1) * Number.EPSILON;

function isDuring({ from, to }: { readonly from: Float64Array; readonly to: Float64Array }, row: number, time: number) {
  return (from[row] ?? absent(row)) <= time && time < (to[row] ?? absent(row));
}

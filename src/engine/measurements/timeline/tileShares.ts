/** Time of locations in each pixel of a tile, by class, by chosen code, or by lateness. */
import { absent, addAt } from '../../../base/elements.js';
import { timeClass } from '../../../analysis/trace/metrics/timeClasses.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import { LATENESS, TIME_CLASSES } from '../../../model/timeline.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { Focus } from './focus.js';
import { differences, rowAt, sumsOf, VALUES } from './shares.js';
import type { Stretch, Stretches } from './stretches.js';
import { addInterval, type Windows } from './windows.js';

const CLASSES = TIME_CLASSES.length;
const DEVICE = TIME_CLASSES.indexOf('device');

/** How many values a pixel has by lateness: what is no operation, then by how late these are. */
const LATE_VALUES: number = LATENESS.length + 2;

/** By location, seconds of each value in each window: value `v` of window `w` at `w * values + v`. */
export interface Told {
  readonly values: number;
  /** Whether the values are those of the blocks where no single calls are known. */
  readonly isByBlocks?: true;
  /** @param blocks values of the location from blocks, as `secondsOfWindows` */
  of(location: number, known: Stretches | undefined, blocks: Float64Array): Float64Array;
}

/** Adds the seconds of a location. Those of blocks are added where they are: thousands of locations may be drawn at once. */
export function addShares(
  told: Told,
  sums: Float64Array,
  location: number,
  known: Stretches | undefined,
  blocks: Float64Array,
): void {
  if (known === undefined && told.isByBlocks === true) {
    for (let at = 0, from = 0; at < sums.length; at += CLASSES, from += VALUES)
      for (let each = 0; each < CLASSES; each++)
        sums[at + each] = (sums[at + each] ?? absent(at)) + (blocks[from + each] ?? absent(from));
    return;
  }
  const seconds = told.of(location, known, blocks);
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? absent(at)) + (seconds[at] ?? absent(at));
}

/** By class: values of blocks, or of single calls if these are available and have the same total. */
export function byClass({ definitions }: OpenMeasurement, file: TimelineFile, windows: Windows): Told {
  return {
    values: CLASSES,
    isByBlocks: true,
    of(location, known, found) {
      const seconds = new Float64Array(windows.count * CLASSES);
      for (let window = 0; window < windows.count; window++)
        for (let each = 0; each < CLASSES; each++)
          seconds[window * CLASSES + each] = found[window * VALUES + each] ?? absent(window);
      if (known === undefined) return seconds;
      const isStream = definitions.locations.at(location)?.type === 'accelerator-stream';
      const classOf = ({ call }: Stretch): number => {
        const region = definitions.regions.at(call.region);
        return isStream || region === undefined ? (isStream ? DEVICE : 0) : timeClass(region);
      };
      return byBlocks(file, location, known, windows, classOf);
    },
  };
}

/** By what is looked at; what else the location did comes last. */
export function byFocus(
  focus: Focus,
  file: TimelineFile,
  windows: Windows,
  whole: Told,
  checkCancelled: CheckCancelled,
): Told {
  const values = focus.count + 1;
  return {
    values,
    of(location, known, blocks) {
      const all = whole.of(location, known, blocks);
      let seconds: Float64Array;
      if (known !== undefined) {
        const numberOf = focus.numbersIn(location, checkCancelled);
        seconds = summed(known, windows, values, ({ call }) => numberOf(call));
      } else {
        const until = focus.until(location, checkCancelled);
        const first = file.blocks.first[location] ?? absent(location);
        const sum = (row: number, value: number): number =>
          value === focus.count ? 0 : (until[(row - first) * focus.count + value] ?? absent(row));
        seconds = differences(file.blocks, location, windows, values, sumsOf(sum));
      }
      putRest(seconds, windows.count, values, focus.count, all);
      return seconds;
    },
  };
}

/** By lateness, with the time between operations first. */
export function byLateness(file: TimelineFile, windows: Windows, whole: Told): Told {
  return {
    values: LATE_VALUES,
    of(location, known, blocks) {
      const all = whole.of(location, known, blocks);
      const seconds = new Float64Array(windows.count * LATE_VALUES);
      const to = windows.from + windows.width * windows.count;
      for (const { enter, leave, late } of file.stepsIn(location, 'enter', windows.from, to))
        for (let row = 0; row < enter.length; row++) {
          const value = latenessOf(late[row] ?? absent(row), file.latest);
          addInterval(seconds, windows, enter[row] ?? absent(row), leave[row] ?? absent(row), LATE_VALUES, value);
        }
      putRest(seconds, windows.count, LATE_VALUES, 0, all);
      return seconds;
    },
  };
}

/** In logical order, in which windows are of steps: each operation takes its step. */
export function inSteps(file: TimelineFile, windows: Windows): Told {
  return {
    values: LATE_VALUES,
    of(location) {
      const seconds = new Float64Array(windows.count * LATE_VALUES);
      const to = windows.from + windows.width * windows.count;
      for (const { late, step } of file.stepsIn(location, 'step', windows.from, to))
        for (let row = 0; row < step.length; row++) {
          const value = latenessOf(late[row] ?? absent(row), file.latest);
          const begin = step[row] ?? absent(row);
          addInterval(seconds, windows, begin, begin + 1, LATE_VALUES, value);
        }
      return seconds;
    },
  };
}

/** Which of the values by lateness it is. */
function latenessOf(late: number, latest: number): number {
  const share = latest > 0 ? late / latest : 0;
  const at = LATENESS.findIndex((most) => share <= most);
  return 1 + (at < 0 ? LATENESS.length : at);
}

function summed(
  { stretches }: Stretches,
  windows: Windows,
  values: number,
  valueOf: (stretch: Stretch) => number,
): Float64Array {
  const seconds = new Float64Array(windows.count * values);
  for (const stretch of stretches) addInterval(seconds, windows, stretch.from, stretch.to, values, valueOf(stretch));
  return seconds;
}

/** Value `rest` becomes what the others leave of all that a location did. */
function putRest(seconds: Float64Array, count: number, values: number, rest: number, all: Float64Array): void {
  const each = all.length / count;
  for (let window = 0; window < count; window++) {
    let left = 0;
    for (let value = 0; value < each; value++) left += all[window * each + value] ?? absent(value);
    for (let value = 0; value < values; value++)
      if (value !== rest) left -= seconds[window * values + value] ?? absent(value);
    seconds[window * values + rest] = Math.max(0, left);
  }
}

/**
 * Block by block, uses the calls of a location if their total agrees with that of the block; otherwise, time within it
 * is assumed to be spread evenly. They disagree if time is counted elsewhere than in the innermost call. Examples are
 * the time of buffer flushes, or of threads that wait for a team.
 */
function byBlocks(
  { blocks: { first: firsts, start, seconds }, span }: TimelineFile,
  location: number,
  { window, stretches }: Stretches,
  windows: Windows,
  classOf: (stretch: Stretch) => number,
): Float64Array {
  const sums = new Float64Array(windows.count * CLASSES);
  const last = (firsts[location + 1] ?? absent(location)) - 1;
  let row = Math.max(firsts[location] ?? absent(location), 0);
  if (row <= last) row = rowAt(start, row, last, window.from);
  let next = 0;
  for (; row < last; row++) {
    const [from, to] = [start[row] ?? absent(row), start[row + 1] ?? absent(row)];
    if (from >= window.to) break;
    const inside: Stretch[] = [];
    while (next < stretches.length && (stretches[next]?.to ?? absent(next)) <= from) next++;
    for (let at = next; at < stretches.length; at++) {
      const one = stretches[at] ?? absent(at);
      if (one.from >= to) break;
      inside.push({ call: one.call, from: Math.max(one.from, from), to: Math.min(one.to, to) });
    }
    const told = new Float64Array(CLASSES);
    for (const one of inside) addAt(told, classOf(one), one.to - one.from);
    const grown = told.map(
      (_, each) =>
        (seconds[(row + 1) * CLASSES + each] ?? absent(row)) - (seconds[row * CLASSES + each] ?? absent(row)),
    );
    if (told.every((sum, each) => Math.abs(sum - (grown[each] ?? absent(each))) <= 1e-9 * Math.max(1, span)))
      for (const one of inside) addInterval(sums, windows, one.from, one.to, CLASSES, classOf(one));
    else
      for (const [each, spent] of grown.entries())
        addInterval(sums, windows, from, to, CLASSES, each, to > from ? spent / (to - from) : 0);
  }
  return sums;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { elementAt } from '../../src/base/elements.js';
import { placeOf } from '../support/spaceValues.js';
import { examplesFolder } from './expectations.js';
import type { ExampleRun } from './runExample.js';

/** A function that loses a time that is known. */
export interface TimedPattern {
  /** The function that shows it. */
  readonly function: string;
  /** Unique metric name. */
  readonly property: string;
  /** Region of the loss, without the location that its name may contain. */
  readonly at: string;
  /** Units of time that each location loses. */
  readonly units: readonly number[];
  /** Whether that is how long its longest instance lasts, of which only a part is lost. */
  readonly ofStretch?: boolean;
}

/** Seconds that each location should lose, by what the program printed. */
export type ClosedForm<P> = (pattern: P, output: string) => readonly number[];

/** A pattern whose program prints how late each location came to what it shares with others, and how late it ended. */
export interface SharedPattern extends TimedPattern {
  /** The location that the others wait for; each may wait for the one before it. */
  readonly waitsFor: number | 'previous';
  /** Whether locations begin to wait on arrival, or at the end of their work. */
  readonly from?: 'came' | 'end';
  /** The location with whose coming, or end, the time begins, if not each with its own. */
  readonly since?: number | undefined;
}

/** Entries of expected.yaml for every pattern of that kind. */
export const sharedEntries = {
  function: v.string(),
  property: v.string(),
  /** The call, construct or function of the loss; a function of the program represents all its calls. */
  at: v.string(),
  /** Units of time that each location loses. */
  units: v.array(v.number()),
  /** The location that the others wait for; each may wait for the one before it. */
  waitsFor: v.union([v.number(), v.literal('previous')]),
};

/** Reads the expected.yaml of an example. @throws an error of valibot if it is malformed */
export function expectedOf<Schema extends v.GenericSchema>(example: string, schema: Schema): v.InferOutput<Schema> {
  return v.parse(schema, parse(readFileSync(join(examplesFolder, example, 'expected.yaml'), 'utf8')));
}

/** The closed form: longer by how late the location waited for was, shorter by the own delay, as the programs print. */
export function sharedForm(kind: 'thread' | 'rank', unit: number): ClosedForm<SharedPattern> {
  return ({ function: name, units, waitsFor, from = 'came', since }, output) => {
    const late = (location: number, when: 'came' | 'end'): number => {
      const line = `^${name} ${kind} ${location} came late by +([\\d.]+) s, ended late by +([\\d.]+) s$`;
      return Number(new RegExp(line, 'm').exec(output)?.[when === 'came' ? 1 : 2]);
    };
    return units.map((lost, location) => {
      if (lost === 0) return 0;
      const awaited = waitsFor === 'previous' ? location - 1 : waitsFor;
      return lost * unit + late(awaited, 'end') - late(since ?? location, from);
    });
  };
}

/** Attempts on a machine that is busy with other things, on which ranks and threads wake too late from their sleep. */
const ATTEMPTS = 6;

/** Seconds of a property at each location, in call paths through the function. */
export function secondsOf({ values, report }: ExampleRun, pattern: TimedPattern): number[] {
  const seconds = pattern.units.map(() => 0);
  if (pattern.ofStretch === true) {
    const { worst = [] } = report.statistics?.find(({ property }) => property === pattern.property) ?? {};
    for (const { location, enter, leave, seconds: lost, callPath } of worst)
      if (callPath.some(({ region }) => region === pattern.at) && lost > 0) seconds[location] = leave - enter;
    return seconds;
  }
  for (const [key, value] of values.get(pattern.property) ?? []) {
    const [path, location] = placeOf(key);
    const names = path.split('/').map((name) => elementAt(name.split(' @'), 0).split('::').at(-1));
    if (names.includes(pattern.function) && names.includes(pattern.at)) {
      const at = Number(location);
      // A location without an expected value is a miss.
      seconds[at] = (seconds[at] ?? NaN) + value;
    }
  }
  return seconds;
}

/** Lists deviations of a run from a closed form by more than `tolerance`, one sentence each. */
function misses<P extends TimedPattern>(
  run: ExampleRun,
  pattern: P,
  closedForm: ClosedForm<P>,
  tolerance: number,
): string[] {
  const closed = closedForm(pattern, run.output);
  return secondsOf(run, pattern).flatMap((seconds, location) =>
    Math.abs(seconds - (closed[location] ?? NaN)) < tolerance
      ? []
      : [`${pattern.property} in ${pattern.function}, location ${location}: ${seconds} s, not ${closed[location]} s`],
  );
}

/** A run, and where each pattern of it misses its closed form in the run that was disturbed least. */
export interface QuietRun {
  /** The last run. */
  readonly run: ExampleRun;
  /** By pattern: see `misses`. */
  missesOf(pattern: TimedPattern): readonly string[];
}

/**
 * Runs until the machine left each pattern undisturbed once: a core that is preempted between two calls looks like
 * waiting, and is. Not all of them are run at once: with thirty patterns, a machine that disturbs one in ten would have
 * to run them too often.
 */
export async function quietRun<P extends TimedPattern>(
  start: () => Promise<ExampleRun>,
  patterns: readonly P[],
  closedForm: ClosedForm<P>,
  tolerance: number,
): Promise<QuietRun> {
  const least = new Map<TimedPattern, readonly string[]>();
  for (let attempt = 1; ; attempt++) {
    const run = await start();
    for (const pattern of patterns) {
      const found = misses(run, pattern, closedForm, tolerance);
      if (found.length < (least.get(pattern)?.length ?? Number.POSITIVE_INFINITY)) least.set(pattern, found);
    }
    const isQuiet = patterns.every((pattern) => least.get(pattern)?.length === 0);
    if (isQuiet || attempt === ATTEMPTS)
      return { run, missesOf: (pattern) => least.get(pattern) ?? [`${pattern.function} was not run`] };
  }
}

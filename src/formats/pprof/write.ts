/** Profiles of pprof, of any run: for `go tool pprof` and what shows its files. */
import { gzipSync } from 'node:zlib';
import type { Seconds } from '../../base/units.js';
import { elementAt } from '../../base/elements.js';
import { locationNames } from '../../model/names.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import { LocationColumn } from '../profile/index.js';
import type { StackWritable } from '../stacks/writable.js';
import { Places, Strings } from './places.js';
import { MessageWriter } from './wireWriter.js';

const NANOSECONDS = 1e9;
const MAPPING = 1;

/**
 * Returns a compressed profile of pprof: a sample for each call path and location, with one value for each metric with
 * values, in whole nanoseconds, bytes or counts. Labels contain process and thread (`-tagfocus 'location=Rank 3$'`),
 * `-sample_index` selects the metric; the default is the time.
 * @param span wall-clock time of the run
 */
export function pprofBytes(run: StackWritable, program: string, span: Seconds): Uint8Array {
  const strings = new Strings();
  const places = new Places(run, strings, MAPPING);
  const metrics = run.space.metrics.filter(({ name }) => (run.space.severities.get(name)?.value.length ?? 0) > 0);
  const profile = new MessageWriter();
  for (const { name, unit } of metrics) profile.message(1, pair(strings.of(name), strings.of(unitWord(unit))));
  for (const sample of samples(run, metrics, places, strings)) profile.message(2, sample);
  profile.message(3, mapping(strings.of(program)));
  for (const location of places.locations) profile.message(4, location);
  for (const known of places.functions) profile.message(5, known);
  profile.number(10, Math.round(span * NANOSECONDS));
  profile.number(14, strings.of('time'));
  for (const text of strings.list()) profile.text(6, text);
  return gzipSync(profile.result());
}

const unitWord = (unit: string): string => (unit === 'seconds' ? 'nanoseconds' : unit);

function pair(first: number, second: number): MessageWriter {
  const writer = new MessageWriter();
  writer.number(1, first);
  writer.number(2, second);
  return writer;
}

/** Returns the mapping of the whole program; marking names as complete keeps pprof from searching files for them. */
function mapping(program: number): MessageWriter {
  const writer = new MessageWriter();
  writer.number(1, MAPPING);
  writer.number(5, program);
  for (const known of [7, 8, 9]) writer.number(known, 1);
  return writer;
}

function* samples(
  { space, definitions }: StackWritable,
  metrics: readonly MetricDefinition[],
  places: Places,
  strings: Strings,
): Generator<MessageWriter> {
  const columns = metrics.map(({ name, unit }) => ({
    column: new LocationColumn(space, name),
    scale: unit === 'seconds' ? NANOSECONDS : 1,
  }));
  const stacks = new Map<number, number[]>();
  const { ofLocation, locations } = processesOf(definitions);
  const names = locationNames(definitions);
  for (let location = 0; location < space.locationCount; location++) {
    const process = elementAt(ofLocation, location);
    const thread = elementAt(locations, process).indexOf(location);
    const labels = Object.entries({ process_id: process, thread_id: thread, location: names[location] ?? '' }).map(
      ([key, value]) => pair(strings.of(key), strings.of(String(value))),
    );
    for (const [node, values] of valuesAt(location, columns)) {
      const stack = stacks.get(node) ?? places.stack(node);
      stacks.set(node, stack);
      const sample = new MessageWriter();
      sample.numbers(1, stack);
      sample.numbers(2, values.map(Math.round));
      for (const label of labels) sample.message(3, label);
      yield sample;
    }
  }
}

/** All metrics of a location, by call path. */
function valuesAt(
  location: number,
  columns: readonly { readonly column: LocationColumn; readonly scale: number }[],
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [metric, { column, scale }] of columns.entries())
    column.each(location, (node, value) => {
      const values = found.get(node) ?? new Array<number>(columns.length).fill(0);
      values[metric] = (values[metric] ?? 0) + value * scale;
      found.set(node, values);
    });
  return found;
}

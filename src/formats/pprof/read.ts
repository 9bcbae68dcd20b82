/** A profile of pprof as Trimtab's. */
import { plainName } from '../../base/plainText.js';
import type { Profile } from '../../model/profile.js';
import { SAMPLED_TIME, SAMPLES, StackProfile, type MetricOfSums } from '../stacks/stackProfile.js';
import { DEEPEST } from '../stacks/stackTree.js';
import { secondsOf } from '../stacks/timeUnits.js';
import { readTables, samplesOf, type PprofTables, type ValueType } from './message.js';
import { StackTrie } from './stackTrie.js';
import { Threads } from './threads.js';
import type { MessageReader } from './wire.js';

/**
 * Reads a profile: first the tables to which samples refer, then the samples, each of which is summed directly.
 * @returns undefined if it has no sample
 * @throws Damaged, TooLarge
 */
export function readPprof(bytes: Uint8Array): Profile | undefined {
  const profile = new StackProfile();
  const tables = readTables(bytes, profile.builder.memory);
  const { types } = tables;
  if (types.length === 0) return undefined;
  const sums = types.map(() => profile.newSums());
  const counts = countIndex(tables);
  const trie = new StackTrie(tables, profile.tree, profile.builder.memory);
  const sample = new Sample(types.length, new Threads(tables.strings, profile));
  let isEmpty = true;
  for (const message of samplesOf(bytes)) {
    isEmpty = false;
    sample.read(message);
    const end = trie.endOf(sample.locations, sample.depth);
    if (end === undefined) continue;
    const location = sample.threads.location();
    sums.forEach((of, type) => {
      const value = type < sample.valueCount ? (sample.values[type] ?? 0) : 0;
      if (value === 0) return;
      if (value < 0) profile.negative++;
      if (type === counts) profile.count(of, end, location, value);
      else profile.add(of, end.node, location, value);
    });
  }
  if (isEmpty) return undefined;
  const metrics = metricsOf(tables, types, counts);
  const ranking = rankingOf(tables, metrics);
  return profile.finish({
    metrics: metrics.map(({ type, ...metric }) => ({ ...metric, sums: sums[type] ?? 0 })),
    // The samples are of the time, or of the metric that ranks the profile.
    ...(counts === undefined || (ranking !== undefined && ranking.type !== counts)
      ? {}
      : { sampled: sums[counts] ?? 0 }),
    ...(ranking === undefined ? {} : { rankedBy: ranking.name }),
  });
}

/** The sample that is read. Its lists stay for the next one, so that millions of samples leave no garbage. */
class Sample {
  /** Identifiers, innermost first: of a deep stack the outermost ones, which come last. */
  readonly locations: number[] = [];
  /** How many of the locations are of this sample. */
  depth = 0;
  /** One for each type that is read. */
  readonly values: number[] = [];
  valueCount = 0;

  constructor(
    private readonly typeCount: number,
    readonly threads: Threads,
  ) {}

  read(message: MessageReader): void {
    this.depth = this.valueCount = 0;
    this.threads.begin();
    while (message.next()) {
      if (message.field === 1) message.numbers(this.addLocation);
      else if (message.field === 2) message.numbers(this.addValue);
      else if (message.field === 3) this.threads.take(message.message());
      else message.skip();
    }
  }

  private readonly addLocation = (id: number): void => {
    if (this.depth === 4 * DEEPEST) {
      this.locations.copyWithin(0, 2 * DEEPEST);
      this.depth = 2 * DEEPEST;
    }
    this.locations[this.depth++] = id;
  };

  private readonly addValue = (value: number): void => {
    if (this.valueCount < this.typeCount) this.values[this.valueCount++] = value;
  };
}

const nameOf = ({ strings }: PprofTables, index: number): string => strings.at(index);

/** Returns the index of the value with the sample count. */
function countIndex(message: PprofTables): number | undefined {
  const index = message.types.findIndex(
    ({ type, unit }) => nameOf(message, unit) === 'count' && /^samples?$/.test(nameOf(message, type)),
  );
  return index < 0 ? undefined : index;
}

type MetricOfType = Omit<MetricOfSums, 'sums'> & { readonly type: number };

/** Returns the metrics, the time first: values in units of time, else samples if the time per sample is known. */
function metricsOf(
  message: PprofTables,
  types: readonly ValueType[],
  counts: number | undefined,
): readonly MetricOfType[] {
  const timed = types.flatMap(({ unit }, type) => (secondsOf(nameOf(message, unit)) !== undefined ? [type] : []));
  const meant = timed.find((type) => message.defaultType !== 0 && types[type]?.type === message.defaultType);
  const time = meant ?? timed.at(-1);
  const metrics: MetricOfType[] = types.map(({ type, unit }, index): MetricOfType => {
    const [name, inUnit] = [plainName(nameOf(message, type)), nameOf(message, unit)];
    if (index === time) return { ...SAMPLED_TIME, type: index, scale: secondsOf(inUnit) ?? 1 };
    if (index === counts) return { ...SAMPLES, type: index };
    const seconds = secondsOf(inUnit);
    return {
      name,
      title: name,
      unit: seconds === undefined ? plainName(inUnit) || 'count' : 'seconds',
      description: `${name} of pprof`,
      type: index,
      scale: seconds ?? 1,
    };
  });
  if (time !== undefined) return distinct(metrics);
  const period = secondsOf(nameOf(message, message.periodType?.unit ?? 0));
  if (counts === undefined || period === undefined || message.period <= 0) return distinct(metrics);
  const sampled: MetricOfType = { ...SAMPLED_TIME, type: counts, scale: message.period * period };
  return distinct([sampled, ...metrics]);
}

/**
 * Returns the ranking metric of a profile without time, such as one of the heap: the default type, otherwise the last,
 * as in pprof.
 */
function rankingOf({ types, defaultType }: PprofTables, metrics: readonly MetricOfType[]): MetricOfType | undefined {
  if (metrics.some(({ name }) => name === SAMPLED_TIME.name)) return undefined;
  const meant = metrics.find(({ type }) => defaultType !== 0 && types[type]?.type === defaultType);
  return meant ?? metrics.at(-1);
}

/** Makes the names of metrics distinct. */
function distinct(metrics: readonly MetricOfType[]): readonly MetricOfType[] {
  const seen = new Set<string>();
  return metrics.filter(({ name }) => name !== '' && !seen.has(name) && seen.add(name));
}

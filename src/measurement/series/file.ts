/** Reader of `profile.series`, which the finisher writes next to a profile; the probe's README documents its lines. */
import { dirname, join } from 'node:path';
import { isFile, readBytes } from '../../base/files/index.js';
import { plainLines } from '../../base/plainText.js';
import { TrimtabError } from '../../base/problem.js';
import {
  type IterationSeries,
  SERIES_METRICS,
  type SeriesLocation,
  type SeriesMetric,
  type SeriesPath,
} from './model.js';

export const SERIES = 'profile.series';

/** More than the finisher writes: larger files are none of its. */
const LIMITS = { bytes: 480 << 20, paths: 1 << 22, locations: 1 << 22, iterations: 2 ** 48, buckets: 1 << 26 } as const;

/** Letters of the values after visits and times. */
const LETTERS: ReadonlyMap<string, SeriesMetric> = new Map([
  ['m', 'messages_sent'],
  ['n', 'messages_received'],
  ['b', 'bytes_sent'],
  ['c', 'bytes_received'],
  ['p', 'bytes_put'],
  ['g', 'bytes_get'],
  ['r', 'io_bytes_read'],
  ['w', 'io_bytes_written'],
]);

/** A column that grows. */
class Column<Values extends Float64Array | Uint32Array> {
  length = 0;
  constructor(
    private values: Values,
    private readonly make: (size: number) => Values,
  ) {}
  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.make(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
  /** Of the last entry. */
  setLast(value: number): void {
    this.values[this.length - 1] = value;
  }
  done(): ReturnType<Values['slice']> {
    return this.values.slice(0, this.length) as ReturnType<Values['slice']>;
  }
}
const FIRST = 1024;
const numbers = (): Column<Float64Array> => new Column(new Float64Array(FIRST), (size) => new Float64Array(size));
const indices = (): Column<Uint32Array> => new Column(new Uint32Array(FIRST), (size) => new Uint32Array(size));

class SeriesReader {
  private phase = '';
  private iterations = 0;
  private stride = 0;
  private bucket = -1;
  private readonly paths: SeriesPath[] = [];
  private readonly indexOf = new Map<number, number>();
  private readonly locations: SeriesLocation[] = [];
  private readonly location = indices();
  private readonly path = indices();
  private readonly buckets = indices();
  private readonly values = new Map(SERIES_METRICS.map((metric) => [metric, numbers()] as const));
  isWhole = false;

  take(words: readonly string[]): void {
    const [key = '', first = ''] = words;
    switch (key) {
      case 'trimtab-series':
        if (first !== '1') throw new Error(`its version ${first} is newer than this Trimtab`);
        break;
      case 'phase':
        this.phase = first;
        break;
      case 'iterations':
        this.iterations = whole(first, LIMITS.iterations);
        break;
      case 'stride':
        this.stride = whole(first, LIMITS.iterations, 1);
        if (Math.ceil(this.iterations / this.stride) > LIMITS.buckets) throw new Error('it has too many values');
        break;
      case 'path':
        this.takePath(words);
        break;
      case 'location':
        this.takeLocation(words);
        break;
      case 'at':
        if (this.stride === 0) throw new Error('values come before their series');
        this.bucket = Math.floor((whole(first, this.iterations, 1) - 1) / this.stride);
        break;
      case 'end':
        this.isWhole = true;
        break;
      default:
        this.takeValue(words);
    }
  }

  private takePath([, number = '', parent = '', line = '', file = '', region = '']: readonly string[]): void {
    const above = parent === '-1' ? -1 : this.indexOf.get(whole(parent, LIMITS.paths));
    if (above === undefined) throw new Error(`path ${number} is called by none that is known`);
    if (this.paths.length === LIMITS.paths) throw new Error('it has too many paths');
    this.indexOf.set(whole(number, 2 ** 32), this.paths.length);
    this.paths.push({ region, file, line: whole(line, 2 ** 32), parent: above });
  }

  private takeLocation([, rank = '', thread = '', seconds = '']: readonly string[]): void {
    const tick = Number(seconds);
    if (!(tick > 0) || !Number.isFinite(tick)) throw new Error(`"${seconds}" is no duration`);
    if (this.locations.length === LIMITS.locations) throw new Error('it has too many locations');
    this.locations.push({ rank: whole(rank, 2 ** 32), thread: whole(thread, 2 ** 32), tick });
    this.bucket = -1;
  }

  private takeValue([path = '', visits = '', inclusive = '', own = '', ...others]: readonly string[]): void {
    const index = this.indexOf.get(whole(path, 2 ** 32));
    if (index === undefined || this.bucket < 0 || this.locations.length === 0)
      throw new Error('a value belongs to no path, location or iteration');
    this.path.push(index);
    this.location.push(this.locations.length - 1);
    this.buckets.push(this.bucket);
    for (const column of this.values.values()) column.push(0);
    this.set('visits', whole(visits));
    this.set('inclusive_time', whole(inclusive));
    this.set('time', own.startsWith('-') ? -whole(own.slice(1)) : whole(own));
    for (const word of others) {
      const metric = LETTERS.get(word.slice(0, 1));
      // Additions of newer versions are skipped.
      if (metric !== undefined) this.set(metric, whole(word.slice(1)));
    }
  }

  private set(metric: SeriesMetric, value: number): void {
    this.values.get(metric)?.setLast(value);
  }

  done(): IterationSeries {
    if (!this.isWhole || this.stride === 0) throw new Error('it was cut off');
    const { phase, iterations, stride, paths, locations } = this;
    return {
      ...{ phase, iterations, stride, paths, locations },
      location: this.location.done(),
      path: this.path.done(),
      bucket: this.buckets.done(),
      values: new Map([...this.values].map(([metric, column]) => [metric, column.done()])),
    };
  }
}

function whole(text: string, most = Number.MAX_SAFE_INTEGER, least = 0): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`"${text.slice(0, 40)}" is not a valid number`);
}

/**
 * Returns the path of the values by iteration of a run; undefined if there are none. @param archive its trace or
 * profile, or their folder
 */
export function seriesOf(archive: string): string | undefined {
  return [join(archive, SERIES), join(dirname(archive), SERIES)].find(isFile);
}

/** @throws TrimtabError in one sentence where it is damaged, cut off or too large */
export function readSeries(path: string): IterationSeries {
  const bytes = readBytes(path, { limit: LIMITS.bytes });
  const reader = new SeriesReader();
  let number = 0;
  try {
    for (let at = 0; at < bytes.length && !reader.isWhole;) {
      const found = bytes.indexOf(10, at);
      const end = found < 0 ? bytes.length : found;
      number++;
      const words = bytes.toString('utf8', at, end).split('\t');
      if (number === 1 && words[0] !== 'trimtab-series') throw new Error('it is no file of values by iteration');
      reader.take(words);
      at = end + 1;
    }
    return reader.done();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TrimtabError) throw error;
    throw new TrimtabError(`${path} cannot be read (line ${number}): ${plainLines(error.message)}.`, { cause: error });
  }
}

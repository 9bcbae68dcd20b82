/** Quantities that timemory's components measure. */
import { plainName } from '../../base/plainText.js';
import type { NewMetric } from '../profile/index.js';
import { numberOf, textOf, type Fields } from '../stacks/json.js';
import { secondsOf } from '../stacks/timeUnits.js';

/** A metric, and the factor from the values of the file to its unit. */
export interface ComponentMetric extends NewMetric {
  readonly scale: number;
  /** Whether it is the time by the clock on the wall. */
  readonly isWallClock: boolean;
}

const WALL_CLOCK = /^(?:wall|real|monotonic|monotonic_raw)(?:_clock)?$/;
/** Greatest values, shares and quotients, whose sum means nothing. */
const NO_SUM = /rss|peak|util|percent|ratio|rate|intensity|virtual_memory|current/;
const PERCENT = '%';
const BYTES: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['KiB', 2 ** 10],
  ['MiB', 2 ** 20],
  ['GiB', 2 ** 30],
]);

/**
 * The metric of a component.
 * @param key name of the component, such as `wall_clock` or `tim::component::wall_clock`
 * @returns undefined if its values do not add up
 */
export function metricOf(key: string, { unit_repr: unit, description }: Fields): ComponentMetric | undefined {
  const name = plainName(key.slice(key.lastIndexOf(':') + 1)).toLowerCase();
  const word = textOf(unit);
  if (name === '' || NO_SUM.test(name) || word === PERCENT) return undefined;
  const common = {
    name: `timemory_${name}`,
    title: name,
    description: plainName(textOf(description)) || name,
    isWallClock: WALL_CLOCK.test(name),
  };
  const seconds = secondsOf(word);
  if (seconds !== undefined) return { ...common, unit: 'seconds', scale: seconds };
  const bytes = BYTES.get(word);
  if (bytes !== undefined) return { ...common, unit: 'bytes', scale: bytes };
  return { ...common, unit: plainName(word) || 'count', scale: 1 };
}

/** Ranks of a run. */
export const rankCount = ({ mpi_size: mpi, upcxx_size: upcxx }: Fields): number =>
  Math.max(1, numberOf(mpi) ?? 1, numberOf(upcxx) ?? 1);

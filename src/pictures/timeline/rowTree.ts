/** Rows of a timeline: locations, or several of them as one row that opens. */
import { absent, elementAt } from '../../base/elements.js';

/** Inputs of rows, in the order of locations in pictures. */
export interface Grouped {
  readonly locations: readonly number[];
  readonly names: readonly string[];
  /** By location, the numbers of its process and its machine. */
  readonly process: ArrayLike<number>;
  readonly machine: ArrayLike<number>;
  readonly machineNames: ReadonlyMap<number, string>;
}

/** Names of machines by their numbers. @param names in the order in which locations name the numbers first */
export function machineNames(machine: ArrayLike<number>, names: readonly string[]): ReadonlyMap<number, string> {
  return new Map([...new Set(Array.from(machine))].map((number, at) => [number, names[at] ?? '']));
}

export interface Row {
  /** Stays the same while other rows open and close. */
  readonly key: string;
  readonly name: string;
  readonly locations: readonly number[];
  /** Whether it represents several locations, which it shows when expanded. */
  readonly isGroup: boolean;
  readonly isOpen: boolean;
  /** How many groups it is in. */
  readonly depth: number;
}

/** By what locations are put together. */
export const groupings = ['none', 'process', 'machine', 'number'] as const;
export type Grouping = (typeof groupings)[number];

/** Default maximum number of single locations. */
const MOST_SINGLE = 64;
/** Number of locations of a group if nothing else distinguishes them. */
const OF_A_NUMBER = 64;

/** The ways in which locations can be put together: none that makes one group, or as many as there are locations. */
export function groupingsOf(run: Grouped): Grouping[] {
  const count = run.locations.length;
  const distinct = (list: ArrayLike<number>): number => new Set(Array.from(list)).size;
  const divides = (groups: number): boolean => groups > 1 && groups < count;
  return groupings.filter(
    (by) =>
      by === 'none' ||
      (by === 'process' && divides(distinct(run.process))) ||
      (by === 'machine' && divides(distinct(run.machine))) ||
      (by === 'number' && count > OF_A_NUMBER),
  );
}

/** Returns the default grouping of rows: if there are many, by machine, else by process, else by number. */
export function usualGrouping(run: Grouped): Grouping {
  if (run.locations.length <= MOST_SINGLE) return 'none';
  const ways = groupingsOf(run);
  return (['machine', 'process', 'number'] as const).find((by) => ways.includes(by)) ?? 'none';
}

/** @param open keys of the groups that show what is in them */
export function rowsOf(run: Grouped, by: Grouping, open: ReadonlySet<string>): Row[] {
  const all = run.locations.map((_, at) => at);
  return grouped(run, by, all, 0, open);
}

function grouped(
  run: Grouped,
  by: Grouping,
  members: readonly number[],
  depth: number,
  open: ReadonlySet<string>,
): Row[] {
  if (by === 'none') return members.map((at) => single(run, at, depth));
  const groups = new Map<number, number[]>();
  for (const at of members) {
    const number = numberOf(run, by, at);
    const known = groups.get(number);
    if (known === undefined) groups.set(number, [at]);
    else known.push(at);
  }
  return [...groups].flatMap(([number, inside]) => {
    const [first] = inside;
    if (first === undefined) return [];
    if (inside.length === 1) return [single(run, first, depth)];
    const key = `${by} ${number}`;
    const isOpen = open.has(key);
    const row: Row = {
      ...{ key, isGroup: true, isOpen, depth, name: nameOf(run, by, number, inside) },
      locations: inside.map((at) => elementAt(run.locations, at)),
    };
    return isOpen ? [row, ...grouped(run, within(run, by), inside, depth + 1, open)] : [row];
  });
}

function single({ locations, names }: Grouped, at: number, depth: number): Row {
  const location = elementAt(locations, at);
  const name = names[at] ?? absent(at);
  return { key: `location ${location}`, name, locations: [location], isGroup: false, isOpen: false, depth };
}

function numberOf(run: Grouped, by: Grouping, at: number): number {
  if (by === 'number') return Math.floor(at / OF_A_NUMBER);
  return elementAt(by === 'machine' ? run.machine : run.process, at);
}

/** Returns the grouping within a group. */
function within(run: Grouped, by: Grouping): Grouping {
  return by !== 'process' && groupingsOf(run).includes('process') ? 'process' : 'none';
}

function nameOf(run: Grouped, by: Grouping, number: number, inside: readonly number[]): string {
  const nameAt = (at: number | undefined): string => run.names[at ?? -1] ?? '';
  const first = nameAt(inside[0]);
  if (by === 'machine') return `${run.machineNames.get(number) ?? 'machine'} (${inside.length})`;
  // `rank 3, thread 1` is a thread of `rank 3`.
  if (by === 'process') return `${first.split(', ')[0] ?? first} (${inside.length})`;
  return `${first} to ${nameAt(inside.at(-1))}`;
}

/** Rows by their locations: those in closed groups have the row of the group. */
export function rowsByLocation(rows: readonly Row[]): ReadonlyMap<number, number> {
  const known = byLocation.get(rows);
  if (known !== undefined) return known;
  const found = new Map<number, number>();
  // The contents of a group follow it.
  for (const [at, row] of rows.entries()) for (const location of row.locations) found.set(location, at);
  byLocation.set(rows, found);
  return found;
}

/** Asked for in every frame. */
const byLocation = new WeakMap<readonly Row[], ReadonlyMap<number, number>>();

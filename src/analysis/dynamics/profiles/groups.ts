/** Call paths of a profile that are iterations: those of phases and dynamic regions, each with a separate call path. */
import { elementAt } from '../../../base/elements.js';

/** Fewer are no loop. */
const FEWEST = 4;

/** Something that may be an iteration. */
export interface Numbered {
  /** Index of the item: a call path, a region. */
  readonly item: number;
  readonly name: string;
  /** Key that must be equal, in addition to the name: its caller and call site. */
  readonly place: string;
  /** Whether it is marked as a phase: then any number in its name may count. */
  readonly isPhase: boolean;
}

/** Iterations in their order. */
export interface IterationGroup {
  /** `Iteration` of `Iteration 12`. */
  readonly name: string;
  readonly items: readonly number[];
}

/** `Iteration 12`, `iteration [12]`, `instance=12`, `step #12`: a number that is no part of a word, as that of `f12()` is. */
const NUMBER = /^(?<head>.*?[ =#[(])(?<number>\d{1,9})(?<tail>[\])]?[^\d]*)$/u;
/** Of phases, the last number of all. */
const ANY_NUMBER = /^(?<head>.*?)(?<number>\d{1,9})(?<tail>[^\d]*)$/u;

/**
 * Groups items that differ only in a number, if the numbers are consecutive. Identical items, as instances of one
 * dynamic region, also form a group, in their order. Groups of most items come first.
 */
export function iterationGroups(candidates: Iterable<Numbered>): IterationGroup[] {
  const groups = new Map<string, { readonly name: string; readonly members: { item: number; number: number }[] }>();
  for (const { item, name, place, isPhase } of candidates) {
    const { head, number, tail } = (isPhase ? ANY_NUMBER : NUMBER).exec(name)?.groups ?? {};
    const key = `${place}\n${head === undefined ? name : `${head}\n${tail}`}`;
    const group = groups.get(key) ?? { name: (head ?? name).replace(/[\s=#[(]+$/u, '') || name, members: [] };
    groups.set(key, group);
    group.members.push({ item, number: number === undefined ? Number.NaN : Number(number) });
  }
  return [...groups.values()]
    .map(({ name, members }) => ({
      name,
      members: members.sort((a, b) => (Number.isNaN(a.number) ? a.item - b.item : a.number - b.number)),
    }))
    .filter(({ members }) => members.length >= FEWEST && followEachOther(members.map(({ number }) => number)))
    .map(({ name, members }) => ({ name, items: members.map(({ item }) => item) }))
    .sort((a, b) => b.items.length - a.items.length);
}

/** Whether ascending numbers have equal distances; without numbers, the order of items is that of iterations. */
function followEachOther(numbers: readonly number[]): boolean {
  const step = elementAt(numbers, 1) - elementAt(numbers, 0);
  return (
    Number.isNaN(step) || (step > 0 && numbers.every((number, at) => number === elementAt(numbers, 0) + at * step))
  );
}

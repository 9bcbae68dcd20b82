/** What Caliper measured as a profile. */
import { absent } from '../../base/elements.js';
import { plainName } from '../../base/plainText.js';
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { Cost } from '../profile/index.js';
import type { Frame } from '../stacks/frame.js';
import { SAMPLES, StackProfile, TIME, type MetricOfSums } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';
import { secondsOf } from '../stacks/timeUnits.js';
import type { CaliperRow } from './table.js';

/** Numbers by name that are read; a file with more was made to fill the memory. */
const MOST_METRICS = 256;
/** Of several locations or visits, these are no sums. */
const NO_SUM = /(^|#)(min|max|avg|avg\.sum|avg\.count|variance|percent_total|ratio|histogram)#|^avg\./;
const OUTSIDE: Frame = { name: '(outside of regions)' };

interface Kept {
  readonly sums: number;
  /** Whether all values were whole numbers. */
  isWhole: boolean;
  /** Values that contain those of what stands below, by location and node. */
  readonly inclusive: Map<string, { node: number; location: number; value: number }> | undefined;
}

/**
 * Sums rows.
 * @param units by name, filled while rows are gone through
 * @param strange how much of the file could not be understood, when all rows were gone through
 * @param ranks how many the run had, when all rows were gone through; undefined where the file does not say
 * @returns undefined where nothing was measured
 */
export function readRows(
  rows: Iterable<CaliperRow>,
  units: ReadonlyMap<string, string>,
  strange: () => number,
  ranks: () => number | undefined = () => undefined,
): Profile | undefined {
  const sums = new Sums();
  for (const row of rows) sums.add(row);
  const profile = sums.finish(units, strange());
  const summedOver = sums.tellsRanks ? undefined : ranks();
  return profile === undefined || summedOver === undefined || summedOver < 2 ? profile : { ...profile, summedOver };
}

class Sums {
  private readonly stacks = new StackProfile();
  private readonly kept = new Map<string, Kept>();
  private readonly samples = this.stacks.newSums();
  private readonly frames = new Map<string, Frame>();
  private isSampled = false;
  /** Whether some row says of which rank it is. */
  tellsRanks = false;

  add(row: CaliperRow): void {
    const { rank, thread, values } = row;
    const sums = [...values].filter(([name]) => !NO_SUM.test(name));
    if (sums.length === 0) return;
    this.tellsRanks ||= rank !== undefined;
    const end = this.endOf(row);
    const location = this.stacks.locations.of(
      rank === undefined ? { number: 0, name: 'Process' } : { number: rank, name: `MPI Rank ${rank}` },
      thread ?? 0,
      thread === undefined ? 'Master thread' : `Thread ${thread}`,
    );
    for (const [name, value] of sums) this.addValue(name, value, end, location);
    const count = values.get('count') ?? values.get('aggregate.count');
    if (row.place === '' || count === undefined) return;
    this.isSampled = true;
    this.stacks.count(this.samples, end, location, count);
  }

  private addValue(name: string, value: number, end: StackEnd, location: number): void {
    let kept = this.kept.get(name);
    if (kept === undefined) {
      if (this.kept.size >= MOST_METRICS) return;
      const inclusive = name.includes('inclusive') ? new Map<string, never>() : undefined;
      this.kept.set(name, (kept = { sums: this.stacks.newSums(), isWhole: true, inclusive }));
    }
    kept.isWhole &&= Number.isInteger(value);
    if (kept.inclusive === undefined) this.stacks.add(kept.sums, end.node, location, value);
    else {
      const key = `${location} ${end.node}`;
      const before = kept.inclusive.get(key)?.value ?? 0;
      if (!kept.inclusive.has(key)) this.stacks.builder.memory.take(Cost.sum + Cost.entry);
      kept.inclusive.set(key, { node: end.node, location, value: before + value });
    }
  }

  private endOf({ path, place }: CaliperRow): StackEnd {
    const frames = path.map((name) => this.frame(name));
    const [, file, line] = /^(.*):(\d+)$/.exec(place) ?? [];
    const last = frames.at(-1);
    if (file !== undefined && last !== undefined) frames[frames.length - 1] = this.frame(last.name, file, Number(line));
    return this.stacks.tree.endOf(frames) ?? this.stacks.tree.below(undefined, OUTSIDE);
  }

  private frame(name: string, file?: string, line = 0): Frame {
    const key = `${name}\n${file ?? ''}\n${line}`;
    let frame = this.frames.get(key);
    if (frame === undefined) {
      this.stacks.builder.memory.take(Cost.entry + 2 * key.length);
      this.frames.set(key, (frame = file === undefined ? { name } : { name, file, line }));
    }
    return frame;
  }

  finish(units: ReadonlyMap<string, string>, strange: number): Profile | undefined {
    if (this.kept.size === 0) return undefined;
    this.tellApart();
    const names = [...this.kept.keys()];
    const time = timeOf(names, units);
    const problems: Problem[] = [...strangeRecords(strange)];
    const metrics = names
      .filter((name) => name !== time && !this.isTwice(name))
      .map((name): MetricOfSums => {
        const seconds = secondsOf(units.get(name) ?? '');
        const title = plainName(name);
        return {
          name: title,
          title,
          unit: seconds === undefined ? plainName(units.get(name) ?? '') || 'count' : 'seconds',
          description: `${title} of Caliper`,
          sums: this.of(name).sums,
          scale: seconds ?? 1,
        };
      });
    if (time !== undefined) {
      const scale = this.secondsOf(time, units, problems);
      metrics.unshift({ ...TIME, sums: this.of(time).sums, scale });
    }
    if (this.isSampled) metrics.push({ ...SAMPLES, sums: this.samples });
    return this.stacks.finish({ metrics, ...(this.isSampled ? { sampled: this.samples } : {}), problems });
  }

  private of(name: string): Kept {
    return this.kept.get(name) ?? absent(name);
  }

  /** Whether the same is told without what stands below. */
  private isTwice(name: string): boolean {
    return this.of(name).inclusive !== undefined && this.kept.has(name.replace(/inclusive[#.]/, ''));
  }

  /** Takes what stands below out of values that contain it. */
  private tellApart(): void {
    const { parent } = this.stacks.builder.calls.build();
    for (const { sums, inclusive } of this.kept.values())
      for (const { node, location, value } of inclusive?.values() ?? []) {
        this.stacks.add(sums, node, location, value);
        // The nearest region above that has a value, since regions may be left out of a file.
        for (let above = parent[node] ?? -1; above >= 0; above = parent[above] ?? -1)
          if (inclusive?.has(`${location} ${above}`) === true) {
            this.stacks.add(sums, above, location, -value);
            break;
          }
      }
  }

  /** Older versions count microseconds and do not say so. */
  private secondsOf(name: string, units: ReadonlyMap<string, string>, problems: Problem[]): number {
    const told = secondsOf(units.get(name) ?? '') ?? (name.endsWith('.ns') ? 1e-9 : undefined);
    if (told !== undefined) return told;
    if (!this.of(name).isWhole) return 1;
    const message = `The file does not contain the unit of ${plainName(name)}. Its values are whole numbers, and are read as microseconds.`;
    problems.push({ level: 'information', message });
    return 1e-6;
  }
}

/** The time of regions: without what they contain where that is told, and of all processes. */
function timeOf(names: readonly string[], units: ReadonlyMap<string, string>): string | undefined {
  const ranked = [
    (name: string): boolean => /^(sum#|scale#)*time\.duration(\.ns)?$/.test(name),
    (name: string): boolean => /^(time|sum#time)$/.test(name),
    (name: string): boolean => /^(sum#|scale#|inclusive#)*time(\.inclusive)?\.duration(\.ns)?$/.test(name),
    (name: string): boolean => name.includes('duration') || secondsOf(units.get(name) ?? '') !== undefined,
  ];
  for (const isTime of ranked) {
    const found = names.find(isTime);
    if (found !== undefined) return found;
  }
  return undefined;
}

function strangeRecords(count: number): Problem[] {
  if (count === 0) return [];
  return [
    {
      level: 'warning',
      message: `${counted(count, 'record')} or references to missing records ${count === 1 ? 'was' : 'were'} ignored.`,
    },
  ];
}

/** Conversion of Caliper's measurements to a profile. */
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { AcrossRanks, Profile } from '../../model/profile.js';
import { Cost } from '../profile/index.js';
import type { Frame } from '../stacks/frame.js';
import { SAMPLES, StackProfile, TIME } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';
import { metricsOf } from './metrics.js';
import { Moments } from './moments.js';
import { quantityOf, type Quantity } from './quantity.js';
import { extremesOf, ofAllRanks, ranksFromMean, type TimeOfRanks } from './ranks.js';
import { FunctionLines } from './functionLines.js';
import { AttributeSums, type KeptSum } from './sums.js';
import type { AttributeFacts, CaliperRow, RankCounts } from './table.js';
import { knownScale, timeOf, timeScale } from './timeOf.js';

const OUTSIDE: Frame = { name: '(outside of regions)' };

/** Data of a file after all rows were read. */
export interface CaliperFile {
  readonly facts: AttributeFacts;
  /** How much of the file could not be understood. */
  readonly strange: () => number;
  /** How many ranks the run had, as far as the file has it. */
  readonly ranks: () => RankCounts;
}

/** Sums rows. @returns undefined where nothing was measured */
export function readRows(rows: Iterable<CaliperRow>, file: CaliperFile): Profile | undefined {
  const reader = new SnapshotReader(file);
  for (const row of rows) reader.add(row);
  return reader.finish();
}

class SnapshotReader {
  private readonly stacks = new StackProfile();
  private readonly sums = new AttributeSums(this.stacks);
  private readonly moments = new Moments(this.stacks.builder.memory);
  private readonly lines = new FunctionLines(this.stacks);
  private readonly quantities = new Map<string, Quantity | undefined>();
  private readonly frames = new Map<string, Frame>();
  /** Whether any row has a rank. */
  private tellsRanks = false;
  private locations = 0;

  constructor(private readonly file: CaliperFile) {}

  add(row: CaliperRow): void {
    const { rank, thread, snapshot, values } = row;
    const measured = [...values].flatMap(([name, value]) => {
      const quantity = this.quantity(name);
      const isTold = quantity === undefined || (row.isWithin === true && quantity.isInclusive);
      return isTold ? [] : [{ name, quantity, value }];
    });
    if (snapshot !== undefined) this.moments.tell(snapshot, values);
    if (measured.length === 0) return;
    this.tellsRanks ||= rank !== undefined;
    const end = this.endOf(row);
    const location = this.stacks.locations.of(
      rank === undefined ? { number: 0, name: 'Process' } : { number: rank, name: `MPI Rank ${rank}` },
      thread ?? 0,
      thread === undefined ? 'Master thread' : `Thread ${thread}`,
    );
    this.locations = Math.max(this.locations, location + 1);
    for (const { name, quantity, value } of measured) {
      if (snapshot !== undefined && isRepeated(quantity))
        this.moments.once(snapshot, { name, value, end, location }, values);
      else this.sums.add(name, quantity, end.node, location, value);
      if (snapshot !== undefined && isTimeOfRegion(quantity))
        this.moments.addTime(snapshot, name, end.node, location, value);
    }
    const count = values.get('count') ?? values.get('aggregate.count');
    if (row.isSampled && count !== undefined) this.lines.count(end, row.place, location, count);
  }

  finish(): Profile | undefined {
    for (const { name, value, end, location } of this.moments.all()) {
      const quantity = this.quantity(name);
      if (quantity !== undefined) this.sums.add(name, quantity, end.node, location, value);
    }
    const { all } = this.sums;
    if (all.length === 0) return undefined;
    this.sums.settle();
    const { units } = this.file.facts;
    const problems = strangeRecords(this.file.strange());
    const time = timeOf(all, units);
    const scale = time === undefined ? 1 : timeScale(time, units, problems);
    const across = time === undefined ? undefined : this.acrossRanks(time, scale);
    const metrics = metricsOf(all, time, { units, isAcrossRanks: across !== undefined });
    if (time !== undefined) metrics.unshift({ ...TIME, sums: time.sums, scale });
    const sampled = this.lines.finish();
    if (sampled !== undefined) metrics.push({ ...SAMPLES, sums: sampled });
    const profile = this.stacks.finish({
      ...{ metrics, problems },
      ...(sampled === undefined ? {} : { sampled }),
      ...(time === undefined ? {} : { moments: this.moments.byName(time.name, scale) }),
    });
    return across === undefined ? profile : ofAllRanks(profile, across);
  }

  /** Undefined if the file distinguishes ranks, or there is only one. */
  private acrossRanks(time: KeptSum, scale: number): AcrossRanks | undefined {
    if (this.tellsRanks) return undefined;
    const [inclusive, exclusive] = [true, false].map((isInclusive) => this.ofRanks(time, isInclusive, scale));
    const { world, job } = this.file.ranks();
    const isAcross = this.sums.all.some(({ quantity }) => quantity.isAcross);
    const ranks =
      world ?? (isAcross ? (job ?? ranksFromMean(inclusive ?? {}) ?? ranksFromMean(exclusive ?? {})) : undefined);
    if (ranks === undefined || ranks < 2) return undefined;
    const size = this.stacks.builder.calls.size;
    // Threads have separate extremes, which differ from those of their ranks.
    const of = (found: TimeOfRanks | undefined) =>
      found === undefined || this.locations !== 1 ? undefined : extremesOf(found, ranks, size);
    const [whole, own] = [of(inclusive), of(exclusive)];
    return {
      ranks,
      ...(whole === undefined ? {} : { inclusive: whole }),
      ...(own === undefined ? {} : { exclusive: own }),
    };
  }

  /** The sum over ranks of the time, or of its inclusive values, with the extremes and the mean, in seconds. */
  private ofRanks(time: KeptSum, isInclusive: boolean, scaleOfTime: number): TimeOfRanks {
    const { units } = this.file.facts;
    const found: { -readonly [combine in keyof TimeOfRanks]: TimeOfRanks[combine] } = {};
    for (const kept of this.sums.all) {
      const { quantity, placed, sums } = kept;
      const { base, combine, isOfSums } = quantity;
      const isThis = base === time.quantity.base && quantity.isInclusive === isInclusive;
      if (!isThis || found[combine] !== undefined || (combine !== 'sum' && !isOfSums)) continue;
      const scale = knownScale(kept, units) ?? scaleOfTime;
      // A file that has the same call path in several rows has extremes of these, and not of all.
      const values = placed === undefined ? this.stacks.values(sums) : placed.values();
      const isSum = combine === 'sum';
      found[combine] = new Map(
        [...values].flatMap((one) =>
          isSum || !('rows' in one) || one.rows === 1 ? [[one.node, one.value * scale] as const] : [],
        ),
      );
    }
    return found;
  }

  private quantity(name: string): Quantity | undefined {
    if (!this.quantities.has(name)) {
      this.stacks.builder.memory.take(Cost.entry + 2 * name.length);
      this.quantities.set(name, quantityOf(name, this.file.facts.aggregatable.has(name)));
    }
    return this.quantities.get(name);
  }

  private endOf({ path }: CaliperRow): StackEnd {
    const frames = path.map((name) => this.frame(name));
    return this.stacks.tree.endOf(frames) ?? this.stacks.tree.below(undefined, OUTSIDE);
  }

  private frame(name: string): Frame {
    let frame = this.frames.get(name);
    if (frame === undefined) {
      this.stacks.builder.memory.take(Cost.entry + 2 * name.length);
      this.frames.set(name, (frame = { name }));
    }
    return frame;
  }
}

/** Whether it belongs to the snapshot as a whole, so that each of its rows has it. */
const isRepeated = ({ base, combine, isRaw }: Quantity): boolean =>
  isRaw && combine === 'sum' && !/^(aggregate\.)?count$|^time(\.duration)?$/.test(base);

const isTimeOfRegion = ({ base, combine, isInclusive }: Quantity): boolean =>
  combine === 'sum' && !isInclusive && /^time(\.duration)?$/.test(base);

function strangeRecords(count: number): Problem[] {
  if (count === 0) return [];
  return [
    {
      level: 'warning',
      message: `${counted(count, 'record')} or references to missing records ${count === 1 ? 'was' : 'were'} ignored.`,
    },
  ];
}

/** Profiles of timemory and of tools over it, such as Omnitrace. */
import type { Problem } from '../../base/problem.js';
import { counted, plainLine } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { Cost } from '../profile/index.js';
import { Damaged } from '../stacks/damage.js';
import type { Frame } from '../stacks/frame.js';
import { fieldsOf, isFields, type Fields } from '../stacks/json.js';
import { type MetricOfSums, StackProfile, TIME, VISITS } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';
import { type ComponentMetric, metricOf, rankCount } from './components.js';
import { rowsOf, type TimemoryRow } from './rows.js';

/** `flow@tide.cpp:12/step`: the file and the line of a region, and a label. */
const WITH_PLACE = /^([^@]{1,2000})@([^@:]{1,2000}):(\d{1,9})(\/.*)?$/s;
/** `flow/tide.py:12`. */
const WITH_FILE = /^([^/@\s]{1,2000})\/([^:@]{1,2000}\.\w{1,8}):(\d{1,9})(\/.*)?$/s;
/** `flow [tide.cpp:12]`. */
const WITH_BRACKETS = /^(.{1,2000}\S) {1,8}\[([^[\]:]{1,2000}):(\d{1,9})\]$/s;
/** Number of the location with sums of several threads. */
const SUMMED = -1;
/** Components that are named. */
const MOST_NAMED = 5;

/**
 * Reads a file.
 * @returns undefined where no component has values that add up
 * @throws Damaged
 */
export function readTimemory(content: unknown): Profile | undefined {
  const { timemory } = fieldsOf(content);
  if (!isFields(timemory)) throw new Damaged('is no file of timemory: it has no components; write it again');
  const reader = new GraphReader();
  for (const [key, component] of Object.entries(timemory)) if (isFields(component)) reader.take(key, component);
  return reader.finish();
}

interface KeptNode {
  readonly metric: ComponentMetric;
  readonly sums: number;
}

/** A region that those behind it may be called from. */
interface Caller {
  readonly end: StackEnd;
  readonly row: TimemoryRow;
  readonly location: number;
}

class GraphReader {
  private readonly stacks = new StackProfile();
  private readonly kept: KeptNode[] = [];
  private readonly excluded: string[] = [];
  private readonly visits = this.stacks.newSums();
  private readonly frames = new Map<string, Frame>();
  private strange = 0;

  /** Adds a component. */
  take(key: string, component: Fields): void {
    const metric = metricOf(key, component);
    if (metric === undefined) {
      this.excluded.push(key);
      return;
    }
    const sums = this.stacks.newSums();
    const isFirst = this.kept.length === 0;
    const callers: Caller[] = [];
    let found = 0;
    for (const row of rowsOf(component)) {
      this.stacks.builder.memory.take(Cost.number);
      if (row.value === undefined || row.name === '') {
        this.strange++;
        continue;
      }
      found++;
      this.add(row, row.value, callers, { sums, isFirst, ranks: rankCount(component) });
    }
    if (found > 0) this.kept.push({ metric, sums });
  }

  finish(): Profile | undefined {
    if (this.kept.length === 0) return undefined;
    const time =
      this.kept.find(({ metric }) => metric.isWallClock) ?? this.kept.find(({ metric }) => metric.unit === 'seconds');
    const metrics = this.kept.map(({ metric: { isWallClock: _, ...metric }, sums }): MetricOfSums => ({
      ...metric,
      sums,
    }));
    const main = metrics.find(({ sums }) => sums === time?.sums);
    const others = metrics.filter((metric) => metric !== main);
    const [first] = others;
    return this.stacks.finish({
      metrics: [
        ...(main === undefined ? [] : [{ ...TIME, sums: main.sums, scale: main.scale ?? 1 }]),
        ...others,
        { ...VISITS, sums: this.visits },
      ],
      ...(main === undefined && first !== undefined ? { rankedBy: first.name } : {}),
      problems: [...this.excludedComponents(), ...this.ignoredRows()],
    });
  }

  /** Adds a region: its caller is the last one of a smaller depth, whose exclusive value becomes smaller. */
  private add(
    row: TimemoryRow,
    value: number,
    callers: Caller[],
    { sums, isFirst, ranks }: { readonly sums: number; readonly isFirst: boolean; readonly ranks: number },
  ): void {
    const { stacks } = this;
    const { rank, thread, isSummed } = row;
    const process = { number: rank, name: ranks > 1 || rank > 0 ? `MPI Rank ${rank}` : 'Process' };
    const threadName = thread === 0 ? 'Master thread' : `Thread ${thread}`;
    const location = isSummed
      ? stacks.locations.of(process, SUMMED, 'All threads')
      : stacks.locations.of(process, thread, threadName);
    for (let top = callers.at(-1); top !== undefined; top = callers.at(-1)) {
      if (top.row.depth < row.depth && top.row.rank === rank) break;
      callers.pop();
    }
    const above = callers.at(-1);
    const end = stacks.tree.below(above?.end, this.frame(row.name));
    stacks.add(sums, end.node, location, value);
    // A region of another thread lasts in parallel with its caller, and is no part of it.
    if (above?.location === location) stacks.add(sums, above.end.node, location, -value);
    if (isFirst) stacks.add(this.visits, end.node, location, row.calls);
    callers.push({ end, row, location });
  }

  private frame(name: string): Frame {
    const found = this.frames.get(name);
    if (found !== undefined) return found;
    this.stacks.builder.memory.take(Cost.entry + 2 * name.length);
    const frame = frameOf(name);
    this.frames.set(name, frame);
    return frame;
  }

  private excludedComponents(): Problem[] {
    if (this.excluded.length === 0) return [];
    const names = this.excluded.slice(0, MOST_NAMED).map(plainLine).join(', ');
    const message = `${counted(this.excluded.length, 'component')} whose values do not add up ${this.excluded.length === 1 ? 'is' : 'are'} excluded: ${names}.`;
    return [{ level: 'information', message }];
  }

  private ignoredRows(): Problem[] {
    if (this.strange === 0) return [];
    const message = `${counted(this.strange, 'region')} without a name or with several values ${this.strange === 1 ? 'was' : 'were'} ignored.`;
    return [{ level: 'warning', message }];
  }
}

function frameOf(name: string): Frame {
  const [, region, file, line, label = ''] = WITH_PLACE.exec(name) ?? WITH_FILE.exec(name) ?? [];
  if (region !== undefined && file !== undefined) return { name: region + label, file, beginLine: Number(line) };
  const [, bracketed, source, at] = WITH_BRACKETS.exec(name) ?? [];
  return bracketed === undefined || source === undefined
    ? { name }
    : { name: bracketed, file: source, beginLine: Number(at) };
}

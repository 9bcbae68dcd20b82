/** Speedscope's own files: profiles of samples or of events, over a table of frames. */
import { plainName } from '../../base/plainText.js';
import type { Problem } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { Damaged } from '../stacks/damage.js';
import type { Frame } from '../stacks/frame.js';
import { fieldsOf, indexOf, isFields, listOf, numberOf, textOf, type Fields } from '../stacks/json.js';
import { SAMPLES, StackProfile, TIME, VISITS, type MetricOfSums } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';
import { secondsOf } from '../stacks/timeUnits.js';

/** Frames of a stack that are looked at. */
const DEEPEST = 1 << 14;

/** Unit of the values of a profile. */
type Unit = 'time' | 'bytes' | 'none';

/**
 * Reads a file.
 * @returns undefined where no profile in it has anything
 * @throws Damaged
 */
export function readSpeedscope(content: unknown): Profile | undefined {
  const file = fieldsOf(content);
  if (!isFields(file.shared) || !Array.isArray(file.profiles))
    throw new Damaged('is no file of Speedscope: it has no frames and profiles; export it again');
  const reader = new SpeedscopeReader(framesOf(listOf(file.shared.frames)));
  listOf(file.profiles).forEach((profile, index) => reader.take(fieldsOf(profile), index));
  return reader.finish();
}

/**
 * The format does not define whether a frame's line is the start of its function or an executed line. A function with
 * several lines has executed lines; one with a single line begins there.
 */
function framesOf(list: readonly unknown[]): Frame[] {
  const frames = list.map((item) => {
    const { name, file, line } = fieldsOf(item);
    return { name: textOf(name) || '[unknown]', file: textOf(file), line: numberOf(line) ?? 0 };
  });
  const lines = new Map<string, Set<number>>();
  const key = ({ name, file }: Frame): string => `${name}\n${file ?? ''}`;
  for (const frame of frames) lines.set(key(frame), (lines.get(key(frame)) ?? new Set()).add(frame.line));
  return frames.map(({ name, file, line }) =>
    (lines.get(key({ name, file }))?.size ?? 0) > 1 ? { name, file, line } : { name, file, beginLine: line },
  );
}

class SpeedscopeReader {
  private readonly stacks = new StackProfile();
  private readonly sums = { time: this.stacks.newSums(), bytes: this.stacks.newSums(), none: this.stacks.newSums() };
  private readonly samples = this.stacks.newSums();
  private readonly visits = this.stacks.newSums();
  private readonly units = new Set<Unit>();
  private hasSamples = false;
  private hasEvents = false;
  private strange = 0;

  constructor(private readonly frames: readonly Frame[]) {}

  /** Adds one profile of the file, which is one thread. */
  take(profile: Fields, index: number): void {
    const unit = textOf(profile.unit);
    const seconds = secondsOf(unit);
    const kind: Unit = seconds !== undefined ? 'time' : unit === 'bytes' ? 'bytes' : 'none';
    const location = this.stacks.locations.of(
      { number: 0, name: 'Process' },
      index,
      plainName(textOf(profile.name)) || `Profile ${index + 1}`,
    );
    const add = (end: StackEnd, value: number): void => {
      this.units.add(kind);
      this.stacks.add(this.sums[kind], end.node, location, value * (seconds ?? 1));
    };
    if (profile.type === 'sampled') this.sampled(profile, location, add);
    else if (profile.type === 'evented') this.evented(profile, location, add);
    else this.strange++;
  }

  private sampled(profile: Fields, location: number, add: (end: StackEnd, value: number) => void): void {
    const weights = listOf(profile.weights);
    listOf(profile.samples).forEach((stack, i) => {
      const frames = listOf(stack)
        .slice(0, DEEPEST)
        .flatMap((number) => this.frames[indexOf(number)] ?? []);
      const end = this.stacks.tree.endOf(frames);
      if (end === undefined) return;
      this.hasSamples = true;
      this.stacks.count(this.samples, end, location, 1);
      const weight = numberOf(weights[i]) ?? 0;
      if (weight < 0) this.stacks.negative++;
      add(end, weight);
    });
  }

  /** Time between two events belongs to the open function. */
  private evented(profile: Fields, location: number, add: (end: StackEnd, value: number) => void): void {
    const open: { readonly frame: number; readonly end: StackEnd }[] = [];
    let last: number | undefined;
    for (const item of listOf(profile.events)) {
      const { type, frame, at } = fieldsOf(item);
      const [number, time] = [indexOf(frame), numberOf(at)];
      const found = this.frames[number];
      const top = open.at(-1);
      if (time === undefined || found === undefined || (last !== undefined && time < last)) {
        this.strange++;
        continue;
      }
      if (type === 'C' && top?.frame !== number) {
        this.strange++;
        continue;
      }
      if (top !== undefined && last !== undefined) add(top.end, time - last);
      last = time;
      if (type === 'C') open.pop();
      else {
        const end = this.stacks.tree.below(top?.end, found);
        open.push({ frame: number, end });
        this.hasEvents = true;
        if (end.node !== top?.end.node) this.stacks.add(this.visits, end.node, location, 1);
      }
    }
    this.strange += open.length;
  }

  finish(): Profile | undefined {
    if (!this.hasSamples && !this.hasEvents) return undefined;
    const { units, sums, samples, visits } = this;
    const isTimed = units.has('time');
    const metrics: MetricOfSums[] = [
      ...(isTimed ? [{ ...TIME, sums: sums.time }] : []),
      ...(this.hasSamples ? [{ ...SAMPLES, sums: samples }] : []),
      ...(this.hasEvents ? [{ ...VISITS, sums: visits }] : []),
      ...(units.has('bytes')
        ? [
            {
              name: 'bytes',
              title: 'Bytes',
              unit: 'bytes',
              description: 'Bytes counted by the profile',
              sums: sums.bytes,
            },
          ]
        : []),
      ...(units.has('none')
        ? [{ name: 'weight', title: 'Weight', unit: 'count', description: 'Counts of the profile', sums: sums.none }]
        : []),
    ];
    return this.stacks.finish({
      metrics,
      ...(this.hasSamples ? { sampled: samples } : {}),
      ...(isTimed ? {} : { rankedBy: units.has('none') ? 'weight' : 'bytes' }),
      problems: strangeEvents(this.strange),
    });
  }
}

function strangeEvents(count: number): Problem[] {
  if (count === 0) return [];
  const message = `${counted(count, 'event')} of the file ${count === 1 ? 'was' : 'were'} ignored: out of order, of an unknown frame, a function exit without entry, or an entry without exit.`;
  return [{ level: 'warning', message }];
}

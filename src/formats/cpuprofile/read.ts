/** Output of V8: a tree of functions, and the time of each sample (node --cpu-prof, Chrome). */
import { fileURLToPath } from 'node:url';
import { absent, addAt } from '../../base/elements.js';
import type { Problem } from '../../base/problem.js';
import { counted, duration } from '../../base/text.js';
import type { Profile } from '../../model/profile.js';
import { Damaged } from '../stacks/damage.js';
import type { Frame } from '../stacks/frame.js';
import { isOlderForm, presentForm } from './olderForm.js';
import { fieldsOf, indexOf, listOf, numberOf, textOf, type Fields } from '../stacks/json.js';
import { SAMPLED_TIME, SAMPLES, StackProfile } from '../stacks/stackProfile.js';
import type { StackEnd } from '../stacks/stackTree.js';

const MICROSECOND = 1e-6;
/** No function but the engine without work. */
const IDLE = '(idle)';
/** Not a function, but the root of all others. */
const ROOT = '(root)';

/** Samples of each function, by the number of its node in the file. */
interface FoundProfile {
  readonly samples: Float64Array;
  /** Microseconds. */
  readonly time: Float64Array;
}

/**
 * Reads a file.
 * @returns undefined where nothing was sampled
 * @throws Damaged
 */
export function readCpuProfile(content: unknown): Profile | undefined {
  const given = fieldsOf(content);
  const file = isOlderForm(given) ? presentForm(given) : given;
  const nodes = listOf(file.nodes).map(fieldsOf);
  if (nodes.length === 0)
    throw new Damaged('has neither "nodes" nor "head", the trees of V8; record it again with "node --cpu-prof"');
  const numbers = new Map(nodes.map(({ id }, number) => [indexOf(id), number]));
  const { found, strange } = foundAt(file, nodes, numbers);
  const stacks = new StackProfile();
  const [time, samples] = [stacks.newSums(), stacks.newSums()];
  const location = stacks.locations.of({ number: 0, name: 'Process' }, 0, 'Main thread');
  let idle = 0;
  for (const { number, end, isIdle } of ends(nodes, numbers, stacks)) {
    const [spent, count] = [found.time[number] ?? absent(number), found.samples[number] ?? absent(number)];
    if (isIdle) idle += spent;
    else if (end !== undefined) {
      stacks.add(time, end.node, location, spent);
      stacks.add(samples, end.node, location, count);
      countLines(nodes[number] ?? {}, end, stacks, samples);
    }
  }
  if (stacks.total(samples) === 0) return undefined;
  return stacks.finish({
    metrics: [
      { ...SAMPLED_TIME, sums: time, scale: MICROSECOND },
      { ...SAMPLES, sums: samples },
    ],
    sampled: samples,
    problems: [...idleTime(idle), ...strangeSamples(strange)],
  });
}

/** A sample counts until the next one; the last until the end. */
function foundAt(
  file: Fields,
  nodes: readonly Fields[],
  numbers: ReadonlyMap<number, number>,
): { found: FoundProfile; strange: number } {
  const found: FoundProfile = { samples: new Float64Array(nodes.length), time: new Float64Array(nodes.length) };
  const [begin, end] = [numberOf(file.startTime) ?? 0, numberOf(file.endTime)];
  const deltas = listOf(file.timeDeltas);
  let [at, strange] = [begin, 0];
  const taken = listOf(file.samples).map((id, i) => {
    at += numberOf(deltas[i]) ?? 0;
    return { number: numbers.get(indexOf(id)), at };
  });
  // V8 writes some out of order.
  taken.sort((a, b) => a.at - b.at);
  taken.forEach(({ number, at: since }, i) => {
    if (number === undefined) {
      strange++;
      return;
    }
    const until = taken[i + 1]?.at ?? Math.max(since, end ?? since);
    addAt(found.samples, number, 1);
    addAt(found.time, number, until - since);
  });
  if (taken.length === 0) hits(nodes, found, Math.max(0, (end ?? begin) - begin));
  return { found, strange };
}

/** Without single samples there are their numbers, and the time of all. */
function hits(nodes: readonly Fields[], { samples, time }: FoundProfile, whole: number): void {
  nodes.forEach(({ hitCount }, number) => (samples[number] = Math.max(0, numberOf(hitCount) ?? 0)));
  const all = samples.reduce((sum, count) => sum + count, 0);
  if (all > 0) samples.forEach((count, number) => (time[number] = (whole * count) / all));
}

interface NodeEnd {
  readonly number: number;
  readonly end: StackEnd | undefined;
  readonly isIdle: boolean;
}

/** Yields the end of the stack of each node; nodes that are their own callers are omitted. */
function* ends(
  nodes: readonly Fields[],
  numbers: ReadonlyMap<number, number>,
  { tree }: StackProfile,
): Generator<NodeEnd> {
  const isChild = new Uint8Array(nodes.length);
  const children = nodes.map(({ children: ids }) =>
    listOf(ids).flatMap((id) => {
      const number = numbers.get(indexOf(id));
      // Of several callers the first counts.
      if (number === undefined || isChild[number] === 1) return [];
      isChild[number] = 1;
      return [number];
    }),
  );
  const open: { number: number; above: StackEnd | undefined }[] = nodes.flatMap((_, number) =>
    isChild[number] === 1 ? [] : [{ number, above: undefined }],
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { number, above } = next;
    const frame = frameOf(fieldsOf(nodes[number]?.callFrame));
    const end = frame.name === ROOT ? undefined : tree.below(above, frame);
    yield { number, end, isIdle: frame.name === IDLE };
    for (const child of children[number] ?? []) open.push({ number: child, above: end });
  }
}

function frameOf({ functionName, url, lineNumber }: Fields): Frame {
  const line = numberOf(lineNumber) ?? -1;
  return { name: textOf(functionName) || '(anonymous)', file: fileOf(textOf(url)), beginLine: line + 1 };
}

/** The path of a file; other addresses as they are. */
function fileOf(url: string): string {
  if (!url.startsWith('file:')) return url;
  try {
    return fileURLToPath(url);
  } catch {
    return url; // of another system, or none
  }
}

/** Samples of lines, which are counted from 1, other than those of functions. */
function countLines({ callFrame, positionTicks }: Fields, end: StackEnd, stacks: StackProfile, samples: number): void {
  const frame = frameOf(fieldsOf(callFrame));
  const region = stacks.tree.region(frame);
  for (const tick of listOf(positionTicks)) {
    const { line, ticks } = fieldsOf(tick);
    const count = numberOf(ticks) ?? 0;
    if (end.isWhole || count <= 0) continue;
    stacks.countLine(samples, stacks.tree.context(region, frame.file, numberOf(line) ?? 0), count);
  }
}

function idleTime(microseconds: number): Problem[] {
  if (microseconds === 0) return [];
  return [
    {
      level: 'information',
      message: `${duration(microseconds * MICROSECOND)} of idle time of V8 are excluded.`,
    },
  ];
}

function strangeSamples(count: number): Problem[] {
  if (count === 0) return [];
  return [
    {
      level: 'warning',
      message: `${counted(count, 'sample')} without a function of the file ${count === 1 ? 'was' : 'were'} ignored.`,
    },
  ];
}

/** The process that reads fuzzed inputs: `node reader.mjs COUNT SEED PROGRESS-FILE [KIND]`. */
import { openSync, writeSync } from 'node:fs';
import { elementAt } from '../../src/base/elements.js';
import { removeArchives } from '../formats/otf2/otf2Writer.js';
import { isSentence, targets, type Target } from './inputs.js';
import { mutated, randomOf } from './mutate.js';

/** Final message after all inputs were read. */
export interface FuzzResult {
  readonly failures: readonly string[];
  /** Inputs of each kind. */
  readonly inputs: Readonly<Record<string, number>>;
  /** The most memory that a process ever had, in bytes. */
  readonly peak: number;
}

const [count, seed] = [Number(process.argv[2]), Number(process.argv[3])];
const progressFile = elementAt(process.argv, 4);
const only = process.argv.at(5);
/** Growth of the process's peak that one input of a few kilobytes may cause. Bytes. */
const MOST_MEMORY = 1 << 30;
const MOST_FAILURES = 5;

/** A kind by the shares of all, so that every kind comes early and a seed alone makes an input again with its kind. */
function chosen(all: readonly (readonly [string, Target])[], random: () => number): readonly [string, Target] {
  let at = random() * all.reduce((sum, [, { share }]) => sum + share, 0);
  return all.find(([, { share }]) => (at -= share) < 0) ?? elementAt(all, 0);
}

/** The most memory this process ever had, in bytes. */
const peakMemory = (): number => process.resourceUsage().maxRSS * 1024;

/** Returns the fault of reading an input; undefined if it was read, or refused in a sentence. */
async function failureOf({ wholes, read }: Target, random: () => number): Promise<string | undefined> {
  const bytes = mutated(elementAt(wholes, Math.floor(random() * wholes.length)), random);
  try {
    await read(bytes);
    return undefined;
  } catch (error) {
    if (isSentence(error)) return undefined;
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

async function fuzz(): Promise<FuzzResult> {
  const all = Object.entries(await targets()).filter(([name]) => only === undefined || only === name);
  const progress = openSync(progressFile, 'w');
  const failures: string[] = [];
  const inputs: Record<string, number> = {};
  let peak = peakMemory();
  for (let input = seed; input < seed + count && failures.length < MOST_FAILURES; input++) {
    const [name, target] = chosen(all, randomOf(~input));
    // The watching process reads the progress here, also if this process no longer answers.
    writeSync(progress, `${name}, seed ${input}`.padEnd(60), 0);
    inputs[name] = (inputs[name] ?? 0) + 1;
    const failure = await failureOf(target, randomOf(input));
    if (failure !== undefined) failures.push(`${name}, seed ${input}: ${failure}`);
    const now = peakMemory();
    if (now - peak > MOST_MEMORY) failures.push(`${name}, seed ${input}: took ${now - peak} bytes of memory`);
    peak = now;
  }
  return { failures, inputs, peak };
}

const result = await fuzz();
removeArchives();
process.send?.(result, () => process.disconnect());

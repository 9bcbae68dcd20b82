import { afterAll, expect, it } from 'vitest';
import { removeArchives } from '../formats/otf2/otf2Writer.js';
import { isSentence, targets, type Target } from './inputs.js';
import { mutated, randomOf } from './mutate.js';

afterAll(removeArchives);

/** Inputs in all, and where their numbers begin: `npm run fuzz -- --count N --seed S --only KIND`. */
const count = Number(process.env.TRIMTAB_FUZZ_COUNT ?? 3000);
const seed = Number(process.env.TRIMTAB_FUZZ_SEED ?? 1);
const only = process.env.TRIMTAB_FUZZ_ONLY;
/** Growth of the memory that inputs of a few kilobytes may cause. Bytes. */
const MOST_MEMORY = 1 << 30;

async function fuzz(name: string, { wholes, read }: Target, inputs: number): Promise<string[]> {
  const failures: string[] = [];
  for (let input = 0; input < inputs && failures.length < 5; input++) {
    const random = randomOf(seed + input);
    const bytes = mutated(wholes[Math.floor(random() * wholes.length)], random);
    const before = process.memoryUsage().rss;
    try {
      await read(bytes);
    } catch (error) {
      if (!isSentence(error))
        failures.push(
          `${name}, seed ${seed + input}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
    }
    const grown = process.memoryUsage().rss - before;
    if (grown > MOST_MEMORY) failures.push(`${name}, seed ${seed + input}: took ${grown} bytes of memory`);
  }
  return failures;
}

const all = Object.entries(await targets()).filter(([name]) => only === undefined || only === name);
const shares = all.reduce((sum, [, { share }]) => sum + share, 0);

it.each(all)(
  'changed inputs are read or refused in a sentence: %s',
  { timeout: 24 * 3_600_000 },
  async (name, target) => {
    const inputs = Math.ceil((count * target.share) / shares);
    console.log(`${name}: ${inputs} inputs from seed ${seed} on`);
    expect(await fuzz(name, target, inputs)).toEqual([]);
  },
);

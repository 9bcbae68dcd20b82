/** The threads of crew.test.ts: one that wants results, which the test starts, and the members it starts itself. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Task } from '../../../src/analysis/trace/parallel/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { CrewThreads } from '../../../src/engine/analysis/crewThreads.js';
import { failureOf } from '../../../src/engine/analysis/failure.js';
import { beMember } from '../../../src/engine/analysis/member.js';
import type { MemberData } from '../../../src/engine/analysis/memberData.js';

/** Request of the test. */
export interface Wanted {
  readonly kind: 'wanted';
  readonly threads: number;
  readonly pieces: number;
  readonly ahead: number;
  /** Fate of members: they take part in all, end after one piece, or throw. */
  readonly fate: 'work' | 'end' | 'throw';
}

interface Common {
  readonly numbers: Float64Array;
  readonly fate: Wanted['fate'];
  /** Whether there are any members. */
  readonly hasMembers: boolean;
  /** Pieces that members took; the caller waits for the first of them, so that they take part for certain. */
  readonly taken: Int32Array;
}

const isMember = (data: unknown): data is MemberData =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'member';
const isWanted = (data: unknown): data is Wanted =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'wanted';

/** The squares of numbers. */
const square: Task<Common, { value: Float64Array }> = {
  name: 'square',
  begin: ({ numbers, fate, hasMembers, taken }) => {
    const byMember = isMember(workerData);
    return (piece) => {
      if (byMember) {
        Atomics.add(taken, 0, 1);
        Atomics.notify(taken, 0);
        if (fate === 'throw') throw new RangeError(`piece ${piece} is wrong`);
        if (fate === 'end') process.exit();
      } else if (piece === 0 && hasMembers) {
        Atomics.wait(taken, 0, 0);
      }
      return { value: Float64Array.of(elementAt(numbers, piece) * elementAt(numbers, piece)) };
    };
  },
  buffers: ({ value }) => (value.buffer instanceof ArrayBuffer ? [value.buffer] : []),
};

async function run({ threads, pieces, ahead, fate }: Wanted): Promise<void> {
  const threadsInParallel = new CrewThreads(__filename, threads, (message, ports) =>
    parentPort?.postMessage(message, ports),
  );
  const { crew } = threadsInParallel;
  const numbers = crew.memory.float64(pieces);
  for (let piece = 0; piece < pieces; piece++) numbers[piece] = piece;
  const taken = crew.memory.int32(1);
  try {
    const results = crew.start(square, { numbers, fate, hasMembers: crew.threads > 1, taken }, pieces, ahead);
    const found = Array.from({ length: pieces }, () => results.next());
    const values = found.map(({ value }) => value[0]);
    parentPort?.postMessage({ kind: 'found', values, problems: crew.problems });
  } finally {
    await threadsInParallel.end();
  }
}

if (isMember(workerData) && parentPort !== null) beMember(workerData, [square], parentPort);
if (isWanted(workerData)) run(workerData).catch((error: unknown) => parentPort?.postMessage(failureOf(error)));

import { type Answer, Claims, type Job } from './job.js';
import type { Memory } from '../tables/memory.js';
import type { Task } from './task.js';

/**
 * Takes part in a job until all its pieces are taken.
 * @param who this thread's number
 * @param memory this thread's, for what others are to see
 * @param say takes what was done, and the memory that goes with it
 * @throws whatever a piece throws
 */
export function takePart(
  { number, task: name, common, claims: shared }: Job,
  tasks: readonly Task<unknown, object>[],
  who: number,
  memory: Memory,
  say: (answer: Answer, buffers: ArrayBuffer[]) => void,
): void {
  const task = tasks.find((each) => each.name === name);
  if (task === undefined) throw new Error(`There is no task "${name}".`);
  const claims = new Claims(shared);
  let run: ((piece: number) => object) | undefined;
  for (let piece = claims.claimOrWait(who); piece !== undefined; piece = claims.claimOrWait(who)) {
    run ??= task.begin(common, memory);
    const result = run(piece);
    say({ job: number, piece, result }, task.buffers(result));
  }
}

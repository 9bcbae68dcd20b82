import { present } from '../../base/present.js';
import type { MessagePort } from 'node:worker_threads';
import { Arena, buffersOf, type Memory, partOf, processesOf } from '../../analysis/trace/index.js';
import { type Job, type Task, takePart } from '../../analysis/trace/parallel/index.js';
import { send } from '../../base/sendable.js';
import { openAsTrace } from '../../formats/registry.js';
import { failureOf } from './failure.js';
import type { JobMessage, MemberData, ReadMessage, ReadTask } from './memberData.js';
import { readRange, sourceOf } from './readRange.js';
import { sharedColumns } from './sharedColumns.js';
import { takeRanges } from './sharedRanges.js';
import { Signals } from './signals.js';

/**
 * Does what a thread of a crew is asked for, until it is ended.
 * @param tasks all there are
 * @param port where it is asked to read
 */
export function beMember(
  { number, jobs, life, signals: shared }: MemberData,
  tasks: readonly Task<unknown, object>[],
  port: MessagePort,
): void {
  const signals = new Signals(shared);
  const memory = new Arena(number);
  port.on('message', (task: ReadTask) => readRanges(task, port, memory));
  jobs.on('message', (job: Job) => {
    const say = (message: JobMessage, buffers: ArrayBuffer[] = []): void => {
      send(jobs, message, buffers);
      signals.ring();
    };
    try {
      // Memory of this job that other threads released is used before more is allocated.
      memory.adopt(...sharedColumns(job.common));
      takePart(job, tasks, number, memory, (answer, buffers) => say({ kind: 'answer', answer }, buffers));
    } catch (error) {
      say(failureOf(error));
    }
  });
  // It stays open as long as this thread runs, and waits for nothing.
  life.unref();
}

/** Reads ranges until none is left. */
function readRanges(task: ReadTask, port: MessagePort, memory: Memory): void {
  const { archive, shared, thread, cancelled, changes, costs } = task;
  const say = (message: ReadMessage, buffers: ArrayBuffer[] = []): void => send(port, message, buffers);
  const flag = new Int32Array(cancelled);
  try {
    const trace = openAsTrace(archive);
    trace.takeNotes();
    const processes = processesOf(trace.definitions);
    const source = sourceOf(trace, processes, changes);
    for (const index of takeRanges(shared, thread)) {
      const at = { index, thread };
      const isCancelled = (): boolean => Atomics.load(flag, 0) !== 0;
      const { reading, notes } = readRange(source, processes, shared, at, {
        isCancelled,
        memory,
        ...present({ costs }),
      });
      const part = partOf(reading);
      say({ kind: 'part', index, part, notes }, buffersOf(part));
    }
    say({ kind: 'finished' });
  } catch (error) {
    say(failureOf(error));
  }
}

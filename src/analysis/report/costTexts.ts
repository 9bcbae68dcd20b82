/** Explanations of findings about the cost of calls, and advice. */
import { elementAt } from '../../base/elements.js';
import type { Finding } from '../../model/findings/findings.js';
import { mpiName } from '../trace/metrics/operations.js';

/** Returns explanation and advice by the kind of the call. */
export function textsOf(region: string, property: string): Pick<Finding, 'explanation' | 'advice'> {
  if (property === 'acc_cost') return textsOfKind(region, acceleratorKinds);
  if (property === 'io_cost') return textsOfKind(region, fileKinds);
  if (property === 'pthread_cost') return textsOfKind(region, threadKinds);
  if (property === 'omp_cost')
    return {
      explanation: 'Time in the OpenMP runtime in which no thread waits for the work of another one.',
      advice: 'Start fewer and larger parallel regions, loops and tasks, and synchronize less often.',
    };
  return textsOfKind(mpiName(region) ?? '', kinds);
}

function textsOfKind(name: string, all: typeof kinds): Pick<Finding, 'explanation' | 'advice'> {
  const [, explanation, advice] = all.find(([pattern]) => pattern.test(name)) ?? elementAt(all, all.length - 1);
  return { explanation, advice };
}

const acceleratorKinds: typeof kinds = [
  [
    /synchronize|wait|finish/i,
    'Time in calls that wait for the accelerator; no device is recorded as working meanwhile, or it is not known which.',
    'Let the host compute meanwhile, and synchronize only where results are needed. A measurement that records the device shows its work.',
  ],
  [
    /memcpy|memset|enqueue(read|write|copy|fill|map|svm)|_data_|upload|download|update/i,
    'Time in calls that move data to or from the accelerator, apart from waiting for its work.',
    'Move less data or less often, keep it on the device between kernels, and copy asynchronously from pinned memory.',
  ],
  [
    /alloc|free|malloc|create|destroy|release|retain|build|compile|load|init|shutdown|platform|getdevice|context/i,
    'Time to set accelerators up: contexts, memory, programs and streams.',
    'Do it once and keep what was made; compile kernels ahead of the run. It matters less in longer runs.',
  ],
  [
    /./,
    'Time in calls of the accelerator interface apart from waiting for its work.',
    'Start fewer and larger kernels, or several with one call (graphs, batched operations).',
  ],
];

const fileKinds: typeof kinds = [
  [
    /sync|flush/,
    'Time until what was written is where it was to be kept.',
    'Do it less often: once for each checkpoint and not for each part of it, or from a separate thread.',
  ],
  [
    /read|get(s|line|delim)|scanf/,
    'Time in reading files.',
    'Read less often and in larger parts, let each rank read what it needs, and keep what is needed again.',
  ],
  [
    /write|put|printf/,
    'Time in writing files.',
    'Write less often and in larger parts, binary where it is text, and from all ranks at once, or while the program computes.',
  ],
  [
    /./,
    'Time in opening, closing, naming or asking for files.',
    'Keep files open, use fewer of them, and query them once.',
  ],
];

const threadKinds: typeof kinds = [
  [
    /^pthread_(mutex|rwlock|spin)_/,
    'Time in calls that take a lock, most of it until another thread releases the lock.',
    'Hold the lock for less time, guard different data by different locks, or let each thread collect separate results and join them at the end.',
  ],
  [
    /^pthread_cond_/,
    'Time in which threads wait until another one signals them to continue.',
    'Look at the work of the signaling thread before the signal: give it less work, or let it distribute more at a time.',
  ],
  [
    /^pthread_barrier_/,
    'Time in which threads wait for the last one to reach the barrier.',
    'Balance the work before the barrier.',
  ],
  [
    /^sem_/,
    'Time until another thread or process gives the semaphore.',
    'Look at what is done before it is given, or give it earlier.',
  ],
  [
    /^pthread_join$/,
    'Time in which a thread waits for the end of another one.',
    'Let the waiting thread take its part of the work, and make the threads take the same time.',
  ],
  [/./, 'Time in starting and managing threads.', 'Keep threads and hand them work, in place of starting new ones.'],
];

const NO_WAITING = 'no process was found to be waited for';

const kinds: readonly (readonly [name: RegExp, explanation: string, advice: string])[] = [
  [
    /^m?probe$/,
    `Time in waiting for a message, and in looking for it, without the waiting for late senders.`,
    'Receive the message where its size is known (MPI_Recv, or MPI_Irecv before other work): a probe is a second search for it.',
  ],
  [
    /^(test(all|any|some)?|im?probe|request_get_status)$/,
    `Time in calls that ask whether something has arrived; ${NO_WAITING}, so it is spent in asking.`,
    'Use MPI_Wait, MPI_Waitany or MPI_Waitsome where there is nothing else to do, or do more work between the questions.',
  ],
  [
    /^(init|init_thread|finalize)$/,
    `Time to start or end MPI; ${NO_WAITING}.`,
    'It matters for short runs only: measure a longer one before working on it.',
  ],
  [
    /^i?(neighbor_)?(all|reduce|bcast|gather|scatter|scan|exscan|barrier)/,
    `Time in this collective operation apart from waiting for the last process: transfer, copying and arithmetic.`,
    'Move less data or do it less often: combine several operations, use the non-blocking form and compute meanwhile, or exchange with neighbors only.',
  ],
  [
    /^file_(open|close|delete|set_(view|size|info|atomicity)|preallocate|get_)/,
    'Time in opening, closing and describing files through MPI, which the processes do together and the file system answers each of them.',
    'Open a file once and keep it open, and let only the processes that read or write it open it (with a separate communicator).',
  ],
  [
    /^file_/,
    'Time in reading or writing files through MPI.',
    'Write less often and larger parts, with collective calls, or let other processes go on meanwhile.',
  ],
  [
    /./,
    `Time in these calls in which ${NO_WAITING}: transfer, copying and the work of the library.`,
    'Send fewer and larger messages, or start them earlier with the non-blocking form and compute meanwhile.',
  ],
];

/** Whether a call waits for an accelerator, or moves data, which waits for it too. */
export function waitsForAccelerator(region: string): boolean {
  return acceleratorKinds.slice(0, 2).some(([pattern]) => pattern.test(region));
}

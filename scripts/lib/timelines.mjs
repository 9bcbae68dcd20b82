/**
 * What the pictures of the property pages show. The lost parts follow the formulas of the pages, which a test computes
 * anew from the bars where all lanes take part in one operation.
 */

import { causes } from './timelinesOfCauses.mjs';
import { call, lane, work } from './timelineParts.mjs';

/** @typedef {import('./timelineSvg.mjs').Timeline} Timeline */

/**
 * All come at different times and wait for the last one.
 * @param {string} property
 * @param {string} title
 * @param {string} operation
 * @param {string} who
 * @returns {Timeline}
 */
const waitForLast = (property, title, operation, who = 'rank') => ({
  property,
  title,
  description: `Three ${who}s reach ${operation} one after the other. The first two wait from their own begin to the latest begin, that of ${who} 2, which does not wait.`,
  lanes: [
    lane(`${who} 0`, work(0, 2), call(operation, 2, 8, 2, 7), work(8, 10)),
    lane(`${who} 1`, work(0, 4.5), call(operation, 4.5, 8, 4.5, 7), work(8, 10)),
    lane(`${who} 2`, work(0, 7), call(operation, 7, 8), work(8, 10)),
  ],
  marks: [{ at: 7, label: 'latest begin' }],
});

/**
 * All are there, but leave at different times.
 * @param {string} property
 * @param {string} title
 * @param {string} operation
 * @returns {Timeline}
 */
const completion = (property, title, operation) => ({
  property,
  title,
  description: `Three ranks are all in ${operation}. Rank 0 leaves it first; the others lose the time from that earliest end to their own end.`,
  lanes: [
    lane('rank 0', work(0, 2), call(operation, 2, 5.5), work(5.5, 10)),
    lane('rank 1', work(0, 3), call(operation, 3, 8.5, 5.5, 8.5), work(8.5, 10)),
    lane('rank 2', work(0, 4), call(operation, 4, 7, 5.5, 7), work(7, 10)),
  ],
  marks: [
    { at: 4, label: 'latest begin' },
    { at: 5.5, label: 'earliest end' },
  ],
});

/**
 * One thread waits for what another one holds.
 * @param {string} property
 * @param {string} title
 * @param {readonly [acquire: string, release: string]} calls
 * @returns {Timeline}
 */
const lockHeld = (property, title, [acquire, release]) => ({
  property,
  title,
  description: `Thread 0 holds the lock while thread 1 enters ${acquire}. Thread 1 waits from there until thread 0 has released the lock in ${release}.`,
  lanes: [
    lane('thread 0', call(acquire, 0, 1), work(1, 6), call(release, 6, 7), work(7, 10)),
    lane('thread 1', work(0, 3), call(acquire, 3, 7.5, 3, 7), work(7.5, 10)),
  ],
  marks: [{ at: 7, label: 'release' }],
  arrows: [{ from: [0, 7], to: [1, 7.5] }],
});

/** @type {readonly Timeline[]} */
const pointToPoint = [
  {
    property: 'mpi_latesender',
    title: 'Late Sender',
    description:
      'The receiver enters MPI_Recv while the sender still works. It waits from there until the sender enters MPI_Send.',
    lanes: [
      lane('receiver', work(0, 2), call('MPI_Recv', 2, 7, 2, 6), work(7, 10)),
      lane('sender', work(0, 6), call('MPI_Send', 6, 7), work(7, 10)),
    ],
    marks: [{ at: 6, label: 'ENTER of the send' }],
    arrows: [{ from: [1, 6], to: [0, 7] }],
  },
  {
    property: 'mpi_latesender_wo',
    title: 'Late Sender, Wrong Order',
    description:
      'Message A is sent early, message B late. The receiver asks for B first and waits until it is sent, although A was there to be received; it receives A only afterwards.',
    lanes: [
      lane('receiver', work(0, 2), call('MPI_Recv of B', 2, 7, 2, 6), call('MPI_Recv of A', 7, 8), work(8, 10)),
      lane('sender', call('MPI_Send of A', 0, 1), work(1, 6), call('MPI_Send of B', 6, 7), work(7, 10)),
    ],
    marks: [{ at: 6, label: 'ENTER of the send of B' }],
    arrows: [
      { from: [1, 1], to: [0, 8] },
      { from: [1, 6], to: [0, 7] },
    ],
  },
  {
    property: 'mpi_latereceiver',
    title: 'Late Receiver',
    description:
      'The sender enters MPI_Ssend while the receiver still works. It waits from there until the receiver enters MPI_Recv.',
    lanes: [
      lane('sender', work(0, 2), call('MPI_Ssend', 2, 7, 2, 6), work(7, 10)),
      lane('receiver', work(0, 6), call('MPI_Recv', 6, 7.5), work(7.5, 10)),
    ],
    marks: [{ at: 6, label: 'ENTER of the receive' }],
    arrows: [{ from: [0, 6], to: [1, 7.5] }],
  },
  {
    property: 'mpi_latereceiver_wo',
    title: 'Late Receiver, Wrong Order',
    description:
      'The sender first sends to receiver 1, which is late, and waits for it. Receiver 2 posted its receive much earlier but gets its message only afterwards.',
    lanes: [
      lane('receiver 1', work(0, 6), call('MPI_Recv', 6, 7), work(7, 10)),
      lane('sender', work(0, 2), call('MPI_Ssend to 1', 2, 7, 2, 6), call('MPI_Ssend to 2', 7, 8), work(8, 10)),
      lane('receiver 2', call('MPI_Irecv', 0, 1), work(1, 8), call('MPI_Wait', 8, 9), work(9, 10)),
    ],
    marks: [{ at: 6, label: 'ENTER of the receive' }],
    arrows: [
      { from: [1, 6], to: [0, 7] },
      { from: [1, 7], to: [2, 9] },
    ],
  },
  {
    property: 'mpi_polling',
    title: 'Polling',
    description:
      'A process asks three times for a message that is not there, and finds it complete the fourth time, after the sender has sent it. The time inside the four calls is counted; between them the process works.',
    lanes: [
      lane('sender', work(0, 6), call('MPI_Send', 6, 8), work(8, 10)),
      lane(
        'receiver',
        ...[1, 3, 5, 7].flatMap((at) => [work(at - 1, at), call('Test', at, at + 1, at, at + 1)]),
        work(8, 10),
      ),
    ],
    marks: [
      { at: 1, label: 'first question' },
      { at: 8, label: 'complete' },
    ],
    arrows: [{ from: [0, 6], to: [1, 8] }],
  },
];

/** @type {readonly Timeline[]} */
const collectives = [
  waitForLast('mpi_barrier_wait', 'Wait at Barrier', 'MPI_Barrier'),
  completion('mpi_barrier_completion', 'Barrier Completion', 'MPI_Barrier'),
  waitForLast('mpi_wait_nxn', 'Wait at N×N', 'MPI_Allreduce'),
  completion('mpi_nxn_completion', 'N×N Completion', 'MPI_Allreduce'),
  {
    property: 'mpi_latebroadcast',
    title: 'Late Broadcast',
    description:
      'Ranks 1 and 2 enter MPI_Bcast while the root still works. They wait from their own begin until the root begins.',
    lanes: [
      lane('root', work(0, 6), call('MPI_Bcast', 6, 7), work(7, 10)),
      lane('rank 1', work(0, 2), call('MPI_Bcast', 2, 7.5, 2, 6), work(7.5, 10)),
      lane('rank 2', work(0, 4), call('MPI_Bcast', 4, 7.5, 4, 6), work(7.5, 10)),
    ],
    marks: [{ at: 6, label: 'begin of the root' }],
    arrows: [
      { from: [0, 6], to: [1, 7.5] },
      { from: [0, 6], to: [2, 7.5] },
    ],
  },
  {
    property: 'mpi_earlyreduce',
    title: 'Early Reduce',
    description:
      'The root enters MPI_Reduce first. It waits from its own begin until the last of the other ranks, rank 2, begins.',
    lanes: [
      lane('root', work(0, 2), call('MPI_Reduce', 2, 8, 2, 7), work(8, 10)),
      lane('rank 1', work(0, 4), call('MPI_Reduce', 4, 5), work(5, 10)),
      lane('rank 2', work(0, 7), call('MPI_Reduce', 7, 8), work(8, 10)),
    ],
    marks: [{ at: 7, label: 'latest begin of the others' }],
    arrows: [
      { from: [1, 4], to: [0, 5] },
      { from: [2, 7], to: [0, 8] },
    ],
  },
  {
    property: 'mpi_earlyscan',
    title: 'Early Scan',
    description:
      'Rank 2 enters MPI_Scan first, but needs the data of ranks 0 and 1. It waits until the later of them, rank 1, begins. Rank 1 comes after rank 0 and does not wait.',
    lanes: [
      lane('rank 0', work(0, 3), call('MPI_Scan', 3, 4), work(4, 10)),
      lane('rank 1', work(0, 6), call('MPI_Scan', 6, 7), work(7, 10)),
      lane('rank 2', work(0, 2), call('MPI_Scan', 2, 8, 2, 6), work(8, 10)),
    ],
    marks: [{ at: 6, label: 'latest begin of lower ranks' }],
    arrows: [
      { from: [0, 3], to: [1, 7] },
      { from: [1, 6], to: [2, 8] },
    ],
  },
  completion('mpi_init_completion', 'Init Completion', 'MPI_Init'),
  waitForLast('mpi_finalize_wait', 'Wait at Finalize', 'MPI_Finalize'),
];

/** @type {readonly Timeline[]} */
const oneSided = [
  waitForLast('mpi_rma_wait_at_fence', 'Wait at Fence', 'MPI_Win_fence'),
  waitForLast('mpi_rma_wait_at_create', 'Wait at Window Create', 'MPI_Win_create'),
  waitForLast('mpi_rma_wait_at_free', 'Wait at Window Free', 'MPI_Win_free'),
  {
    property: 'mpi_rma_sync_late_post',
    title: 'Late Post (synchronisation)',
    description:
      'The origin enters MPI_Win_start while the target still works. It waits from there until the target enters MPI_Win_post.',
    lanes: [
      lane(
        'origin',
        work(0, 1),
        call('MPI_Win_start', 1, 6, 1, 5),
        call('MPI_Put', 6, 7.5),
        call('MPI_Win_complete', 7.5, 8.5),
        work(8.5, 10),
      ),
      lane('target', work(0, 5), call('MPI_Win_post', 5, 6), work(6, 8), call('MPI_Win_wait', 8, 9), work(9, 10)),
    ],
    marks: [{ at: 5, label: 'ENTER of MPI_Win_post' }],
    arrows: [{ from: [1, 5], to: [0, 6] }],
  },
  {
    property: 'mpi_rma_comm_late_post',
    title: 'Late Post (transfer)',
    description:
      'MPI_Win_start returns at once, and the origin enters MPI_Put while the target still works. MPI_Put waits until the target enters MPI_Win_post.',
    lanes: [
      lane(
        'origin',
        call('MPI_Win_start', 0, 1),
        work(1, 2),
        call('MPI_Put', 2, 6.5, 2, 5),
        call('MPI_Win_complete', 6.5, 7.5),
        work(7.5, 10),
      ),
      lane('target', work(0, 5), call('MPI_Win_post', 5, 6), work(6, 8), call('MPI_Win_wait', 8, 9), work(9, 10)),
    ],
    marks: [{ at: 5, label: 'ENTER of MPI_Win_post' }],
    arrows: [{ from: [1, 5], to: [0, 6.5] }],
  },
  {
    property: 'mpi_rma_early_wait',
    title: 'Early Wait',
    description:
      'The target enters MPI_Win_wait while the origin still transfers and works. It waits until the origin enters MPI_Win_complete.',
    lanes: [
      lane('origin', work(0, 3), call('MPI_Put', 3, 5), work(5, 7), call('MPI_Win_complete', 7, 8), work(8, 10)),
      lane('target', call('MPI_Win_post', 0, 1), work(1, 2), call('MPI_Win_wait', 2, 8, 2, 7), work(8, 10)),
    ],
    marks: [{ at: 7, label: 'ENTER of MPI_Win_complete' }],
    arrows: [{ from: [0, 7], to: [1, 8] }],
  },
  {
    property: 'mpi_rma_late_complete',
    title: 'Late Complete',
    description:
      'The target is in MPI_Win_wait. The last transfer of the origin has ended, but the origin works before it enters MPI_Win_complete: that time is lost.',
    lanes: [
      lane(
        'origin',
        work(0, 3),
        call('MPI_Put', 3, 4.5),
        work(4.5, 7.5),
        call('MPI_Win_complete', 7.5, 8.5),
        work(8.5, 10),
      ),
      lane('target', call('MPI_Win_post', 0, 1), work(1, 2), call('MPI_Win_wait', 2, 8.5, 4.5, 7.5), work(8.5, 10)),
    ],
    marks: [
      { at: 4.5, label: 'last transfer' },
      { at: 7.5, label: 'MPI_Win_complete' },
    ],
    arrows: [{ from: [0, 7.5], to: [1, 8.5] }],
  },
  {
    property: 'mpi_rma_sync_lock_competition',
    title: 'Lock Contention',
    description:
      'Rank 0 holds the lock of a window while rank 1 enters MPI_Win_lock. Rank 1 waits from there until rank 0 enters MPI_Win_unlock.',
    lanes: [
      lane(
        'rank 0',
        call('MPI_Win_lock', 0, 1),
        work(1, 2),
        call('MPI_Put', 2, 4),
        work(4, 6),
        call('MPI_Win_unlock', 6, 7),
        work(7, 10),
      ),
      lane('rank 1', work(0, 3), call('MPI_Win_lock', 3, 7.5, 3, 6), work(7.5, 10)),
    ],
    marks: [{ at: 6, label: 'ENTER of MPI_Win_unlock' }],
    arrows: [{ from: [0, 6], to: [1, 7.5] }],
  },
];

/** @type {readonly Timeline[]} */
const threads = [
  waitForLast('omp_ebarrier_wait', 'Wait at Explicit OpenMP Barrier', 'omp barrier', 'thread'),
  waitForLast('omp_ibarrier_wait', 'Wait at Implicit OpenMP Barrier', 'barrier at the end', 'thread'),
  {
    property: 'omp_lock_contention_critical',
    title: 'OpenMP Critical Contention',
    description:
      'Three threads want to enter the same critical section. Thread 1 waits until thread 0 leaves it, thread 2 until thread 1 leaves it.',
    lanes: [
      lane('thread 0', work(0, 1), call('critical section', 1, 4), work(4, 10)),
      lane('thread 1', work(0, 2), call('critical section', 2, 7, 2, 4), work(7, 10)),
      lane('thread 2', work(0, 3), call('critical section', 3, 9.5, 3, 7), work(9.5, 10)),
    ],
    marks: [
      { at: 4, label: 'release by 0' },
      { at: 7, label: 'release by 1' },
    ],
    arrows: [
      { from: [0, 4], to: [1, 4] },
      { from: [1, 7], to: [2, 7] },
    ],
  },
  lockHeld('omp_lock_contention_api', 'OpenMP Lock API Contention', ['omp_set_lock', 'omp_unset_lock']),
  lockHeld('pthread_lock_contention_mutex_lock', 'Mutex Contention', ['pthread_mutex_lock', 'pthread_mutex_unlock']),
  {
    property: 'pthread_lock_contention_conditional',
    title: 'Condition Contention',
    description:
      'Thread 1 enters pthread_cond_wait. Thread 0 works, signals the condition and releases the mutex in pthread_mutex_unlock; until that release thread 1 waits.',
    lanes: [
      lane('thread 0', work(0, 6), call('pthread_mutex_unlock', 6, 7), work(7, 10)),
      lane('thread 1', work(0, 2), call('pthread_cond_wait', 2, 7.5, 2, 7), work(7.5, 10)),
    ],
    marks: [{ at: 7, label: 'release' }],
    arrows: [{ from: [0, 7], to: [1, 7.5] }],
  },
  {
    property: 'omp_idle_threads',
    title: 'Idle Threads',
    description:
      'The master thread works alone before and after a parallel region. The worker has nothing to do in that time.',
    lanes: [
      lane('master', work(0, 3.5), call('parallel region', 3.5, 6.5), work(6.5, 10)),
      lane(
        'worker',
        call('no team', 0, 3.5, 0, 3.5),
        call('parallel region', 3.5, 6.5),
        call('no team', 6.5, 10, 6.5, 10),
      ),
    ],
    marks: [
      { at: 3.5, label: 'fork' },
      { at: 6.5, label: 'join' },
    ],
  },
  {
    property: 'omp_limited_parallelism',
    title: 'Limited Parallelism',
    description:
      'A parallel region uses two of three threads. Worker 2 is left out and has nothing to do from the fork to the join.',
    lanes: [
      lane('master', work(0, 2), call('num_threads(2)', 2, 8), work(8, 10)),
      lane('worker 1', call('num_threads(2)', 2, 8)),
      lane('worker 2', call('left out', 2, 8, 2, 8)),
    ],
    marks: [
      { at: 2, label: 'fork' },
      { at: 8, label: 'join' },
    ],
  },
];

/** @type {readonly Timeline[]} */
const accelerators = [
  {
    property: 'acc_wait',
    title: 'Host Waiting for Device',
    description:
      'The host launches a kernel and enters a synchronising call while the stream is busy. It waits from there until the kernel ends.',
    lanes: [
      lane(
        'host',
        work(0, 0.5),
        call('launch', 0.5, 1.5),
        work(1.5, 3),
        call('synchronise', 3, 8, 3, 7.5),
        work(8, 10),
      ),
      lane('stream', call('kernel', 1.5, 7.5)),
    ],
    marks: [{ at: 7.5, label: 'end of the kernel' }],
    arrows: [{ from: [1, 7.5], to: [0, 8] }],
  },
];

/** All pictures, one per page. */
export const timelines = [...pointToPoint, ...collectives, ...oneSided, ...threads, ...accelerators, ...causes];

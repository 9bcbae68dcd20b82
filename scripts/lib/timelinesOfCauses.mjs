/** What the pictures of the pages about root causes, the critical path, imbalance and classes of time show. */

import { call, lane, work } from './timelineParts.mjs';

/** @typedef {import('./timelineSvg.mjs').Timeline} Timeline */

/**
 * Rank 0 is late for rank 1, and rank 1 therefore for rank 2.
 * @type {Pick<Timeline, 'marks' | 'arrows'>}
 */
const chain = {
  marks: [
    { at: 5, label: 'send of rank 0' },
    { at: 8, label: 'send of rank 1' },
  ],
  arrows: [
    { from: [0, 5], to: [1, 6] },
    { from: [1, 8], to: [2, 9] },
  ],
};

/** @type {readonly Timeline[]} */
const delays = [
  {
    property: 'delay',
    title: 'Delay Costs',
    description:
      'Rank 0 computes in relax until 5, rank 1 only until 2, and waits in MPI_Recv for what rank 0 sends. The part of relax that rank 0 needs longer is the delay; the waiting is its cost.',
    lanes: [
      lane('rank 0', call('relax', 0, 5, 2, 5), call('MPI_Send', 5, 6), work(6, 10)),
      lane('rank 1', call('relax', 0, 2), call('MPI_Recv', 2, 6), work(6, 10)),
    ],
    marks: [
      { at: 2, label: 'rank 1 is ready' },
      { at: 5, label: 'rank 0 is ready' },
    ],
    arrows: [{ from: [0, 5], to: [1, 6] }],
  },
  {
    property: 'waitstates_direct_vs_indirect',
    title: 'Direct and Indirect Waiting',
    description:
      'Rank 1 waits for rank 0, which computes longer. Rank 2 waits for rank 1, which comes late only because it waited itself: this waiting is indirect.',
    lanes: [
      lane('rank 0', work(0, 5), call('MPI_Send', 5, 6), work(6, 10)),
      lane('rank 1', work(0, 1), call('MPI_Recv', 1, 6), work(6, 8), call('MPI_Send', 8, 9), work(9, 10)),
      lane('rank 2', work(0, 4), call('MPI_Recv', 4, 9, 4, 8), work(9, 10)),
    ],
    ...chain,
  },
  {
    property: 'waitstates_propagating_vs_terminal',
    title: 'Propagating and Terminal Waiting',
    description:
      'Rank 1 waits for rank 0 and comes late to its own send because of that, so that rank 2 waits: the waiting of rank 1 propagates. Nobody waits for rank 2: its waiting is terminal.',
    lanes: [
      lane('rank 0', work(0, 5), call('MPI_Send', 5, 6), work(6, 10)),
      lane('rank 1', work(0, 1), call('MPI_Recv', 1, 6, 1, 5), work(6, 8), call('MPI_Send', 8, 9), work(9, 10)),
      lane('rank 2', work(0, 4), call('MPI_Recv', 4, 9), work(9, 10)),
    ],
    ...chain,
  },
];

/** @type {readonly Timeline[]} */
const criticalPath = [
  {
    property: 'critical_path',
    title: 'Critical Path',
    description:
      'Going back from the end, the path runs on rank 1 to the barrier, there moves on to rank 0, for which rank 1 waited, and runs on rank 0 to the start. Hatched: the path.',
    lanes: [
      lane('rank 0', call('relax', 0, 5, 0, 5), call('barrier', 5, 5.8), work(5.8, 7.5)),
      lane('rank 1', call('relax', 0, 2), call('barrier', 2, 5.8), call('output', 5.8, 8.8, 5.8, 8.8)),
    ],
    marks: [
      { at: 5, label: 'latest begin' },
      { at: 8.8, label: 'last to end' },
    ],
    arrows: [{ from: [0, 5], to: [1, 5.8] }],
  },
  {
    property: 'critical_path_imbalance',
    title: 'Critical-Path Imbalance',
    description:
      'The critical path runs through relax on rank 0 for 6 units. On average the two ranks need 4: the 2 units beyond that are the imbalance of relax.',
    lanes: [
      lane('rank 0', call('relax', 0, 6, 4, 6), call('MPI_Barrier', 6, 7.5), work(7.5, 10)),
      lane('rank 1', call('relax', 0, 2), call('MPI_Barrier', 2, 7.5), work(7.5, 10)),
    ],
    marks: [
      { at: 4, label: 'average' },
      { at: 6, label: 'critical path' },
    ],
  },
  {
    property: 'performance_impact',
    title: 'Performance Impact',
    description:
      'While the critical path runs through relax on rank 0, rank 1 does a part of the same work and then waits. The waiting is time that relax costs as well: its imbalance impact.',
    lanes: [
      lane('rank 0', call('relax', 0, 6), call('MPI_Barrier', 6, 7.5), work(7.5, 10)),
      lane('rank 1', call('relax', 0, 2), call('MPI_Barrier', 2, 7.5, 2, 6), work(7.5, 10)),
    ],
    marks: [{ at: 6, label: 'latest begin' }],
  },
];

/** @type {readonly Timeline[]} */
const shares = [
  {
    property: 'imbalance',
    title: 'Computational Imbalance',
    description:
      'Three ranks spend 2, 4 and 9 units in relax, 5 on average. Rank 2 is 4 units above: overload. Ranks 0 and 1 are below: underload.',
    lanes: [
      lane('rank 0', call('relax', 0, 2)),
      lane('rank 1', call('relax', 0, 4)),
      lane('rank 2', call('relax', 0, 9, 5, 9)),
    ],
    marks: [{ at: 5, label: 'average' }],
  },
  {
    property: 'omp_management',
    title: 'Management (OpenMP)',
    description:
      'The master forks a team. Its threads enter the parallel region a little later, one after the other, and the master goes on some time after the region has ended.',
    lanes: [
      lane('master', work(0, 2), call('fork', 2, 3, 2, 3), call('region', 3, 7), call('join', 7, 8, 7, 8), work(8, 10)),
      lane('worker 1', call('start', 2, 3.5, 2, 3.5), call('region', 3.5, 7)),
      lane('worker 2', call('start', 2, 4, 2, 4), call('region', 4, 7)),
    ],
    marks: [
      { at: 2, label: 'fork' },
      { at: 8, label: 'join' },
    ],
  },
  {
    property: 'omp_flush',
    title: 'Flush',
    description:
      'A thread writes a value and makes it visible with a flush; another reads it after a flush of its own. Both spend time in the flush.',
    lanes: [
      lane('thread 0', work(0, 3), call('flush', 3, 4.5, 3, 4.5), work(4.5, 10)),
      lane('thread 1', work(0, 6), call('flush', 6, 7.5, 6, 7.5), work(7.5, 10)),
    ],
    arrows: [{ from: [0, 4.5], to: [1, 6] }],
  },
  {
    property: 'omp_taskwait',
    title: 'Task Wait',
    description:
      'Thread 0 creates two tasks and enters a taskwait. It executes one task itself; from its end on it waits for the other one, which thread 1 executes longer.',
    lanes: [
      lane('thread 0', call('create', 0, 2), call('taskwait', 2, 8, 5, 7.5), work(8, 10)),
      lane('thread 1', work(0, 2), call('task 2', 2, 7.5), work(7.5, 10)),
    ],
    marks: [
      { at: 5, label: 'end of task 1' },
      { at: 7.5, label: 'end of task 2' },
    ],
    arrows: [{ from: [1, 7.5], to: [0, 8] }],
  },
  {
    property: 'execution',
    title: 'Classes of Time',
    description:
      'Each moment of a location belongs to one class: computation, MPI, OpenMP, threads, or idle. Here the time inside MPI and OpenMP is hatched; the rest is computation.',
    lanes: [
      lane(
        'rank 0',
        work(0, 2),
        call('MPI_Recv', 2, 4, 2, 4),
        work(4, 7),
        call('omp barrier', 7, 9, 7, 9),
        work(9, 10),
      ),
      lane(
        'rank 1',
        work(0, 3),
        call('MPI_Send', 3, 4, 3, 4),
        work(4, 8),
        call('omp barrier', 8, 9, 8, 9),
        work(9, 10),
      ),
    ],
  },
];

/** Pictures of what is no waiting itself, but says where it comes from or how time is divided. */
export const causes = [...delays, ...criticalPath, ...shares];

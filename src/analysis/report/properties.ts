import { metrics, type MetricName } from '../trace/metrics/metrics.js';

/** A way to lose time, as it is told to people. */
export interface WaitingProperty {
  readonly metric: MetricName;
  readonly title: string;
  /** The property that contains this one: it is then told as a part of that one's findings. */
  readonly partOf?: MetricName;
  /** Whether the time is spent by the runtime system, and not in waiting. */
  readonly isCost?: boolean;
  /** 1 when the measurement proves it; less where it is inferred. */
  readonly confidence: number;
  readonly explanation: string;
  readonly advice: string;
}

type Row = Omit<WaitingProperty, 'title' | 'confidence'> & Partial<Pick<WaitingProperty, 'confidence'>>;

const rows: readonly Row[] = [
  {
    metric: 'mpi_latesender',
    explanation:
      'These processes were ready to receive, but the matching send had not been started yet. They waited until the ' +
      'sender reached its send.',
    advice:
      'Look at what the sender does before this message: give it less work, or let it send earlier. Otherwise post the ' +
      'receive with MPI_Irecv and compute until the message is needed.',
  },
  {
    metric: 'mpi_latesender_wo',
    partOf: 'mpi_latesender',
    explanation:
      'The processes waited for a message although another message, sent earlier, could have been received first: they ' +
      'receive in a different order than the messages are sent.',
    advice:
      'Receive in the order in which messages arrive (MPI_ANY_SOURCE, or MPI_Irecv with MPI_Waitany), or change the ' +
      'order of the sends.',
  },
  {
    metric: 'mpi_latereceiver',
    confidence: 0.8,
    explanation:
      'The send could not finish before the receiver posted its receive. This happens when a message is too large to ' +
      'be buffered or when the send is synchronous; a trace shows the overlap, not the reason.',
    advice:
      'Post the receive earlier (MPI_Irecv before the computation), or send with MPI_Isend and complete it later. Check ' +
      'what delays the receiver.',
  },
  {
    metric: 'mpi_latereceiver_wo',
    partOf: 'mpi_latereceiver',
    explanation:
      'The processes waited for a receiver although another one was ready earlier for a message that they sent ' +
      'later: they send in a different order than the receives are posted.',
    advice: 'Send in the order in which receivers become ready, or use MPI_Isend for all messages and wait once.',
  },
  {
    metric: 'mpi_polling',
    isCost: true,
    explanation:
      'These calls asked whether requests had completed, found them under way, and asked again until they had: the ' +
      'processes were waiting, busily.',
    advice:
      'Where there is nothing else to do, use MPI_Wait, MPI_Waitany or MPI_Waitsome: they return as early, and Trimtab ' +
      'then tells who comes late. Where there is, do more of it between two questions, and ask for all requests with ' +
      'one MPI_Testsome.',
  },
  {
    metric: 'mpi_barrier_wait',
    explanation:
      'The processes reached the barrier at different times; those listed waited for the last one. The last process ' +
      'had more work, or was delayed itself.',
    advice:
      'Balance the work before the barrier: compare the ranks that wait with those that do not. Remove the barrier if ' +
      'no operation after it needs it.',
  },
  {
    metric: 'mpi_barrier_completion',
    explanation:
      'Processes left the barrier later than the first one did, after all had entered. This is the cost of the barrier ' +
      'itself, or of processes that were not running at that moment.',
    advice: 'Use fewer barriers. If it is large, check that no node runs more processes than it has cores.',
  },
  {
    metric: 'mpi_wait_nxn',
    explanation:
      'Every process needs data of every other one here, so all wait for the last to arrive. The processes listed ' +
      'arrived early; those missing or last in the list are the late ones.',
    advice:
      'Balance the work before this operation. If the result is not needed at once, use the non-blocking form ' +
      '(such as MPI_Iallreduce) and compute meanwhile, or do it less often.',
  },
  {
    metric: 'mpi_nxn_completion',
    explanation:
      'Processes left the operation later than the first one did, after all had entered: the cost of its last part.',
    advice: 'Combine several small operations into one, or check that no node runs more processes than it has cores.',
  },
  {
    metric: 'mpi_latebroadcast',
    explanation: 'The processes waited for data from the root, which entered the operation later than they did.',
    advice:
      'Let the root send earlier: move its other work behind the operation, or spread that work over all ranks. The ' +
      'non-blocking form lets the others compute meanwhile.',
  },
  {
    metric: 'mpi_earlyreduce',
    explanation:
      'The root entered the operation before the others had their data ready, and waited for the last of them.',
    advice:
      'Give the root other work to do first, balance the work of the senders, or use the non-blocking form so that the ' +
      'root can go on.',
  },
  {
    metric: 'mpi_earlyscan',
    explanation: 'Each process needs the data of all lower ranks; those listed waited for a lower rank that came late.',
    advice:
      'Balance the work so that low ranks are not the last, or use MPI_Iscan or MPI_Iexscan and compute meanwhile.',
  },
  {
    metric: 'mpi_init_completion',
    explanation: 'Processes left MPI_Init later than the first one did.',
    advice: 'This is start-up time of the MPI library. It matters only for short runs: measure a longer one.',
  },
  {
    metric: 'mpi_finalize_wait',
    explanation: 'The processes had finished and waited in MPI_Finalize for the last one.',
    advice: 'Look at what the last rank still did at the end, often output, and share it out.',
  },
  {
    metric: 'mpi_rma_wait_at_fence',
    explanation: 'The processes reached MPI_Win_fence at different times; those listed waited for the last one.',
    advice:
      'Balance the work before the fence, or use post/start/complete/wait or locks, which synchronise only the ' +
      'processes that exchange data.',
  },
  {
    metric: 'mpi_rma_sync_late_post',
    explanation:
      'The processes waited in synchronisation because a target had not opened its window (MPI_Win_post) yet.',
    advice: 'Post the window earlier at the target, or start the access later at the origin.',
  },
  {
    metric: 'mpi_rma_comm_late_post',
    explanation: 'The transfer waited because its target had not opened its window (MPI_Win_post) yet.',
    advice: 'Post the window earlier at the target, or start the access later at the origin.',
  },
  {
    metric: 'mpi_rma_early_wait',
    explanation: 'The targets waited in MPI_Win_wait until the last origin completed its accesses.',
    advice: 'Give the target other work before it calls MPI_Win_wait, or let the origins complete earlier.',
  },
  {
    metric: 'mpi_rma_late_complete',
    partOf: 'mpi_rma_early_wait',
    explanation: 'The transfers had ended already, but an origin called MPI_Win_complete later.',
    advice: 'Call MPI_Win_complete directly after the last transfer.',
  },
  {
    metric: 'mpi_rma_sync_lock_competition',
    explanation: 'The processes waited for the lock of a window that another process held.',
    advice:
      'Hold the lock for a shorter time, use shared locks where possible, or spread the data over several targets.',
  },
  {
    metric: 'mpi_rma_wait_at_create',
    explanation: 'The processes created the window at different times; those listed waited for the last one.',
    advice: 'Create windows once, at the start, and balance the work before it.',
  },
  {
    metric: 'mpi_rma_wait_at_free',
    explanation: 'The processes released the window at different times; those listed waited for the last one.',
    advice: 'Release windows at the end of the program, and balance the work before it.',
  },
  {
    metric: 'pthread_lock_contention_mutex_lock',
    explanation: 'Threads waited for a mutex because another thread held it.',
    advice: 'Hold the mutex for a shorter time, or use several, each for a part of the data.',
  },
  {
    metric: 'pthread_lock_contention_conditional',
    explanation: 'Threads waited at a condition variable until another thread released its mutex.',
    advice: 'Signal the condition earlier, or give the waiting threads other work meanwhile.',
  },
  {
    metric: 'acc_wait',
    explanation: 'The threads waited in a synchronising call or a copy while the accelerator was working.',
    advice:
      'Let the host compute meanwhile: asynchronous copies and launches, synchronised only where results are needed. ' +
      'Overlap transfers and kernels with several streams.',
  },
  {
    metric: 'omp_ebarrier_wait',
    explanation: 'Threads reached the barrier at different times; those listed waited for the last one of their team.',
    advice:
      'Share the work before the barrier more evenly, for example with schedule(dynamic) or schedule(guided). Remove ' +
      'the barrier if nothing after it needs the results of other threads.',
  },
  {
    metric: 'omp_ibarrier_wait',
    explanation:
      'Threads finished their share of the construct at different times, and waited in the barrier at its end for the ' +
      'last one of their team.',
    advice:
      'Share the iterations more evenly: schedule(dynamic) or schedule(guided), or smaller chunks. Add nowait if the ' +
      'next construct does not need the results.',
  },
  {
    metric: 'omp_lock_contention_critical',
    explanation: 'Threads waited to enter the critical section because another thread was in it.',
    advice:
      'Do less inside the critical section, give independent sections names of their own, or use atomic or a reduction.',
  },
  {
    metric: 'omp_lock_contention_api',
    explanation: 'Threads waited for a lock because another thread held it.',
    advice: 'Hold the lock for a shorter time, or use several locks, each for a part of the data.',
  },
  {
    metric: 'omp_management',
    isCost: true,
    confidence: 0.8,
    explanation:
      'Time to start and end the team of threads of this parallel region: the region is small for what its threads ' +
      'cost, or they slept and had to be woken. A trace shows when they began, not whether the cores were free.',
    advice:
      'Join parallel regions, or move the region outside of the loop around it. Let threads stay awake between regions ' +
      '(OMP_WAIT_POLICY=active) and bind them to cores (OMP_PROC_BIND=true), with no more threads than cores.',
  },
  {
    metric: 'omp_idle_threads',
    explanation: 'Worker threads had nothing to do while the master thread ran this code alone.',
    advice: 'Parallelise this part, or run more processes with fewer threads each.',
  },
  {
    metric: 'omp_limited_parallelism',
    partOf: 'omp_idle_threads',
    explanation: 'The parallel region used fewer threads than there are; the others idled.',
    advice: 'Use more threads here (num_threads, omp_set_num_threads), if there is enough work for them.',
  },
];

const described: readonly WaitingProperty[] = rows.map((row) => ({
  confidence: 1,
  ...row,
  title: metrics.find(({ name }) => name === row.metric)?.title ?? row.metric,
}));

/** All properties that become findings. They do not overlap. */
export const waitingProperties = described.filter(({ partOf }) => partOf === undefined);

/** The more specific properties a finding of `metric` may contain. */
export function partsOf(metric: MetricName): readonly WaitingProperty[] {
  return described.filter(({ partOf }) => partOf === metric);
}

/** Slurm's job states and pending reasons as sentences (squeue(1), "JOB STATE CODES" and "JOB REASON CODES"). */
import type { JobPhase } from '../target.js';

interface State {
  readonly phase: JobPhase;
  readonly sentence: string;
}

const state = (phase: JobPhase, sentence: string): State => ({ phase, sentence });

const states: ReadonlyMap<string, State> = new Map([
  ['BOOT_FAIL', state('failed', 'A node did not start for the job; submit it again.')],
  ['CANCELLED', state('cancelled', 'Cancelled outside Trimtab.')],
  ['COMPLETED', state('succeeded', 'Done.')],
  ['COMPLETING', state('running', 'Ending: Slurm cleans up after the job.')],
  ['CONFIGURING', state('pending', 'The nodes are allotted and being made ready.')],
  ['DEADLINE', state('failed', "Ended by Slurm at the job's deadline.")],
  ['FAILED', state('failed', 'The job failed.')],
  [
    'LAUNCH_FAILED',
    state('failed', 'Slurm could not start the job on its nodes; submit it again or ask the administrators.'),
  ],
  ['NODE_FAIL', state('failed', 'A node failed while the job ran; run it again.')],
  [
    'OUT_OF_MEMORY',
    state('failed', 'Out of memory: ask for more (scheduler.options, such as "--mem=8G"), or for more nodes.'),
  ],
  ['PENDING', state('pending', 'Waiting.')],
  ['POWER_UP_NODE', state('pending', 'The nodes are being switched on.')],
  ['PREEMPTED', state('failed', 'Ended by Slurm for a job of higher priority; run it again.')],
  [
    'RECONFIG_FAIL',
    state('failed', 'The nodes could not be set up for the job; submit it again or ask the administrators.'),
  ],
  ['REQUEUED', state('pending', 'Put back into the queue; it starts again automatically.')],
  ['REQUEUE_FED', state('pending', 'Put back into the queue of the federation; it starts again automatically.')],
  [
    'REQUEUE_HOLD',
    state('pending', 'Put back into the queue and held; release it with "scontrol release", or cancel it.'),
  ],
  ['RESIZING', state('running', 'Running; its size is being changed.')],
  ['RESV_DEL_HOLD', state('pending', 'Held, since its reservation was deleted; cancel it and submit it again.')],
  ['REVOKED', state('cancelled', 'Taken over by another cluster of the federation.')],
  ['RUNNING', state('running', 'Running.')],
  ['SIGNALING', state('running', 'Running; it is being sent a signal.')],
  ['SPECIAL_EXIT', state('failed', 'Ended with a special exit and held; look at its output.')],
  ['STAGE_OUT', state('running', 'Its files are being moved from the burst buffer.')],
  ['STOPPED', state('running', 'Stopped by a signal; it keeps its nodes.')],
  ['SUSPENDED', state('running', 'Suspended; it continues when Slurm resumes it.')],
  [
    'TIMEOUT',
    state('failed', 'Ended at its time limit; ask for more time (scheduler.time or limits.time of the target).'),
  ],
]);

/** States in which Slurm is done with a job. */
const FINAL: ReadonlySet<JobPhase> = new Set(['succeeded', 'failed', 'cancelled']);

/** @param name as squeue's %T or scontrol's JobState write it, such as `CANCELLED by 1000` or `NODE_FAIL+` */
export function stateOf(name: string): State {
  const word = /^[A-Z_]+/.exec(name)?.[0] ?? '';
  return states.get(word) ?? state('running', `In Slurm's state "${name}", which Trimtab does not know.`);
}

/** Whether a state is one in which a job stays. */
export function isFinal(name: string): boolean {
  return FINAL.has(stateOf(name).phase);
}

type Reason = readonly [pattern: RegExp, sentence: string];

const reasons: readonly Reason[] = [
  [/^(None|)$/, 'Waiting for Slurm to look at it.'],
  [/^Priority$/, 'Waiting: jobs of higher priority come first.'],
  [/^Resources$/, 'Waiting for nodes to become free.'],
  [/^DependencyNeverSatisfied$/, 'Never starts: a job that had to succeed before did not; cancel it.'],
  [/^Dependency$/, 'Waiting for another job to end.'],
  [/^BeginTime$/, 'Waiting for the time at which it may begin (put back into the queue, or asked for so).'],
  [/^JobHeldUser$/, 'Held by its owner; release it with "scontrol release".'],
  [/^(JobHeldAdmin|JobHoldMaxRequeue)$/, 'Held by the administrators or after too many starts; ask them.'],
  [/launch.failed.requeued.held/i, 'Held, since it could not be started; ask the administrators.'],
  [/^(PartitionDown|PartitionInactive)$/, 'Waiting: its partition takes no jobs now.'],
  [
    /^PartitionNodeLimit$/,
    'Never starts so: the partition does not give that many nodes; ask for fewer or choose another partition.',
  ],
  [/^PartitionTimeLimit$/, 'Never starts so: it asks for more time than the partition gives; shorten scheduler.time.'],
  [/^(ReqNodeNotAvail|Nodes required for job are)/i, 'Waiting: nodes it needs are down, drained or reserved.'],
  [/^(NodeDown|FrontEndDown)$/, 'Waiting: a node it needs is down.'],
  [/^(Reservation|ReservationDeleted)$/, 'Waiting for its reservation.'],
  [/^Licenses$/, 'Waiting for a licence.'],
  [/^JobArrayTaskLimit$/, 'Waiting: as many jobs of this sweep run as may run at once.'],
  [
    /^(InvalidAccount|AccountNotAllowed|InvalidQOS|QOSNotAllowed)$/,
    'Never starts so: account or quality of service is not allowed here; correct scheduler.account or scheduler.qos.',
  ],
  [/^BadConstraints$/, 'Never starts so: no nodes have what it asks for; correct scheduler.options.'],
  [
    /^(QOS|Assoc|Max\w*Per|Grp|User|Job\w*Limit)/,
    'Waiting: a limit of the account or of the quality of service is reached.',
  ],
  [/^(Cleaning|Prolog)$/, 'Waiting for nodes to be made ready.'],
];

/** Why a job waits. @param reason squeue's %r */
export function pendingSentence(reason: string): string {
  return reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? `Waiting (Slurm reports: ${reason}).`;
}

/**
 * Returns why a job was cancelled, from scontrol's or squeue's reason; undefined if the reason contains nothing more.
 */
export function cancelSentence(reason: string): string | undefined {
  if (reason.startsWith('Dependency')) return 'Not started: a job that had to succeed before did not.';
  if (/NodeDown|NODE FAILURE/i.test(reason)) return 'Ended since a node failed; run it again.';
  if (/TimeLimit|TIME LIMIT/i.test(reason)) return stateOf('TIMEOUT').sentence;
  if (/PREEMPTION/i.test(reason)) return stateOf('PREEMPTED').sentence;
  return undefined;
}

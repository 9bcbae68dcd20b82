/** State of a job of Slurm, from all available data. */
import { endedStatus, timesOf, type JobRecords } from '../jobs/records.js';
import type { JobStatus } from '../target.js';
import { parseFinalLines, type ControlEntry, type QueueEntry } from './parse.js';
import { cancelSentence, isFinal, pendingSentence, stateOf } from './states.js';

export interface Evidence {
  readonly records: JobRecords;
  /** squeue's line; undefined when Slurm does not know the job (any more). */
  readonly queue: QueueEntry | undefined;
  /** scontrol's line, asked for when squeue and the records leave it open. */
  readonly control: ControlEntry | undefined;
  /** Slurm's own messages in the job's output. */
  readonly finalLines: string;
  /** False when the controller could not be asked. */
  readonly answered: boolean;
}

/** Whether scontrol should be asked: Slurm is done with the job, which left no word itself. */
export function isOpen({ records, queue, answered }: Evidence): boolean {
  return answered && records.exit === undefined && (queue === undefined || isFinal(queue.state));
}

/** @returns the status; phases of jobs that wait or run carry why and where */
export function judge(evidence: Evidence): JobStatus {
  const { records, queue, control, answered } = evidence;
  const times = timesOf(records, records.exit);
  if (queue !== undefined && !isFinal(queue.state) && !hasFinalLine(records, queue)) return standing(queue, records);
  const verdict = finalState(evidence);
  if (records.exit !== undefined && (verdict === undefined || !ENDED_BY_SLURM.test(verdict.state)))
    return endedStatus(records, records.exit);
  if (verdict !== undefined) return ended(verdict, records, control, times);
  if (!answered) return unknown(records, times);
  return {
    phase: 'lost',
    sentence: 'Slurm no longer lists the job, and the job left no exit record; look at its output and run it again.',
    ...times,
  };
}

/** States that are more specific than the exit record. */
const ENDED_BY_SLURM = /^(CANCELLED|TIMEOUT|NODE_FAIL|OUT_OF_MEMORY|PREEMPTED|DEADLINE|BOOT_FAIL)/;

type Times = ReturnType<typeof timesOf>;

/**
 * Reports whether the exit record counts although Slurm has not finished the job. It does not if the job was requeued,
 * or was requested to end: Slurm will report the reason, or restart it.
 */
function hasFinalLine({ exit }: JobRecords, queue: QueueEntry): boolean {
  return exit !== undefined && exit.get('reason') !== 'TERM' && stateOf(queue.state).phase !== 'pending';
}

function standing(queue: QueueEntry, records: JobRecords): JobStatus {
  const { phase, sentence } = stateOf(queue.state);
  if (queue.state === 'PENDING') return { phase, sentence: pendingSentence(queue.reason) };
  if (phase === 'pending') return { phase, sentence };
  const times = timesOf(records);
  if (queue.state === 'RUNNING' && queue.nodes !== '')
    return { phase, sentence: `Running on ${queue.nodes}.`, ...times, nodes: queue.nodes };
  return { phase, sentence, ...times };
}

function finalState({ queue, control, finalLines }: Evidence): { state: string; reason: string } | undefined {
  if (control !== undefined && isFinal(control.state)) return control;
  if (queue !== undefined && isFinal(queue.state)) return queue;
  return parseFinalLines(finalLines);
}

function ended(
  verdict: { state: string; reason: string },
  records: JobRecords,
  control: ControlEntry | undefined,
  times: Times,
): JobStatus {
  const { phase, sentence } = stateOf(verdict.state);
  const node = times.nodes === undefined || times.nodes === '' ? {} : { nodes: times.nodes };
  const recorded = records.exit?.get('code');
  const code = recorded === undefined ? control?.exitCode : Number(recorded);
  const exitCode = code === undefined || (code === 0 && phase !== 'succeeded') ? {} : { exitCode: code };
  if (verdict.state.startsWith('CANCELLED')) {
    if (records.cancelled) return { phase: 'cancelled', sentence: 'Cancelled.', ...times };
    const why = cancelSentence(verdict.reason);
    return why === undefined ? { phase, sentence, ...times } : { phase: 'failed', sentence: why, ...times, ...node };
  }
  if (phase === 'succeeded')
    return {
      phase: 'failed',
      sentence:
        'Slurm reports that the job is done, but its exit record is missing: the disk of the work folder may be full.',
      ...times,
    };
  return { phase, sentence: withSignal(sentence, verdict.state, control), ...exitCode, ...times, ...node };
}

function withSignal(sentence: string, state: string, control: ControlEntry | undefined): string {
  if (!state.startsWith('FAILED') || control === undefined) return sentence;
  const how = control.signal > 0 ? `signal ${control.signal}` : `exit code ${control.exitCode}`;
  return `The job failed (${how}) before its script could record the reason; see its output.`;
}

function unknown(records: JobRecords, times: Times): JobStatus {
  const running = records.started !== undefined;
  return {
    phase: running ? 'running' : 'pending',
    sentence: `Slurm's controller does not answer; the job was ${running ? 'running' : 'waiting'} when last heard of, and is asked about again.`,
    askAgainAfter: 10,
    ...times,
  };
}

/** Parsers of the output of Slurm's commands with an explicit format. */

/** One job as reported by squeue. */
export interface QueueEntry {
  /** `12`, or `12_3` for an element of an array. */
  readonly id: string;
  readonly state: string;
  readonly reason: string;
  readonly nodes: string;
}

/**
 * Fields known to every squeue since 2.6, the one that may hold anything last. --array gives each element of an array
 * its own line.
 */
export const QUEUE_FORMAT = '%i|%T|%N|%r';

/** @param text of `squeue --noheader --array --format=QUEUE_FORMAT`; lines of another shape are messages */
export function parseQueue(text: string): QueueEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, id, state, nodes, reason] = /^\s*(\d+(?:_\d+)?)\|([A-Z_]+[^|]*)\|([^|]*)\|(.*)$/.exec(line) ?? [];
    if (id === undefined || state === undefined || nodes === undefined || reason === undefined) return [];
    return [{ id, state, nodes, reason: reason.trim() }];
  });
}

/** squeue could not ask: the controller is away, or the question never arrived. */
export function controllerAway(text: string): boolean {
  return /Unable to contact slurm controller|Connection refused|Socket timed out|Zero Bytes were transmitted|Protocol authentication error|Could not establish a configuration/i.test(
    text,
  );
}

/** One job as reported by scontrol. */
export interface ControlEntry {
  readonly id: string;
  readonly state: string;
  readonly reason: string;
  readonly nodes: string;
  readonly exitCode: number;
  /** Number of the signal that ended it, 0 for none. */
  readonly signal: number;
}

/**
 * Fields of `scontrol show job -o`. Values may hold spaces (Command, Comment): a field begins at a known-looking name.
 * Versions differ in which fields there are (22.05 added `SLUID`-like ones later), not in these.
 */
export function parseControl(text: string): ControlEntry[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('JobId='))
    .map((line) => {
      const get = (name: string): string => new RegExp(`(?:^|\\s)${name}=(\\S*)`).exec(line)?.[1] ?? '';
      const array = get('ArrayTaskId');
      const [code = '0', signal = '0'] = get('ExitCode').split(':');
      const nodes = get('NodeList');
      return {
        id: /^\d+$/.test(array) ? `${get('ArrayJobId')}_${array}` : get('JobId'),
        state: get('JobState'),
        reason: get('Reason'),
        nodes: nodes === '(null)' ? '' : nodes,
        exitCode: Number(code),
        signal: Number(signal),
      };
    });
}

/**
 * Returns the data in Slurm's own last messages in a job's output: `*** JOB 12 ON n1 CANCELLED AT ... DUE TO TIME LIMIT
 * ***`.
 */
export function parseFinalLines(text: string): { readonly state: string; readonly reason: string } | undefined {
  if (/oom[-_ ]kill|OUT OF MEMORY|Out Of Memory/i.test(text)) return { state: 'OUT_OF_MEMORY', reason: '' };
  const match = /\*\*\* (?:JOB|STEP) \S+ ON \S+ (CANCELLED|FAILED) AT \S+(?: DUE TO ([A-Z ,-]+?))? \*\*\*/.exec(text);
  if (match === null) return undefined;
  const [, word, reason = ''] = match.map((part: string | undefined) => part);
  if (reason.includes('TIME LIMIT')) return { state: 'TIMEOUT', reason };
  if (reason.includes('NODE FAIL')) return { state: 'NODE_FAIL', reason };
  if (reason.includes('PREEMPTION')) return { state: 'PREEMPTED', reason };
  return { state: word ?? '', reason };
}

/** The script of a job: it records its start and its outcome, so that no other process has to be queried. */
import { exportLines, quote, quoteAll } from '../shell/quote.js';
import type { Seconds } from '../../base/units.js';
import type { JobRequest, TargetCommand } from '../target.js';

/** Files of a job's folder. */
export const JOB_FILES = {
  script: 'job.sh',
  output: 'output',
  /** id, process id, machine and time, written by the job itself when it begins. */
  started: 'started',
  /** Exit code and time, written by the job itself when it ends; appears whole or not at all. */
  exit: 'exit',
  /** The job's id, noted by who submitted it. */
  id: 'id',
  /** Scheduler's name of the array and the index in it, noted before the array is submitted. */
  array: 'array',
  /** Exists when Trimtab was requested to cancel the job. */
  cancelled: 'cancelled',
  /** Slurm's own messages in the job's output. */
  slurmOutput: 'slurm.out',
  lock: 'lock',
} as const;

/** How long a program may take to end after its time limit, before it is ended by force. */
const FORCE_AFTER: Seconds = 10;

/** Reserves the space of the exit record at the start: the program's output may fill the disk by the end. */
const HEAD = `if [ -f "$job/exit" ]; then mv -f "$job/exit" "$job/exit.before"; fi
printf '%0512d\\n' 0 >"$job/exit.part"
exec >>"$job/output" 2>&1 </dev/null
id=\${SLURM_JOB_ID:-$$}
if [ -n "\${SLURM_ARRAY_TASK_ID-}" ]; then id=\${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID; fi
now() {
  case $(date -u +%3N 2>/dev/null) in
    [0-9][0-9][0-9]) date -u +%Y-%m-%dT%H:%M:%S.%3NZ ;;
    *) date -u +%Y-%m-%dT%H:%M:%SZ ;;
  esac
}
printf 'id=%s\\npid=%s\\nhost=%s\\nnodes=%s\\nbegan=%s\\nend\\n' "$id" "$$" "$(uname -n)" "\${SLURM_JOB_NODELIST:-$(uname -n)}" "$(now)" >"$job/started.part" && mv -f "$job/started.part" "$job/started"
reason=
child=
timer=
killer=
record() {
  trap '' TERM INT USR1
  if [ -n "$timer" ]; then kill "$timer" 2>/dev/null; fi
  if [ -n "$killer" ]; then kill "$killer" 2>/dev/null; fi
  free=$(df -Pk "$job" 2>/dev/null | awk 'NR == 2 { print $4 }')
  printf 'code=%s\\nreason=%s\\nended=%s\\nfree=%s\\nend\\n' "$1" "$reason" "$(now)" "$free" 1<>"$job/exit.part" && mv -f "$job/exit.part" "$job/exit"
}
stop() {
  reason=$1
  if [ -n "$child" ]; then kill -TERM "$child" 2>/dev/null; fi
}
# A program that does not end when it is told to may take no more than ${FORCE_AFTER} seconds.
force() {
  if [ -n "$child" ] && [ -z "$killer" ]; then
    ( trap 'kill -KILL "$nap"; exit 0' TERM; sleep ${FORCE_AFTER} & nap=$!; wait "$nap" && kill -KILL "$child" ) 2>/dev/null &
    killer=$!
  fi
}
trap 'record $?' EXIT
trap 'stop TERM; exit 143' TERM
trap 'stop INT; exit 130' INT
trap 'stop timeout; force' USR1
trap '' HUP
`;

/**
 * The program runs in the background so that a signal to the script is dealt with at once.
 * @param input redirection of its standard input; '' for none
 */
const runLines = (input: string): string => `"$@"${input} &
child=$!
trap 'stop TERM' TERM
trap 'stop INT' INT
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
exit "$code"
`;

/** srun starts N separate programs if the connection method of MPI's ranks is not set; sites may have set it. */
const MPI_TYPE = `if [ -z "\${SLURM_MPI_TYPE-}" ] && scontrol show config 2>/dev/null | grep -q '^MpiDefault *= *none' && srun --mpi=list 2>&1 | grep -q '^[[:space:]]*pmix'; then
  export SLURM_MPI_TYPE=pmix
fi
`;

export interface Surroundings {
  /** Lines of sh that the person wrote for this target. */
  readonly setup: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Seconds after which the job ends itself, where no scheduler does that. */
  readonly timeLimit?: Seconds;
  /** Lines to run before everything else, such as waiting for other jobs. */
  readonly before?: string;
}

/** Text of `job.sh`. */
export function jobScript(request: JobRequest, surroundings: Surroundings): string {
  return [
    '#!/bin/sh\n',
    '# A job of Trimtab. Its output, its begin and its end are written to files in this folder.\n',
    `job=${quote(request.jobFolder)}\n`,
    HEAD,
    surroundings.before ?? '',
    preparation(request, surroundings),
    request.argv.at(0)?.replace(/^.*\//, '') === 'srun' ? MPI_TYPE : '',
    `set -- ${quoteAll(request.argv)}\n`,
    'if ! command -v "$1" >/dev/null 2>&1; then\n  reason=missing\n  echo "$1: not found"\n  exit 127\nfi\n',
    inputLines(request),
    surroundings.timeLimit === undefined ? '' : timer(surroundings.timeLimit),
    runLines(request.input === undefined ? '' : ` <${quote(request.input.path)}`),
  ].join('');
}

/** A redirected file must exist; and srun passes it to rank 0 alone, like mpirun. */
function inputLines({ input }: TargetCommand): string {
  if (input === undefined) return '';
  const path = quote(input.path);
  return `if ! [ -f ${path} ]; then
  reason=input
  printf '%s: no such file to read from\\n' ${path}
  exit 1
fi
export SLURM_STDINMODE=0
`;
}

/**
 * Returns the timer that runs in parallel with the program; it ends its own sleep when it is no longer needed. The
 * program starts only when the timer can be ended: a signal sent before its trap is set is lost, and the timer would
 * outlive a short program. A process that has not become `sleep` yet also loses all signals except KILL.
 */
function timer(limit: Seconds): string {
  return `mkfifo "$job/clock" 2>/dev/null
( trap 'kill -KILL "$nap"; exit 0' TERM; sleep ${Math.ceil(limit)} & nap=$!; if [ -p "$job/clock" ]; then : >"$job/clock"; fi; wait "$nap" && kill -USR1 $$ ) &
timer=$!
if [ -p "$job/clock" ]; then read -r _ <"$job/clock"; rm -f "$job/clock"; fi
`;
}

function preparation(
  command: TargetCommand & Pick<Partial<JobRequest>, 'resources' | 'searchFirst'>,
  { setup, environment }: Surroundings,
): string {
  const threads = command.resources?.threadsPerRank;
  const perRank =
    threads === undefined ? {} : { OMP_NUM_THREADS: String(threads), SRUN_CPUS_PER_TASK: String(threads) };
  return [
    setup === '' ? '' : `${setup}\n`,
    exportLines({ ...perRank, ...environment, ...command.environment }),
    command.searchFirst === undefined ? '' : `PATH=${quote(command.searchFirst)}:$PATH; export PATH\n`,
    `cd ${quote(command.folder)} || { reason=folder; exit 1; }\n`,
  ].join('');
}

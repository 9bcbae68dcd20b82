/** Jobs on machines without a scheduler: a process in a separate session, watched through its records. */
import { present } from '../../base/present.js';
import { join } from 'node:path/posix';
import { absent } from '../../base/elements.js';
import { demand, type Shell } from '../shell/shell.js';
import { quote } from '../shell/quote.js';
import type { JobHandle, JobRequest, JobStatus } from '../target.js';
import { Pace, type Bounds } from './pace.js';
import { endedStatus, parseRecord, timesOf, type JobRecords } from './records.js';
import { isAliveScript, type JobObserver, ShellObserver } from './observer.js';
import { jobScript, JOB_FILES, type Surroundings } from './script.js';
import { submission } from './submission.js';

/** Operations on jobs, with or without a scheduler. */
export interface Jobs {
  submit(request: JobRequest, surroundings: Surroundings): Promise<JobHandle>;
  submitAll(requests: readonly JobRequest[], surroundings: Surroundings): Promise<readonly JobHandle[]>;
  status(jobs: readonly JobHandle[]): Promise<readonly JobStatus[]>;
  cancel(job: JobHandle): Promise<void>;
}

/** Uses a separate session if the system has setsid; else at least disables hang-ups. */
const START = `if command -v setsid >/dev/null 2>&1; then
  setsid /bin/sh "$job/${JOB_FILES.script}" </dev/null >/dev/null 2>&1 &
else
  nohup /bin/sh "$job/${JOB_FILES.script}" </dev/null >/dev/null 2>&1 &
fi
id=$!
n=0
while [ ! -f "$job/${JOB_FILES.started}" ] && [ $n -lt 30 ]; do sleep 0.1 2>/dev/null || sleep 1; n=$((n + 1)); done`;

/** Ends a process, its group and all that it started: ranks before launchers, then with force. */
const KILL_TREE = `tree() {
  ps -A -o pid= -o ppid= | awk -v root="$1" '{ parent[$1] = $2 } END {
    for (p in parent) { q = p; n = 0; while (q in parent && q != root && n++ < 64) q = parent[q]; if (q == root && p != root) print p } }'
}
all=$(tree "$id")
kill -TERM "$id" $all 2>/dev/null
n=0
while [ $n -lt 5 ] && [ ! -f "$job/exit" ] && kill -0 "$id" 2>/dev/null; do sleep 1; n=$((n + 1)); done
for p in $(tree "$id") $all; do kill -KILL "$p" 2>/dev/null; done
kill -KILL -- "-$id" "$id" 2>/dev/null`;

export class SupervisedJobs implements Jobs {
  private readonly pace: Pace;

  /** @param bounds how often jobs are asked about */
  constructor(
    private readonly shell: Shell,
    bounds?: Bounds,
    private readonly observer: JobObserver = new ShellObserver(shell),
  ) {
    this.pace = new Pace(bounds);
  }

  async submit(request: JobRequest, surroundings: Surroundings): Promise<JobHandle> {
    const { jobFolder } = request;
    const before = waitFor(request.after ?? []);
    const { timeLimit } = request.resources;
    const around = { ...surroundings, before, ...present({ timeLimit }) };
    const files = { [join(jobFolder, JOB_FILES.script)]: jobScript(request, around) };
    const id = await demand(this.shell, 'The job could not be started', submission(jobFolder, files, START, 'true'));
    return { id: id.trim(), jobFolder };
  }

  async submitAll(requests: readonly JobRequest[], surroundings: Surroundings): Promise<readonly JobHandle[]> {
    const handles: JobHandle[] = [];
    for (const request of requests) handles.push(await this.submit(request, surroundings));
    return handles;
  }

  async status(jobs: readonly JobHandle[]): Promise<readonly JobStatus[]> {
    if (jobs.length === 0) return [];
    const { host, jobs: observed } = await this.observer.observe(jobs);
    return jobs.map((job, i) => {
      const { isAlive, exit, started, cancelled } = observed[i] ?? absent(i);
      const records = {
        exit: parseRecord(exit),
        started: parseRecord(started),
        cancelled: cancelled !== '',
      };
      return this.pace.with(job, judge(records, isAlive, host));
    });
  }

  async cancel({ id, jobFolder }: JobHandle): Promise<void> {
    const ask = `job=${quote(jobFolder)}
if [ -f "$job/exit" ]; then exit 0; fi
echo yes >"$job/cancelled"
id=${quote(id)}
if ${isAliveScript(id, jobFolder)}; then
${KILL_TREE}
fi
if [ ! -f "$job/exit" ]; then
  printf 'code=143\\nreason=TERM\\nended=%s\\nend\\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >"$job/exit.cancel" && mv -f "$job/exit.cancel" "$job/exit"
fi
true`;
    await demand(this.shell, 'The job could not be cancelled', ask);
  }
}

function judge(records: JobRecords, running: boolean, host: string): JobStatus {
  if (records.exit !== undefined) return endedStatus(records, records.exit);
  const times = timesOf(records);
  const there = records.started?.get('host');
  if (running) return { phase: 'running', sentence: `Running on ${there ?? host}.`, ...times };
  if (records.cancelled) return { phase: 'cancelled', sentence: 'Cancelled.', ...times };
  if (there !== undefined && there !== host)
    return {
      phase: 'running',
      sentence: `Running on ${there}; this is ${host}, from where it cannot be seen.`,
      ...times,
    };
  return {
    phase: 'lost',
    sentence: `The job ended on ${there ?? host} without an exit record: it was killed, or the machine was restarted; run it again.`,
    ...times,
  };
}

/** Lines that wait for other jobs to end well. */
function waitFor(jobs: readonly JobHandle[]): string {
  return jobs
    .map(({ jobFolder }) => join(jobFolder, JOB_FILES.exit))
    .map(
      (file) =>
        `while [ ! -f ${quote(file)} ]; do sleep 1; done\nif ! grep -q '^code=0$' ${quote(file)}; then reason=dependency; exit 1; fi\n`,
    )
    .join('');
}

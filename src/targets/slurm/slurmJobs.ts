/** Jobs of Slurm, through its command line. */
import { join } from 'node:path/posix';
import { setTimeout as delay } from 'node:timers/promises';
import { absent } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { SchedulerOptions } from './scheduler.js';
import { Pace } from '../jobs/pace.js';
import { parseRecord, type JobRecords } from '../jobs/records.js';
import { jobScript, JOB_FILES, type Surroundings } from '../jobs/script.js';
import { Sections } from '../jobs/sections.js';
import { submission } from '../jobs/submission.js';
import type { Jobs } from '../jobs/supervised.js';
import { demand, type Shell } from '../shell/shell.js';
import { quote, quoteAll } from '../shell/quote.js';
import type { JobHandle, JobRequest, JobStatus } from '../target.js';
import { arrayNote, arrayScript, find, inArrays, knownId, noteIds } from './arrays.js';
import { isOpen, judge, type Evidence } from './judge.js';
import { jobName, outputOption, sbatchOptions } from './options.js';
import { controllerAway, parseControl, parseQueue, QUEUE_FORMAT } from './parse.js';

const FAILED = 'The job could not be submitted';

export class SlurmJobs implements Jobs {
  private readonly pace = new Pace();

  /**
   * @param arrayLimit how many jobs of one array may run at once
   * @param patience how long a controller that does not answer is asked again to take a job
   */
  constructor(
    private readonly shell: Shell,
    private readonly scheduler: SchedulerOptions,
    private readonly arrayLimit: number | undefined,
    private readonly patience: Seconds,
  ) {}

  async submit(request: JobRequest, surroundings: Surroundings): Promise<JobHandle> {
    const { jobFolder, resources } = request;
    const name = jobName(request.name, jobFolder);
    const script = join(jobFolder, JOB_FILES.script);
    const options = [...sbatchOptions(jobFolder, name, resources, this.scheduler), outputOption(jobFolder)];
    const start = `${dependencies(request.after ?? [])}${sbatch(options, script)}`;
    const files = { [script]: jobScript(request, surroundings) };
    const text = await this.insist(submission(jobFolder, files, start, find(name)));
    return { id: checkId(text), jobFolder };
  }

  /**
   * Requests for the same resources become one array; the others are submitted one by one. Jobs submitted before, in
   * any group, are found again.
   */
  async submitAll(requests: readonly JobRequest[], surroundings: Surroundings): Promise<readonly JobHandle[]> {
    const ids = await this.knownIds(requests.map(({ jobFolder }) => jobFolder));
    const groups = new Map<string, JobRequest[]>();
    for (const request of requests.filter(({ jobFolder }) => !ids.has(jobFolder))) {
      const key = JSON.stringify([request.resources, request.after ?? []]);
      groups.set(key, [...(groups.get(key) ?? []), request]);
    }
    for (const group of [...groups.values()].flatMap(inArrays)) {
      const [first, ...others] = group;
      if (first === undefined) continue;
      const made =
        others.length === 0 ? [await this.submit(first, surroundings)] : await this.submitArray(group, surroundings);
      for (const { id, jobFolder } of made) ids.set(jobFolder, id);
    }
    return requests.map(({ jobFolder }) => ({ id: checkId(ids.get(jobFolder) ?? ''), jobFolder }));
  }

  /** Jobs of folders that were submitted before, by folder. */
  private async knownIds(folders: readonly string[]): Promise<Map<string, string>> {
    const sections = new Sections();
    folders.forEach((folder, i) => sections.add(String(i), knownId(folder)));
    const answers = sections.parse(await this.insist(sections.script));
    return new Map(
      folders.flatMap((folder, i): [string, string][] => {
        const id = answers.get(String(i))?.trim() ?? '';
        return id === '' ? [] : [[folder, checkId(id)]];
      }),
    );
  }

  private async submitArray(group: readonly JobRequest[], surroundings: Surroundings): Promise<JobHandle[]> {
    const first = group[0] ?? absent('job');
    const folder = first.jobFolder;
    const name = jobName(first.name, folder);
    const array = join(folder, 'array.sh');
    const files: Record<string, string> = { [array]: arrayScript(group) };
    for (const [index, request] of group.entries()) {
      files[join(request.jobFolder, JOB_FILES.script)] = jobScript(request, surroundings);
      files[join(request.jobFolder, JOB_FILES.array)] = arrayNote(name, index);
    }
    const limit = this.arrayLimit === undefined ? '' : `%${this.arrayLimit}`;
    const options = [
      ...sbatchOptions(folder, name, first.resources, this.scheduler),
      `--array=0-${group.length - 1}${limit}`,
      '--output=/dev/null',
    ];
    const each = group.map((request) => request.jobFolder);
    const folders = `${quoteAll(['mkdir', '-p', ...each])} && ${quoteAll(['chmod', '700', ...each])}`;
    const start = `${dependencies(first.after ?? [])}${sbatch(options, array)}`;
    const once = submission(folder, files, start, find(name), noteIds(each));
    const ids = each.map((one) => quote(join(one, JOB_FILES.id)));
    const text = await this.insist(`${folders} || exit 1\n(${once}) >/dev/null || exit 1\ncat ${ids.join(' ')}`);
    const answers = text.trim().split('\n');
    return group.map(({ jobFolder }, i) => ({ id: checkId(answers[i] ?? ''), jobFolder }));
  }

  /** Submits; a controller that is away is waited for, which is safe since a submission happens once. */
  private async insist(script: string): Promise<string> {
    const began = performance.now();
    for (let pause = 1000; ; pause *= 2) {
      try {
        return await demand(this.shell, FAILED, script);
      } catch (error) {
        const away = error instanceof TrimtabError && controllerAway(error.details ?? '');
        const left = began + this.patience * 1000 - performance.now();
        if (!away || left <= 0) throw error;
        await delay(Math.min(pause, left));
      }
    }
  }

  async status(jobs: readonly JobHandle[]): Promise<readonly JobStatus[]> {
    if (jobs.length === 0) return [];
    const evidence = await this.ask(jobs);
    const open = jobs.filter((_, i) => isOpen(evidence[i] ?? absent(i)));
    const control = open.length === 0 ? [] : await this.askControl(open);
    return jobs.map((job, i) => {
      const entry = control.find(({ id }) => id === job.id);
      return this.pace.with(job, judge({ ...(evidence[i] ?? absent(i)), control: entry }));
    });
  }

  /** One question about all: Slurm's queue, and what the jobs wrote themselves. */
  private async ask(jobs: readonly JobHandle[]): Promise<Evidence[]> {
    const sections = new Sections();
    const ids = [...new Set(jobs.map(({ id }) => checkId(id).replace(/_\d+$/, '')))];
    const squeue = [
      'squeue',
      '--noheader',
      '--array',
      '--states=all',
      `--format=${QUEUE_FORMAT}`,
      `--jobs=${ids.join(',')}`,
    ];
    sections.add('squeue', `${quoteAll(squeue)} 2>&1`);
    jobs.forEach(({ jobFolder }, i) => {
      for (const name of ['exit', 'started', 'cancelled'] as const)
        sections.addFile(`${name} ${i}`, join(jobFolder, name));
      sections.add(
        `words ${i}`,
        `tail -n 20 ${quote(join(jobFolder, JOB_FILES.slurmOutput))} ${quote(join(jobFolder, JOB_FILES.output))} 2>/dev/null | grep -a -e '\\*\\*\\*' -e oom -e 'slurmstepd'`,
      );
    });
    const answers = sections.parse(await demand(this.shell, "Slurm's queue could not be queried", sections.script));
    const text = answers.get('squeue') ?? '';
    const queue = new Map(parseQueue(text).map((entry) => [entry.id, entry]));
    return jobs.map((job, i) => {
      const read = (name: string): string => answers.get(`${name} ${i}`) ?? '';
      const records: JobRecords = {
        exit: parseRecord(read('exit')),
        started: parseRecord(read('started')),
        cancelled: read('cancelled').trim() !== '',
      };
      return {
        records,
        queue: queue.get(job.id),
        control: undefined,
        finalLines: read('words'),
        answered: !controllerAway(text),
      };
    });
  }

  private async askControl(jobs: readonly JobHandle[]): Promise<ReturnType<typeof parseControl>> {
    const commands = jobs.map(({ id }) => `${quoteAll(['scontrol', 'show', 'job', '-o', id])} 2>/dev/null`);
    const { stdout } = await this.shell.execute(commands.join('\n'));
    return parseControl(stdout);
  }

  async cancel({ id, jobFolder }: JobHandle): Promise<void> {
    const file = join(jobFolder, JOB_FILES.cancelled);
    const state = quoteAll(['squeue', '--noheader', '--states=all', '--format=%T', `--jobs=${checkId(id)}`]);
    // Slurm is asked rather than the exit record: a job put back into the queue has left one.
    const script = `case "$(${state} 2>&1 | head -n 1)" in
  COMPLETED* | FAILED* | CANCELLED* | TIMEOUT* | NODE_FAIL* | OUT_OF_ME* | PREEMPTED* | DEADLINE* | BOOT_FAIL* | *'Invalid job id'*) exit 0 ;;
esac
echo yes >${quote(file)}
if ! said=$(${quoteAll(['scancel', checkId(id)])} 2>&1); then
  case "$said" in
    *'Invalid job id'* | *'already completing or completed'*) exit 0 ;;
  esac
  rm -f ${quote(file)}
  echo "$said" >&2
  exit 1
fi`;
    await demand(this.shell, 'The job could not be cancelled', script);
  }
}

/** @throws TrimtabError for anything but a job id: it goes into commands and names */
function checkId(text: string): string {
  const id = text.trim();
  if (/^\d+(_\d+)?$/.test(id)) return id;
  throw new TrimtabError(`Slurm gave "${id.slice(0, 80)}" where a job id was expected; look at sbatch on the target.`);
}

/** `$depend` is set by `dependencies`; sbatch prints "id" or "id;cluster". */
function sbatch(options: readonly string[], script: string): string {
  return `said=$(${quoteAll(['sbatch', ...options])} $depend ${quote(script)}) || fail
id=\${said%%;*}`;
}

/** Jobs that have ended well need not be waited for, and Slurm may have forgotten them. */
function dependencies(jobs: readonly JobHandle[]): string {
  const checks = jobs.map(({ id, jobFolder }) => {
    const exit = quote(join(jobFolder, JOB_FILES.exit));
    return `if [ ! -f ${exit} ]; then
  wait_for=$wait_for:${checkId(id)}
elif ! grep -q '^code=0$' ${exit}; then
  echo 'a job that has to succeed before has failed' >&2
  fail
fi
`;
  });
  return `wait_for=
depend=
${checks.join('')}if [ -n "$wait_for" ]; then depend="--dependency=afterok$wait_for --kill-on-invalid-dep=yes"; fi
`;
}

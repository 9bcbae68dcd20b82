import { join } from 'node:path/posix';
import type { Duplex } from 'node:stream';
import { TrimtabError } from '../base/problem.js';
import { attendedRun } from './attendedRun.js';
import type { TargetConfiguration } from './configuration.js';
import type { PathMapping } from '../base/paths/pathMap.js';
import type { Bytes, Seconds } from '../base/units.js';
import type { TargetCapabilities } from './kind.js';
import { launchEnvironment } from './environment.js';
import type { Surroundings } from './jobs/script.js';
import type { Jobs } from './jobs/supervised.js';
import { JOB_FILES } from './jobs/script.js';
import { Sections } from './jobs/sections.js';
import { launchCommand } from './launch.js';
import { runProcess, type ProcessOptions, type ProcessResult } from '../base/processes/process.js';
import { demand, type Shell } from './shell/shell.js';
import { quote } from './shell/quote.js';
import type {
  JobHandle,
  JobRequest,
  JobResources,
  JobStatus,
  Listener,
  Target,
  TargetCommand,
  TargetDescription,
  Transfer,
  TransferOptions,
} from './target.js';

/** How commands are run to their end: as processes here, or on the far side and followed from here. */
export type Runner =
  | { readonly kind: 'here'; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'attended'; readonly jobs: Jobs; readonly scratch: () => Promise<string> };

/** Parts of a target. */
export interface Machine {
  readonly capabilities: TargetCapabilities;
  readonly shell: Shell;
  readonly jobs: Jobs;
  /** The longest that any job is asked for. */
  readonly timeLimit?: Seconds;
  readonly runner: Runner;
  readonly folderOf: (project: string) => Promise<string>;
  readonly send: Target['send'];
  readonly fetch: Target['fetch'];
  readonly take: Target['take'];
  readonly connect: Target['connect'];
  /** Bytes of a file from an offset on, at most so many; none where there is no file. */
  readonly readPart: (path: string, from: Bytes, most: Bytes) => Promise<Buffer>;
  readonly describe: (signal?: AbortSignal) => Promise<TargetDescription>;
}

/** Any kind of target, put together from its parts. */
export class MachineTarget implements Target {
  readonly name: string;
  readonly kind: string;
  readonly isScheduled: boolean;
  readonly pathMap: readonly PathMapping[];

  constructor(
    readonly configuration: TargetConfiguration,
    private readonly machine: Machine,
  ) {
    this.name = configuration.name;
    this.kind = configuration.kind;
    this.pathMap = configuration.pathMap;
    this.isScheduled = machine.capabilities.queues;
  }

  describe(signal?: AbortSignal): Promise<TargetDescription> {
    return this.machine.describe(signal);
  }

  folderOf(project: string): Promise<string> {
    return this.machine.folderOf(project);
  }

  launchCommand(argv: readonly string[], resources: JobResources): readonly string[] {
    return launchCommand(this.configuration.launcher, argv, resources);
  }

  async run(command: TargetCommand, options: ProcessOptions = {}): Promise<ProcessResult> {
    const { runner, shell } = this.machine;
    const { setup, environment } = this.configuration;
    if (runner.kind === 'attended')
      return attendedRun(command, options, {
        shell,
        jobs: runner.jobs,
        scratch: await runner.scratch(),
        surroundings: { setup, environment },
      });
    const whole = { ...runner.environment, ...environment, ...command.environment };
    // The set-up is the person's own script; the command's words are handed to it, never written into it.
    const argv = setup === '' ? command.argv : ['/bin/sh', '-c', `${setup}\nexec "$@"`, 'sh', ...command.argv];
    return runProcess({ ...command, argv, environment: whole }, options);
  }

  send(local: string, remote: string, options?: TransferOptions): Promise<Transfer> {
    return this.machine.send(local, remote, options);
  }

  fetch(remote: string, local: string, options?: TransferOptions): Promise<Transfer> {
    return this.machine.fetch(remote, local, options);
  }

  take(remote: string, local: string, options?: TransferOptions): Promise<Transfer> {
    return this.machine.take(remote, local, options);
  }

  async submit(request: JobRequest): Promise<JobHandle> {
    return this.machine.jobs.submit(this.within(request), this.surroundings(request.resources));
  }

  async submitAll(requests: readonly JobRequest[]): Promise<readonly JobHandle[]> {
    if (requests.length === 0) return [];
    const ranks = Math.max(...requests.map(({ resources }) => resources.ranks));
    return this.machine.jobs.submitAll(
      requests.map((request) => this.within(request)),
      this.surroundings({ ranks }),
    );
  }

  status(jobs: readonly JobHandle[]): Promise<readonly JobStatus[]> {
    return this.machine.jobs.status(jobs);
  }

  async output({ jobFolder }: JobHandle, offset: number): Promise<{ text: string; next: number }> {
    const file = join(jobFolder, JOB_FILES.output);
    const from = Math.max(0, Math.trunc(offset));
    const whole = wholeCharacters(await this.machine.readPart(file, from, MOST_OUTPUT));
    return { text: whole.toString(), next: from + whole.length };
  }

  async sizes(folders: readonly string[]): Promise<readonly Bytes[]> {
    const sections = new Sections();
    folders.forEach((folder, i) => sections.add(String(i), `du -sk ${quote(folder)} 2>/dev/null`));
    const answer = await demand(this.machine.shell, 'Sizes of folders could not be asked for', sections.script);
    const sizes = sections.parse(answer);
    return folders.map((_, i) => {
      const kilobytes = /^\d+/.exec(sizes.get(String(i)) ?? '')?.[0] ?? '0';
      return 1024 * Number(kilobytes);
    });
  }

  async freeSpace(folder: string): Promise<Bytes | undefined> {
    const ask = `df -Pk ${quote(folder)} 2>/dev/null || true`;
    const answer = await demand(this.machine.shell, 'The free space could not be asked for', ask);
    // Total, used and available kilobytes, the share used, and where it is mounted: names before them may hold blanks.
    const available = /\s\d+\s+\d+\s+(\d+)\s+\d+%\s+\//.exec(answer)?.[1];
    return available === undefined ? undefined : 1024 * Number(available);
  }

  cancel(job: JobHandle): Promise<void> {
    return this.machine.jobs.cancel(job);
  }

  connect(to: Listener, signal?: AbortSignal): Promise<Duplex> {
    return this.machine.connect(to, signal);
  }

  close(): Promise<void> {
    return this.machine.shell.close();
  }

  jobEnvironment({ ranks }: JobResources): Readonly<Record<string, string>> {
    const here = this.machine.runner.kind === 'here' && !this.isScheduled ? launchEnvironment(ranks) : {};
    return { ...here, ...this.configuration.environment };
  }

  private surroundings(resources: JobResources): Surroundings {
    return { setup: this.configuration.setup, environment: this.jobEnvironment(resources) };
  }

  /** Refuses more ranks than the target's limits allow; of all times named the shortest is asked for. */
  private within(request: JobRequest): JobRequest {
    const { limits } = this.configuration;
    const { ranks, timeLimit } = request.resources;
    checkFolder(request.jobFolder);
    if (limits.ranks !== undefined && ranks > limits.ranks)
      throw new TrimtabError(
        `${ranks} ranks are more than the ${limits.ranks} that "limits" of the target ${this.name} allows; ask for fewer.`,
      );
    const times = [timeLimit, this.machine.timeLimit, limits.time].filter((time) => time !== undefined);
    if (times.length === 0) return request;
    return { ...request, resources: { ...request.resources, timeLimit: Math.min(...times) } };
  }
}

/** The most output given at once, in bytes; the rest with the next question. */
const MOST_OUTPUT = 1 << 20;

/** Without a character cut in two at the end. */
function wholeCharacters(data: Buffer): Buffer {
  for (let back = 1; back <= 3; back++) {
    const byte = data.at(-back);
    if (byte === undefined) break;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? data.subarray(0, data.length - back) : data;
  }
  return data;
}

function checkFolder(folder: string): void {
  if (folder.startsWith('/') && !/[\n\0]/.test(folder) && !folder.split('/').includes('..')) return;
  throw new TrimtabError(
    `The job folder ${JSON.stringify(folder)} is not an absolute path; this is a mistake of the workflow.`,
  );
}

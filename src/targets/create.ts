import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { join } from 'node:path/posix';
import { TrimtabError } from '../model/problem.js';
import type { Seconds } from '../model/units.js';
import type { TargetConfiguration } from './description.js';
import { describeMachine } from './describe.js';
import { inheritedEnvironment } from './environment.js';
import { copyFolder, moveFolder } from './files/localTransfer.js';
import { RemoteTransfer } from './files/remoteTransfer.js';
import { NEAR } from './jobs/pace.js';
import { SupervisedJobs, type Jobs } from './jobs/supervised.js';
import { MachineTarget, type Machine } from './machineTarget.js';
import { demand, LocalShell, type Shell } from './shell/shell.js';
import { SlurmJobs } from './slurm/slurmJobs.js';
import { SshConnection, type ConnectionOptions } from './ssh/connection.js';
import { SshShell } from './ssh/sshShell.js';
import type { Target, TargetDescription, TargetKind } from './target.js';

/** How long a scheduler that does not answer is waited for when submitting. */
const DEFAULT_PATIENCE: Seconds = 60;

export interface CreateOptions {
  /** How passwords and codes are asked for, and other matters of the connection. */
  readonly connection?: Partial<ConnectionOptions>;
  /** Environment of programs started here. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The target that a description describes. Nothing is connected or started yet. */
export function createTarget(configuration: TargetConfiguration, options: CreateOptions = {}): Target {
  const environment = options.environment ?? inheritedEnvironment();
  const connection = configuration.kind === 'local' ? undefined : configuration.connection;
  if (connection === undefined) return localTarget(configuration, environment);
  const shell = new SshShell(new SshConnection(connection, { environment, ...options.connection }));
  const transfer = new RemoteTransfer(shell, connection.transfer);
  const work = once(() => workFolder(shell, connection.workFolder));
  return new MachineTarget(configuration, {
    shell,
    jobs: jobsOf(configuration, shell, options.connection?.patience),
    runner: { kind: 'attended', jobs: new SupervisedJobs(shell), scratch: async () => join(await work(), 'runs') },
    folderOf: async (project) => join(await work(), 'projects', folderName(project)),
    send: (local, remote, how) => transfer.send(local, remote, how),
    fetch: (remote, local, how) => transfer.fetch(remote, local, how),
    take: (remote, local, how) => transfer.take(remote, local, how),
    describe: (signal) => describeMachine(configuration, shell, signal),
  });
}

/** A target in a list. */
export interface TargetRow extends TargetDescription {
  readonly name: string;
  readonly kind: TargetKind;
}

/** All targets with one line each, asked at the same time; one that cannot be reached says so in its line. */
export function describeTargets(
  configurations: readonly TargetConfiguration[],
  options: CreateOptions = {},
  signal?: AbortSignal,
): Promise<TargetRow[]> {
  return Promise.all(
    configurations.map(async (configuration) => {
      const target = createTarget(configuration, options);
      const description = await target.describe(signal);
      return { name: target.name, kind: target.kind, ...description };
    }),
  );
}

function localTarget(configuration: TargetConfiguration, environment: Readonly<Record<string, string>>): Target {
  const shell = new LocalShell(environment);
  const machine: Machine = {
    shell,
    jobs: configuration.kind === 'local' ? new SupervisedJobs(shell, NEAR) : jobsOf(configuration, shell),
    runner: { kind: 'here', environment },
    folderOf: (project) => Promise.resolve(resolve(project)),
    send: (local, remote, how) => copyFolder(local, remote, how),
    fetch: (remote, local, how) => copyFolder(remote, local, how),
    take: (remote, local, how) => moveFolder(remote, local, how),
    describe: (signal) => describeMachine(configuration, shell, signal),
  };
  return new MachineTarget(configuration, machine);
}

function jobsOf(configuration: TargetConfiguration, shell: Shell, patience: Seconds = DEFAULT_PATIENCE): Jobs {
  if (configuration.kind !== 'slurm') return new SupervisedJobs(shell);
  return new SlurmJobs(shell, configuration.scheduler, configuration.limits.jobs, patience);
}

/** A short name that says which project it is and differs between projects of the same name. */
function folderName(project: string): string {
  const path = resolve(project);
  const plain = basename(path)
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 60);
  return `${plain === '' ? 'project' : plain}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
}

/** Absolute path of the work folder, made if need be. */
async function workFolder(shell: Shell, folder: string): Promise<string> {
  const home = folder.startsWith('~/')
    ? await demand(shell, 'The home folder cannot be found', 'printf %s "$HOME"')
    : '';
  const path = folder.startsWith('~/') ? join(home, folder.slice(2)) : folder;
  if (!path.startsWith('/'))
    throw new TrimtabError(
      `${shell.place} does not say where your home folder is; write an absolute "workFolder" for the target.`,
    );
  return path;
}

/** Asks once; a failed question is asked again the next time. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}

import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { join } from 'node:path/posix';
import { TrimtabError } from '../../base/problem.js';
import type { Bytes } from '../../base/units.js';
import type { Connection } from '../configuration.js';
import { inheritedEnvironment } from '../environment.js';
import { RemoteTransfer } from './remoteTransfer.js';
import { SupervisedJobs } from '../jobs/supervised.js';
import type { CreateOptions } from '../kind.js';
import type { Machine } from '../machineTarget.js';
import { quote } from '../shell/quote.js';
import { demand, type Shell } from '../shell/shell.js';
import { SshConnection } from './connection.js';
import { connectThrough } from './forwarding.js';
import { SshShell } from './sshShell.js';

/** The parts of a target that is logged in to, however its jobs are started. */
export function overSsh(
  connection: Connection,
  { environment = inheritedEnvironment(), connection: how }: CreateOptions,
): Omit<Machine, 'jobs' | 'describe' | 'capabilities'> {
  const login = new SshConnection(connection, { environment, ...how });
  const shell = new SshShell(login);
  const transfer = new RemoteTransfer(shell, connection.transfer);
  const work = once(() => workFolder(shell, connection.workFolder));
  return {
    shell,
    runner: { kind: 'attended', jobs: new SupervisedJobs(shell), scratch: async () => join(await work(), 'runs') },
    folderOf: async (project) => join(await work(), 'projects', folderName(project)),
    send: (local, remote, options) => transfer.send(local, remote, options),
    fetch: (remote, local, options) => transfer.fetch(remote, local, options),
    take: (remote, local, options) => transfer.take(remote, local, options),
    readPart: (path, from, most) => readThrough(shell, path, from, most),
    connect: (to, signal) => connectThrough(login, to, signal),
  };
}

/** Part of a file on the far side; nothing where there is none. */
async function readThrough(shell: Shell, path: string, from: Bytes, most: Bytes): Promise<Buffer> {
  const file = quote(path);
  const pieces: Buffer[] = [];
  await shell.execute(`if [ -f ${file} ]; then tail -c +${from + 1} ${file} | head -c ${most}; fi`, {
    repeatable: false,
    onOutput: (data) => void pieces.push(Buffer.from(data)),
  });
  return Buffer.concat(pieces);
}

/** Returns a short name that identifies the project and differs between projects of the same name. */
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
      `${shell.place} does not report your home folder; write an absolute "workFolder" for the target.`,
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

/** Streams to what programs on a machine that is logged in to listen at, forwarded by ssh over the one login. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { TrimtabError } from '../../base/problem.js';
import { neutralFolder, programPath } from '../../base/processes/programs.js';
import { runProcess } from '../../base/processes/process.js';
import { connected } from '../local/connect.js';
import type { Listener } from '../target.js';
import type { SshConnection } from './connection.js';

/** How long ssh may take to answer about a forward, in seconds. */
const FORWARD_PATIENCE = 20;

/** @throws TrimtabError where ssh refuses the forward */
export async function connectThrough(login: SshConnection, to: Listener, signal?: AbortSignal): Promise<Duplex> {
  await login.ensure(signal);
  return to.kind === 'port' ? throughStandardStreams(login, to.port) : throughSocket(login, to.path, signal);
}

/** Connects the remote loopback's port to standard input and output of a separate ssh. */
function throughStandardStreams(login: SshConnection, port: number): Duplex {
  const { environment, sessionOptions, target } = login;
  const argv = [...sessionOptions, '-W', `127.0.0.1:${port}`, '--', target.host];
  const child = spawn(programPath('ssh', environment), argv, {
    cwd: neutralFolder(),
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const stream = Duplex.from({ readable: child.stdout, writable: child.stdin });
  child.once('error', (error) => stream.destroy(error));
  stream.once('close', () => child.kill());
  return stream;
}

/** The far socket is had as one in a private folder here, for as long as the stream is open. */
async function throughSocket(login: SshConnection, path: string, signal?: AbortSignal): Promise<Duplex> {
  if (/[:\\\n]/.test(path)) throw new TrimtabError(`ssh cannot forward a socket with such a path: ${path}.`);
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-live-'));
  const here = join(folder, 's');
  const tell = (what: 'forward' | 'cancel') =>
    runProcess(
      {
        argv: ['ssh', ...login.sessionOptions, '-O', what, '-L', `${here}:${path}`, '--', login.target.host],
        folder: neutralFolder(),
        environment: login.environment,
      },
      { timeout: FORWARD_PATIENCE },
    );
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const end = async (): Promise<void> => {
    await tell('cancel');
    process.removeListener('exit', remove);
    remove();
  };
  const { exitCode, tail } = await tell('forward');
  try {
    if (exitCode !== 0) throw new TrimtabError(`ssh does not forward a socket of ${login.target.host}: ${tail.trim()}`);
    const stream = await connected({ path: here }, `${path} on ${login.target.host}`, signal);
    // Without an answer of ssh the forward goes when the connection is closed.
    stream.once('close', () => void end().catch(() => undefined));
    return stream;
  } catch (error) {
    await end();
    throw error;
  }
}

/** Files by rsync: it sends only what changed, and a file appears under its name when it is whole. */
import { spawn } from 'node:child_process';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { SshConnection } from './connection.js';
import type { Transfer, TransferOptions } from '../target.js';
import { terminateGroup } from '../../base/processes/processTree.js';
import { neutralFolder, programPath } from '../../base/processes/programs.js';

/** How rsync ended. */
export type RsyncOutcome =
  | { readonly kind: 'done'; readonly transfer: Transfer }
  /** The connection broke; what has arrived is kept. */
  | { readonly kind: 'broken'; readonly said: string }
  /** It cannot work here: not installed there, too old, or login files print into its conversation. */
  | { readonly kind: 'unusable'; readonly said: string };

/** Exit codes of rsync(1) that mean a broken connection. */
const BROKEN = new Set([10, 12, 20, 30, 35, 255]);
/** Syntax, protocol, unsupported; 127 from the far shell. */
const UNUSABLE = new Set([1, 2, 4, 5, 14, 126, 127]);

/** How long messages of a process that has ended are still read, in milliseconds. */
const OUTPUT_GRACE_MS = 1000;

/** Targets are not trusted: links that they send could lead later files anywhere. */
const REGULAR_ONLY = ['--no-links', '--no-devices', '--no-specials', '--no-inc-recursive'];

export interface Direction {
  readonly from: string;
  readonly to: string;
  readonly known?: string;
}

/** The remote-shell option is split at spaces by rsync itself, which knows quotes but no escapes. */
export function remoteShell(words: readonly string[]): string | undefined {
  if (words.some((word) => word.includes("'") && word.includes('"'))) return undefined;
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : word.includes("'") ? `"${word}"` : `'${word}'`))
    .join(' ');
}

/**
 * Runs rsync over the open connection.
 * @param direction `known` is a folder here with files that were fetched before, which are not fetched again; it is given
 *   when files are fetched, of which only regular ones arrive then
 * @param files relative paths to consider
 */
export async function rsync(
  connection: SshConnection,
  direction: Direction,
  files: readonly string[],
  options: TransferOptions,
): Promise<RsyncOutcome> {
  const shell = remoteShell(['ssh', ...connection.sessionOptions]);
  if (shell === undefined) return { kind: 'unusable', said: 'quotes in the path of ssh_config' };
  const args = [
    ...(direction.known === undefined ? ['--links'] : [...REGULAR_ONLY, `--compare-dest=${direction.known}`]),
    '--perms',
    '--times',
    '--protect-args',
    '--omit-dir-times',
    '--files-from=-',
    '--from0',
    '--out-format=%i %l',
    // A server that breaks the protocol can leave both sides waiting for each other.
    `--timeout=${connection.patience}`,
    `--rsh=${shell}`,
    direction.from,
    direction.to,
  ];
  const { code, out, said } = await start(args, connection.environment, files, options.signal);
  if (code === 0) return { kind: 'done', transfer: count(out) };
  if (options.signal?.aborted === true) throw new CancelledError();
  if (
    code === undefined ||
    UNUSABLE.has(code) ||
    /is your shell clean|protocol version mismatch|command not found|unexpected tag/i.test(said)
  )
    return { kind: 'unusable', said };
  if (BROKEN.has(code) && !/No space left|quota exceeded|File too large/i.test(said)) return { kind: 'broken', said };
  throw new TrimtabError(problem(connection.target.host, said, code), { details: said });
}

async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ code: number | undefined; out: string; said: string }> {
  if (signal?.aborted === true) throw new CancelledError();
  const child = spawn(programPath('rsync', env), args, { cwd: neutralFolder(), env, stdio: 'pipe', detached: true });
  // With its ssh, which waits for the other side.
  const abort = (): void => {
    if (child.pid !== undefined) terminateGroup(child.pid);
  };
  signal?.addEventListener('abort', abort, { once: true });
  let [out, said] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said = (said + data.toString()).slice(-8192)));
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(files.map((file) => `${file}\0`).join(''));
  return new Promise((resolve) => {
    const done = (code: number | undefined): void => {
      signal?.removeEventListener('abort', abort);
      resolve({ code, out, said });
    };
    child.once('error', () => done(undefined));
    // The shared connection keeps the error output open until the other side ends, which it may never do.
    child.once('exit', () => setTimeout(() => child.stderr.destroy(), OUTPUT_GRACE_MS).unref());
    // A signal from outside is a break like any other.
    child.once('close', (code) => done(code ?? 255));
  });
}

/** Lines such as `<f+++++++++ 123` for each file that travelled. */
function count(out: string): Transfer {
  const lines = out.split('\n').flatMap((line) => /^[<>][fL]\S* (\d+)$/.exec(line)?.[1] ?? []);
  return { files: lines.length, bytes: lines.reduce((sum, bytes) => sum + Number(bytes), 0) };
}

function problem(host: string, said: string, code: number): string {
  const full = /No space left on device|Disk quota exceeded|File too large/i.exec(said)?.[0];
  if (full !== undefined)
    return `The files could not all be written (${full}); free some space on ${host} or here and try again.`;
  const first = said.split('\n').find((line) => line.trim() !== '') ?? `exit code ${code}`;
  return `Files could not be exchanged with ${host}: ${first.trim()}.`;
}

/** One login to a host, shared by everything through ssh's own multiplexing. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, readText } from '../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { Connection } from '../configuration.js';
import { controlPath } from './controlFolder.js';
import { loginProblem } from './problems.js';
import { neutralFolder, programPath } from '../../base/processes/programs.js';

export interface ConnectionOptions {
  /** The environment of ssh: agent socket, HOME. */
  readonly environment: Readonly<Record<string, string>>;
  /** A program that asks the person for passwords and codes (SSH_ASKPASS); without it nothing is ever asked. */
  readonly askpass?: { readonly program: string; readonly environment: Readonly<Record<string, string>> };
  /** Parent of the folder of sockets. */
  readonly socketFolder?: string;
  /** How long a lost connection is tried again before giving up. */
  readonly patience?: Seconds;
  /** Called when the connection was lost and is being restored. */
  readonly onReconnect?: (sentence: string) => void;
}

/** How long an unused connection is kept open, and how long ssh may take to answer about its own socket. */
const PERSIST = '10m';
const CHECK_PATIENCE = 5000;
/** Limit of a command's output, in a private folder. */
const OUTPUT = { limit: 1 << 30 };
const DEFAULT_PATIENCE: Seconds = 180;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 20_000;

/** ssh on Windows has no multiplexing: each call logs in. */
const MULTIPLEXED = process.platform !== 'win32';

export class SshConnection {
  private readonly socket: string;
  private opening: Promise<void> | undefined;
  /** It has worked once: from then on a network that is away is waited for. */
  private proven = false;
  private open = false;

  constructor(
    readonly target: Connection,
    readonly options: ConnectionOptions,
  ) {
    this.socket = MULTIPLEXED ? controlPath(target.host, target.sshConfig, options.socketFolder) : '';
  }

  /** Environment of every ssh started. */
  get environment(): Readonly<Record<string, string>> {
    const { askpass, environment } = this.options;
    if (askpass === undefined) return environment;
    return { ...environment, ...askpass.environment, SSH_ASKPASS: askpass.program, SSH_ASKPASS_REQUIRE: 'force' };
  }

  /** Options before the host of an ssh that only uses the open connection and never logs in automatically. */
  get sessionOptions(): readonly string[] {
    if (!MULTIPLEXED) return [...this.loginOptions];
    // Without the socket, ssh would log in again without a request; a failing proxy makes it stop instead.
    return [
      '-T',
      ...this.fileOption,
      '-o',
      'ControlMaster=no',
      '-o',
      `ControlPath=${this.socket}`,
      '-o',
      'ProxyJump=none',
      '-o',
      'ProxyCommand=false',
      '-o',
      'BatchMode=yes',
    ];
  }

  private get fileOption(): readonly string[] {
    return this.target.sshConfig === undefined ? [] : ['-F', this.target.sshConfig];
  }

  private get loginOptions(): readonly string[] {
    // One attempt: a wrong password is never sent again, and nothing prompts if no user can answer.
    const asking = this.options.askpass === undefined ? 'BatchMode=yes' : 'NumberOfPasswordPrompts=1';
    return ['-T', ...this.fileOption, '-o', asking];
  }

  /** Makes sure that the connection is open; several callers share one login. */
  ensure(signal?: AbortSignal): Promise<void> {
    if (this.open || !MULTIPLEXED) return Promise.resolve();
    this.opening ??= this.openWithPatience(signal).finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  /** Reports a broken session: the next `ensure` checks again. */
  lost(): void {
    this.open = false;
  }

  /** How long an attempt to reach the machine may fail, or a transfer may be silent. */
  get patience(): Seconds {
    return this.options.patience ?? DEFAULT_PATIENCE;
  }

  /** Waits before the n-th further attempt. @returns false when patience has run out */
  async pause(attempt: number, since: number, signal?: AbortSignal): Promise<boolean> {
    const left = since + this.patience * 1000 - performance.now();
    if (left <= 0) return false;
    await delay(Math.min(left, LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt), undefined, signal && { signal }).catch(
      () => {
        throw new CancelledError();
      },
    );
    return true;
  }

  private async openWithPatience(signal: AbortSignal | undefined): Promise<void> {
    const began = performance.now();
    for (let attempt = 0; ; attempt++) {
      const said = await this.login();
      if (said === undefined) {
        this.proven = true;
        this.open = true;
        return;
      }
      const problem = loginProblem(this.target.host, said);
      if (!problem.passing || !this.proven || !(await this.pause(attempt, began, signal)))
        throw new TrimtabError(problem.sentence, { details: said });
      this.options.onReconnect?.(problem.sentence);
    }
  }

  /** @returns ssh's output when the login failed */
  private async login(): Promise<string | undefined> {
    if (await this.isAlive()) return undefined;
    await this.removeSocket();
    const { code, said } = await this.ssh([
      ...this.loginOptions,
      '-o',
      'ControlMaster=yes',
      '-o',
      `ControlPath=${this.socket}`,
      '-o',
      `ControlPersist=${PERSIST}`,
      ...(await this.keepAlive()),
      '--',
      this.target.host,
      'exec true',
    ]);
    if (code === 0) return undefined;
    // Login files may end with any code; only an open connection counts.
    return (await this.isAlive()) ? undefined : said;
  }

  /** Detects a dead network; unchanged if ssh_config sets it. */
  private async keepAlive(): Promise<readonly string[]> {
    this.alive ??= this.ssh([...this.fileOption, '-G', '--', this.target.host]).then(({ text }) =>
      /^serveraliveinterval 0$/m.test(text) ? ['-o', 'ServerAliveInterval=15', '-o', 'ServerAliveCountMax=3'] : [],
    );
    return this.alive;
  }
  private alive: Promise<readonly string[]> | undefined;

  /** Whether a connection that other sessions share is open; false where ssh cannot share one. */
  async isAlive(): Promise<boolean> {
    const { code } = await this.ssh(
      [...this.fileOption, '-o', `ControlPath=${this.socket}`, '-O', 'check', '--', this.target.host],
      CHECK_PATIENCE,
    );
    return code === 0;
  }

  /** A socket whose master is gone or hangs would be in the way of a new one. */
  private async removeSocket(): Promise<void> {
    await this.ssh(
      [...this.fileOption, '-o', `ControlPath=${this.socket}`, '-O', 'exit', '--', this.target.host],
      CHECK_PATIENCE,
    );
    rmSync(this.socket, { force: true });
  }

  /**
   * Runs ssh and waits for its exit, not for its output's end: a master in the background keeps the output open.
   * @param longest in milliseconds; unlimited if omitted, since a user may be typing a code
   */
  private async ssh(args: readonly string[], longest?: number): Promise<{ code: number; said: string; text: string }> {
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-login-'));
    const [outFile, errorFile] = [join(folder, 'out'), join(folder, 'errors')];
    const [out, errors] = [openSync(outFile, 'w', 0o600), openSync(errorFile, 'w', 0o600)];
    try {
      const child = spawn(programPath('ssh', this.environment), args, {
        cwd: neutralFolder(),
        env: this.environment,
        stdio: ['ignore', out, errors],
        detached: true,
      });
      const timer = longest === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), longest);
      const code = await new Promise<number>((resolve, reject) => {
        child.once('error', (error) =>
          reject(
            new TrimtabError(
              `ssh could not be started (${errorCode(error) ?? error.message}); install OpenSSH (Debian: apt install openssh-client).`,
              { cause: error },
            ),
          ),
        );
        child.once('exit', (status) => resolve(status ?? 255));
      });
      clearTimeout(timer);
      return { code, said: readText(errorFile, OUTPUT), text: readText(outFile, OUTPUT) };
    } finally {
      closeSync(out);
      closeSync(errors);
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Takes no new work; the connection closes when what still runs through it has ended, in other windows too. */
  async close(): Promise<void> {
    if (!this.open || !MULTIPLEXED) return;
    this.open = false;
    await this.ssh(
      [...this.fileOption, '-o', `ControlPath=${this.socket}`, '-O', 'stop', '--', this.target.host],
      CHECK_PATIENCE,
    );
  }
}

/** A daemon kept in the foreground as a child of this process, with its output in a file: no systemd needed. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, tail } from '../processes.mjs';
import { SetupError } from '../report.mjs';

/** How long a daemon may take to end before it is killed, in milliseconds. */
const GRACE = 4000;

/** Daemons lie where only root's PATH looks. @param {string} name */
export function findDaemon(name) {
  const folders = ['/usr/sbin', '/usr/local/sbin'];
  return findProgram(name) ?? folders.map((folder) => `${folder}/${name}`).find((file) => existsSync(file));
}

/** A daemon that can be stopped and started again. */
export class Daemon {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /**
   * @param {string} name of the program
   * @param {readonly string[]} args
   * @param {{ log: string, env: NodeJS.ProcessEnv }} options
   */
  constructor(name, args, options) {
    this.name = name;
    this.args = args;
    this.log = options.log;
    this.env = options.env;
  }

  get running() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  start() {
    const program = findDaemon(this.name);
    if (program === undefined)
      throw new SetupError(`${this.name} is not installed (Debian: apt install slurm-wlm munge openssh-server rsync).`);
    const log = openSync(this.log, 'a');
    this.#child = spawn(program, this.args, { env: this.env, cwd: '/', stdio: ['ignore', log, log] });
    closeSync(log);
    this.#child.on('error', () => undefined); // seen as "not running"; awaitReady reports it
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  /** @param {NodeJS.Signals} [signal] how to ask; SIGKILL is a crash */
  async stop(signal = 'SIGTERM') {
    const child = this.#child;
    if (child === undefined || !this.running) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE);
    await ended;
    clearTimeout(timer);
  }

  /**
   * Waits until a question to the daemon is answered.
   * @param {() => boolean | Promise<boolean>} ready
   */
  async awaitReady(ready) {
    for (let i = 0; i < 150; i++) {
      if (!this.running) break;
      if (await ready()) return;
      await delay(100);
    }
    throw new SetupError(`${this.name} did not start here: ${tail(readFileSync(this.log, 'utf8'), 3)}`);
  }
}

/** Returns unused ports of the loopback interface. @param {number} count */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', () => resolve());
      });
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

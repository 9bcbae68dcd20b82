/** Child processes for the scripts, without dependencies: they run before `npm ci`. Never through a shell. */
import { spawn } from 'node:child_process';
import { accessSync, constants as access, createWriteStream } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { finished } from 'node:stream/promises';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] whole environment of the child
 * @property {string} [log] file that receives the output instead of the terminal
 * @property {boolean} [quiet] keeps the output off the terminal
 * @property {number} [limit] milliseconds without progress after which the command is asked to end
 * @property {() => number} [progressed] when the command last made progress, in milliseconds since 1970; captured output
 *   and its start count as progress too
 * @property {number} [grace] milliseconds that it has to do so before it is ended; a minute where not given
 */

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string, limited: boolean, neared: number }>} exit code (127 when the command
 *   cannot be started, 128 + n for a signal as shells count), the output unless it went straight to the terminal, whether
 *   the limit ended it, and the longest time without progress as a share of the limit
 */
export async function run(command, args, options = {}) {
  const { cwd, env, log, quiet } = options;
  const captured = quiet === true || log !== undefined;
  const pipe = captured ? 'pipe' : 'inherit';
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', pipe, pipe] });
  const limit = limitOf(child, options);
  const file = log === undefined ? undefined : createWriteStream(log);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer} */ data) => {
      limit.progress();
      output += data.toString();
      file?.write(data);
    });
  }
  const code = await new Promise((/** @type {(code: number) => void} */ resolve) => {
    child.once('error', (error) => {
      output += `${command}: ${error.message}\n`;
      resolve(127);
    });
    child.once('close', (status, signal) => resolve(status ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  limit.clear();
  if (file) {
    file.end();
    await finished(file);
  }
  return { code, output, limited: limit.reached(), neared: limit.neared() };
}

/**
 * Ends a process that makes no progress: asked first, because a suite that is asked still ends what it started.
 * @param {import('node:child_process').ChildProcess} child
 * @param {RunOptions} options
 */
function limitOf(child, { limit = Infinity, grace = 60_000, progressed = () => 0 }) {
  let reached = false;
  let last = Date.now();
  let pause = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const check = () => {
    last = Math.max(last, progressed());
    pause = Math.max(pause, Date.now() - last);
    if (pause < limit) return;
    clearInterval(timer);
    reached = true;
    child.kill('SIGTERM');
    timer = setTimeout(() => child.kill('SIGKILL'), grace);
  };
  if (limit < Infinity) timer = setInterval(check, limit / 20);
  return {
    progress: () => {
      last = Date.now();
    },
    reached: () => reached,
    /** The longest time without progress as a share of the limit. */
    neared: () => pause / limit,
    clear: () => clearTimeout(timer),
  };
}

/**
 * The path of a program, or undefined where it is not installed.
 * @param {string} name
 */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, access.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return undefined;
}

/**
 * The last lines of an output, for a failure's message.
 * @param {string} text
 * @param {number} count
 */
export function tail(text, count = 15) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

/** Child processes for the scripts, without dependencies: they run before `npm ci`. Never through a shell. */
import { spawn } from 'node:child_process';
import { accessSync, constants, createWriteStream } from 'node:fs';
import { delimiter, join } from 'node:path';
import { finished } from 'node:stream/promises';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] whole environment of the child
 * @property {string} [log] file that receives the output instead of the terminal
 * @property {boolean} [quiet] keeps the output off the terminal
 * @property {number} [limit] milliseconds after which the command is stopped
 */

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} exit code (127 when the command cannot be started, 128 + n for
 *   a signal as shells count) and what was printed, unless it went straight to the terminal
 */
export async function run(command, args, options = {}) {
  const { cwd, env, log, quiet, limit } = options;
  const captured = quiet === true || log !== undefined;
  const pipe = captured ? 'pipe' : 'inherit';
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', pipe, pipe], timeout: limit });
  const file = log === undefined ? undefined : createWriteStream(log);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer} */ data) => {
      output += data.toString();
      file?.write(data);
    });
  }
  const code = await new Promise((/** @type {(code: number) => void} */ resolve) => {
    child.once('error', (error) => {
      output += `${command}: ${error.message}\n`;
      resolve(127);
    });
    child.once('close', (status) => resolve(status ?? 128));
  });
  if (file) {
    file.end();
    await finished(file);
  }
  return { code, output };
}

/**
 * The path of a program, or undefined where it is not installed.
 * @param {string} name
 */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
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

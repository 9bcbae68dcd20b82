// Opens large profiles in the engine as an editor does, and asks it for something small again and again meanwhile: how
// long it takes to answer at most, and its memory at most. `npm run build` first.
// node bench/opening/run.mjs [MEGABYTES]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { build } from 'esbuild';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

import { load, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const megabytes = Number(process.argv[2] ?? '100');
const bytes = megabytes * 1e6;
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));

/**
 * Writes lines until a file is large enough.
 * @param {string} path
 * @param {(number: number) => string} line
 */
async function writeLines(path, line) {
  const file = createWriteStream(path);
  for (let number = 0, written = 0; written < bytes;) {
    let piece = '';
    for (; piece.length < 1 << 20; number++) piece += line(number);
    written += piece.length;
    if (!file.write(piece)) await once(file, 'drain');
  }
  await once(file.end(), 'finish');
}

/** Stacks of perf, folded: 20 frames deep, of 5,000 functions. */
async function foldedStacks() {
  const path = join(folder, 'large.folded');
  await writeLines(path, (number) => {
    const frames = Array.from(
      { length: 20 },
      (_, depth) => `function_${(number * 31 * (depth + 1)) % (250 * (depth + 1))}`,
    );
    return `${frames.join(';')} ${(number % 97) + 1}\n`;
  });
  return path;
}

/** Text profiles of TAU, one for each rank. */
async function tauProfiles() {
  const profiles = join(folder, 'tau');
  mkdirSync(profiles);
  const functions = 2000;
  const line = (/** @type {number} */ number) =>
    `"function_${number} [{/src/part${number % 20}.c} {${number},1}-{${number + 9},1}]" ${number} 0 ${number * 3} ${number * 3} 0 GROUP="TAU_USER"\n`;
  const body = `# Name Calls Subrs Excl Incl ProfileCalls #\n${Array.from({ length: functions }, (_, i) => line(i)).join('')}`;
  const text = `${functions} templated_functions_MULTI_TIME\n${body}0 aggregates\n`;
  for (let rank = 0; rank * text.length < bytes; rank++) {
    const file = createWriteStream(join(profiles, `profile.${rank}.0.0`));
    await once(file.end(text), 'finish');
  }
  return join(profiles, 'profile.0.0.0');
}

/** A CUBE file: 2,000 call paths, six metrics. */
async function cubeFile() {
  const program = join(folder, 'generate.cjs');
  const entryPoints = [join(here, '../cube/generate.ts')];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning' });
  const path = join(folder, 'large.cubex');
  output(process.execPath, [program, path, '2000', String(Math.round(megabytes * 10.7)), '6']);
  return path;
}

/**
 * Opens a file in a separate engine.
 * @param {string} path
 */
async function open(path) {
  const project = mkdtempSync(join(folder, 'project-'));
  const child = spawn(process.execPath, [join(root, 'dist', 'engine.cjs'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  for (const request of ['workspace/codeLens/refresh', 'client/registerCapability'])
    connection.onRequest(request, () => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    capabilities: {},
    rootUri: null,
    workspaceFolders: [{ uri: pathToFileURL(project).href, name: 'project' }],
  });
  await connection.sendNotification('initialized', {});
  /** Milliseconds until an answer. */
  const ask = async () => {
    const begin = performance.now();
    await connection.sendRequest('trimtab/formats', null);
    return performance.now() - begin;
  };
  for (let i = 0; i < 50; i++) await ask();
  const begin = performance.now();
  let isOpen = false;
  const opening = connection.sendRequest('trimtab/openTrace', { job: 'bench', path }).finally(() => (isOpen = true));
  /** @type {number[]} */
  const waits = [];
  while (!isOpen) {
    waits.push(await ask());
    await pause(5);
  }
  await opening;
  const seconds = (performance.now() - begin) / 1000;
  // Contents that are shown at once.
  const [findings, list] = [performance.now(), await ask()];
  await connection.sendRequest('trimtab/findings', null);
  const shown = performance.now() - findings - list;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  child.kill();
  waits.sort((a, b) => a - b);
  return { seconds, shown, peak, most: waits.at(-1) ?? NaN, usual: waits[Math.floor(waits.length * 0.99)] ?? NaN };
}

try {
  process.stdout.write(`${megabytes} MB each; load ${load()}\n`);
  printRow(['file', 'MB', 'opened, s', '99 % wait ms', 'longest ms', 'findings ms', 'peak MB']);
  for (const [title, make] of /** @type {const} */ ([
    ['CUBE', cubeFile],
    ['folded stacks', foldedStacks],
    ['TAU, a file a rank', tauProfiles],
  ])) {
    const path = await make();
    const size = path.endsWith('profile.0.0.0') ? megabytes : statSync(path).size / 1e6;
    const { seconds, most, usual, shown, peak } = await open(path);
    const cells = [size, seconds].map((value) => value.toFixed(1));
    printRow([title, ...cells, ...[usual, most, shown, peak].map((value) => value.toFixed(0))]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

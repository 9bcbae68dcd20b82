// Starts Trimtab's programs in turn with `node -e 0` and compares their times until they are done or ready.
// node bench/start/run.mjs [rounds]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

import { load, median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '..', '..', 'dist');
const examples = join(here, '..', '..', 'examples');
const rounds = Number(process.argv[2] ?? 15);

/**
 * Milliseconds from the start of Node to its end.
 * @param {...string} words
 */
function whole(...words) {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' });
  const took = performance.now() - begin;
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with code ${status}`);
  return took;
}

const cli = (/** @type {string[]} */ ...words) => whole(join(dist, 'cli.cjs'), ...words);

const analyze = (/** @type {string} */ example) => cli('analyze', join(examples, example, 'recorded', 'traces.otf2'));

/** Milliseconds from the start of the engine to its first answer, as an editor asks. */
async function engine() {
  const begin = performance.now();
  const child = spawn(process.execPath, [join(dist, 'engine.cjs'), '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    capabilities: {},
    rootUri: null,
    workspaceFolders: null,
  });
  const took = performance.now() - begin;
  connection.dispose();
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  return took;
}

/** Milliseconds that the extension takes to load and to activate, in a process that runs already. */
function activation() {
  /** @type {{ loading: number, activating: number }} */
  const { loading, activating } = JSON.parse(
    output(process.execPath, [join(here, 'activate.cjs'), join(dist, 'extension.cjs')]),
  );
  return loading + activating;
}

/** @type {{ title: string, goal?: number, start: () => number | Promise<number> }[]} */
const measured = [
  { title: 'node -e 0', start: () => whole('-e', '0') },
  { title: 'trimtab --help', goal: 100, start: () => cli('--help') },
  { title: 'trimtab completion', goal: 100, start: () => cli('completion', 'bash') },
  { title: 'analyze pingpong', goal: 250, start: () => analyze('pingpong') },
  { title: 'analyze heat2d', start: () => analyze('heat2d-mpi') },
  { title: 'engine ready', goal: 300, start: engine },
  { title: 'activation', goal: 50, start: activation },
];

// The cache of compiled code starts empty, and is filled in the round that does not count.
const cache = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
process.env.XDG_CACHE_HOME = cache;
try {
  /** @type {Map<string, number[]>} */
  const times = new Map(measured.map(({ title }) => [title, []]));
  const first = new Map();
  for (let round = 0; round <= rounds; round++)
    for (const { title, start } of measured) {
      const took = await start();
      if (round === 0) first.set(title, took);
      else times.get(title)?.push(took);
    }
  const base = times.get('node -e 0') ?? [];
  process.stdout.write(`Node ${process.version}; ${rounds} rounds in turn; load ${load()}\n`);
  printRow(['start of', 'first ms', 'least ms', 'median ms', 'of node -e 0', 'goal ms']);
  for (const { title, goal } of measured) {
    const all = times.get(title) ?? [];
    const least = Math.min(...all);
    const cells = [first.get(title), least, median(all)].map((ms) => ms.toFixed(0));
    printRow([title, ...cells, (least / Math.min(...base)).toFixed(2), goal ?? '']);
  }
} finally {
  rmSync(cache, { recursive: true, force: true });
}

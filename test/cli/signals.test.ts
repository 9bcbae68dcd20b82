/** Signals and a full disk, to the command as people and batch systems call it: nothing runs on behind it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { readRuns } from '../../src/workflows/runner/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { processesIn } from '../support/processes.js';
import { buildProbe, lacking, mpiProject } from '../workflows/mpiProject.js';
import { installedCommand } from './command.js';

const without = await lacking();
const RANKS =
  'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late, hang]\n';

const { path: command } = installedCommand();

/** Starts a program, and does something once its standard error has a text. @returns how it ended, and that text */
async function started(
  argv: readonly string[],
  folder: string,
  { text, then }: { readonly text: string; readonly then: (child: ChildProcess) => void },
): Promise<{ code: number | null; stderr: string }> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let [stderr, isSeen] = ['', false];
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    if (isSeen || !stderr.includes(text)) return;
    isSeen = true;
    then(child);
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, stderr };
}

/** Checks that the programs of the run have ended, and all kept data marks it as canceled. */
function expectCancelled(folder: string): void {
  expect(processesIn(folder)).toEqual([]);
  expect(readRuns(folder).map(({ state }) => state)).toEqual(['cancelled']);
  expect(new ExperimentStore(folder).list().map(({ state }) => state)).toEqual(['cancelled']);
}

function ranks(): string {
  const { folder } = mpiProject();
  writeFileSync(join(folder, 'trimtab.yaml'), RANKS);
  return folder;
}

describe.skipIf(without !== undefined)('trimtab run', () => {
  beforeAll(() => buildProbe());

  it.each(['SIGTERM', 'SIGHUP'] as const)('ends its ranks and is cancelled on %s', async (signal) => {
    const folder = ranks();
    const { code, stderr } = await started([process.execPath, command(), 'run'], folder, {
      text: 'measured part done',
      then: (child) => child.kill(signal),
    });
    expectCancelled(folder);
    expect(code).toBe(130);
    expect(stderr).toMatch(
      /Stopping, and keeping the measured data\. Press again to end at once\.\n[^]*Cancelled\.\n$/,
    );
  });

  it('ends its ranks where timeout(1) signals it, and then its group', async () => {
    const folder = ranks();
    await started(['timeout', '--signal=TERM', '1000', process.execPath, command(), 'run'], folder, {
      text: 'measured part done',
      then: (child) => child.kill('SIGTERM'),
    });
    // timeout ends after the command.
    expectCancelled(folder);
  });

  it('ends its ranks once the reader of its output is gone', async () => {
    const folder = ranks();
    await started([process.execPath, command(), 'run'], folder, {
      text: 'measured part done',
      then: (child) => {
        child.kill('SIGTERM');
        child.stderr?.destroy();
      },
    });
    expectCancelled(folder);
  });
});

describe('a workflow whose progress has no reader any more', () => {
  it('is cancelled, and ends its programs', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'trimtab.yaml'), 'version: 1\nprogram: app\nranks: 1\nrun:\n  command: [./app]\n');
    const ticks = 'command: [sh, -c, "while :; do echo tick; sleep 0.05; done"]';
    writeFileSync(join(folder, 'w.yaml'), `version: 1\nname: test\nsteps:\n  - shell: { ${ticks} }\n`);
    const { code } = await started([process.execPath, command(), 'workflow', 'run', 'w.yaml'], folder, {
      text: 'tick',
      then: (child) => child.stderr?.destroy(),
    });
    expect(code).toBe(130);
    expect(processesIn(folder)).toEqual([]);
    expect(readRuns(folder).map(({ state }) => state)).toEqual(['cancelled']);
  });
});

/** Fails all writes, but to streams, from the moment that there is a file `full` in the working folder. */
const FULL_DISK = `const fs = require('fs');
const isFull = () => fs.existsSync('full');
const failure = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
for (const name of ['openSync', 'mkdirSync', 'writeSync', 'writeFileSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    const reads = name === 'openSync' && !(typeof args[1] === 'number' ? args[1] & fs.constants.O_CREAT : /^[wa]/.test(args[1]));
    if (!reads && !(name === 'writeSync' && args[0] <= 2) && isFull()) throw failure();
    return original(...args);
  };
}
`;

describe('a disk that becomes full', () => {
  it('ends the command with one sentence, and the run can be resumed', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'full.cjs'), FULL_DISK);
    writeFileSync(join(folder, 'trimtab.yaml'), 'version: 1\nprogram: app\nranks: 1\nrun:\n  command: [./app]\n');
    const waits = 'command: [sh, -c, "echo begun; until [ -e full ] || [ -e free ]; do sleep 0.05; done"]';
    writeFileSync(join(folder, 'w.yaml'), `version: 1\nname: test\nsteps:\n  - shell: { ${waits} }\n`);
    const argv = [process.execPath, '-r', join(folder, 'full.cjs'), command(), 'workflow', 'run', 'w.yaml'];
    const { code, stderr } = await started(argv, folder, {
      text: 'begun',
      then: () => writeFileSync(join(folder, 'full'), ''),
    });
    expect(code).toBe(1);
    const sentences = stderr.split('\n').filter((line) => line.startsWith('trimtab: '));
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(
      /There is no space left to write \S+state\.yaml; free some space on that disk and run again\. To continue from there, run "trimtab workflow resume \S+"\.$/,
    );
    expect(readRuns(folder).map(({ state }) => state)).toEqual(['interrupted']);
    execFileSync('mv', [join(folder, 'full'), join(folder, 'free')]);
    const resume = [process.execPath, command(), 'workflow', 'resume', 'latest'];
    const again = await started(resume, folder, { text: 'begun', then: () => undefined });
    expect(again.code).toBe(0);
    expect(readRuns(folder).map(({ state }) => state)).toEqual(['succeeded']);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { send } from '../../src/protocol/requests.js';
import { isRunning } from '../support/processes.js';
import { bundleEngine, type EngineBundle } from './support/bundle.js';
import { allExperiments, EngineClient, uriOf } from './support/client.js';

const PROBE = join(import.meta.dirname, '..', '..', 'src', 'probe');
const HAS_MPI = spawnSync('mpicc', ['--version']).status === 0;
if (!HAS_MPI) console.warn('mpicc is not there: the main job is not tested (install libopenmpi-dev openmpi-bin).');

const RECEIVE_LINE = 13;
/**
 * Rank 0 is so late that the delay of a receive on a busy machine is negligible. With an argument it stays away for good.
 */
const PROGRAM = `#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("pid %d\\n", (int)getpid());
  fflush(stdout);
  if (rank == 0) sleep(argc > 1 ? 600 : 4);
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
`;

let bundle: EngineBundle;
beforeAll(async () => (bundle = await bundleEngine()));
afterAll(() => bundle.remove());

let folder: string;
let source: string;
let client: EngineClient;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-run-')));
  source = join(folder, 'late.c');
  writeFileSync(source, PROGRAM);
  client = await EngineClient.start(bundle.engine, [folder], { trusted: true, probeFolder: PROBE });
});
afterEach(async () => {
  if (client.process.signalCode === null) await client.stop();
  rmSync(folder, { recursive: true });
});

function configure(...programArguments: string[]): string {
  const path = join(folder, 'trimtab.yaml');
  const run = ['mpirun', '-n', '{ranks}', './late', ...programArguments];
  writeFileSync(
    path,
    `version: 1
program: late
ranks: 2
build:
  command: [trimtab-cc, mpicc, -g, -O1, -o, late, late.c]
run:
  command: ${JSON.stringify(run)}
measure: { mode: trace }
`,
  );
  return path;
}

const output = () => client.heard.map((heard) => (heard.method === 'trimtab/output' ? heard.params.text : '')).join('');

/** Returns the process numbers of both ranks, once both have printed them. */
async function ranks(): Promise<number[]> {
  const pids = () => [...output().matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  await client.until(() => pids().length === 2);
  return pids();
}

describe.skipIf(!HAS_MPI)('analyzePerformance', () => {
  it('builds, runs and analyses, and marks the line that waits', async () => {
    const configuration = configure();
    const { experiment } = await send(client.connection, 'trimtab/analyzePerformance', { task: 'j', configuration });
    expect(await allExperiments(client.connection)).toMatchObject([
      { id: experiment, state: 'complete', program: 'late', processes: 2, worst: { title: 'Late Sender' } },
    ]);
    const stages = client.heard.flatMap((heard) => (heard.method === 'trimtab/progress' ? [heard.params.stage] : []));
    expect([...new Set(stages)]).toEqual(['prepare', 'build', 'run', 'collect', 'analyze', 'store']);
    expect(output()).toMatch(/pid \d+/);
    const marks = await send(client.connection, 'trimtab/lineMarks', { uri: uriOf(source) });
    const mark = marks.find(({ line }) => line === RECEIVE_LINE - 1);
    expect(mark).toMatchObject({ level: 'critical', stale: false });
    expect(mark?.text).toMatch(/^\d+\.\d % Late Sender · 1 of 2 ranks$/);
  });

  it('runs an experiment again from its own sources, and selects the new one', async () => {
    const configuration = configure();
    const { experiment: id } = await send(client.connection, 'trimtab/analyzePerformance', {
      task: 'a',
      configuration,
    });
    // The current text does not even compile.
    writeFileSync(source, PROGRAM.replace('int rank', 'integer rank'));
    const again = await send(client.connection, 'trimtab/reproduceExperiment', { task: 'b', id });
    expect(again).toMatchObject({ compared: true, differences: [] });
    const listed = await allExperiments(client.connection);
    expect(listed.map((one) => [one.id, one.state])).toEqual([
      [again.experiment, 'complete'],
      [id, 'complete'],
    ]);
    expect(await send(client.connection, 'trimtab/report', null)).toMatchObject({ id: again.experiment });
    await expect(send(client.connection, 'trimtab/reproduceExperiment', { task: 'c', id: 'absent' })).rejects.toThrow(
      'There is no experiment absent',
    );
  });

  it("reports a failing build in a sentence, with the compiler's message", async () => {
    writeFileSync(source, PROGRAM.replace('int rank', 'integer rank'));
    const work = send(client.connection, 'trimtab/analyzePerformance', { task: 'j', configuration: configure() });
    const error: unknown = await work.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: -32803, data: { kind: 'problem' } });
    expect(JSON.stringify(error)).toContain('late.c:5');
    expect(await allExperiments(client.connection)).toMatchObject([{ state: 'failed' }]);
    expect(await send(client.connection, 'trimtab/report', null)).toBeNull();
  });

  it('stops the program when it is cancelled', async () => {
    const cancel = new CancellationTokenSource();
    const configuration = configure('forever');
    const params = { task: 'j', configuration };
    const work = send(client.connection, 'trimtab/analyzePerformance', params, cancel.token);
    const settled = expect(work).rejects.toMatchObject({ code: -32800 });
    const pids = await ranks();
    cancel.cancel();
    await settled;
    expect(pids.filter(isRunning)).toEqual([]);
    expect(await allExperiments(client.connection)).toMatchObject([{ state: 'cancelled' }]);
  });

  it('knows after a crash of the engine that the run was interrupted', async () => {
    const configuration = configure('forever');
    const work = send(client.connection, 'trimtab/analyzePerformance', { task: 'j', configuration });
    const settled = expect(work).rejects.toThrow();
    const pids = await ranks();
    await client.kill();
    await settled;
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
    client = await EngineClient.start(bundle.engine, [folder]);
    const [listed] = await allExperiments(client.connection);
    expect(listed?.state).toBe('failed');
    expect(listed?.problem).toContain('interrupted');
    expect(listed?.problem).toMatch(/kept|Nothing was measured/);
  });
});

/** Looking at a folder that is not trusted starts nothing; with trust, nothing that the folder brings. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { send } from '../../../src/protocol/requests.js';
import { temporaryFolder } from '../../experiments/support.js';
import { bundleEngine, type EngineBundle } from '../support/bundle.js';
import { allExperiments, EngineClient } from '../support/client.js';

let bundle: EngineBundle;
let client: EngineClient;
beforeAll(async () => {
  bundle = await bundleEngine();
});
afterAll(() => bundle.remove());
afterEach(() => client.stop());

/** A folder of programs of all names that could be asked; each notes that it was started. */
function programs(folder: string, notes: string): string {
  mkdirSync(folder, { recursive: true });
  const asked = ['mpicc', 'mpicxx', 'mpifort', 'mpirun', 'mpiexec', 'git', 'make', 'cmake', 'ssh', 'squeue'];
  for (const name of [...asked, 'scorep', 'cali-query'])
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${folder}" >> "${notes}"\n`, { mode: 0o755 });
  return folder;
}

it('asks compilers with trust only, and those outside the workspace only', async () => {
  const workspace = temporaryFolder();
  const notes = join(temporaryFolder(), 'started');
  const own = programs(temporaryFolder(), notes);
  const planted = programs(join(workspace, 'bin'), notes);
  programs(workspace, notes);
  writeFileSync(
    join(workspace, 'trimtab.yaml'),
    'version: 1\nprogram: x\nranks: 1\nrun: { command: [mpirun, x] }\ntargets: { far: { kind: ssh, host: h } }\n',
  );
  const environment = { ...process.env, PATH: `.::${workspace}:${planted}:${own}:${process.env.PATH ?? ''}` };
  const options = { trusted: false, probeFolder: '/nowhere' };
  client = await EngineClient.start(bundle.engine, [workspace], options, environment);
  const { connection } = client;
  const look = async () => {
    await allExperiments(connection);
    await send(connection, 'trimtab/workflows', null);
    await send(connection, 'trimtab/workflowRuns', null);
    return send(connection, 'trimtab/listTargets', null);
  };
  expect((await look()).map(({ name, state }) => [name, state])).toEqual([
    ['local', 'notAsked'],
    ['far', 'notAsked'],
  ]);
  expect(existsSync(notes)).toBe(false);
  await connection.sendNotification('trimtab/trust', { trusted: true });
  expect(elementAt(await look(), 0).state).not.toBe('notAsked');
  expect(new Set(readFileSync(notes, 'utf8').trimEnd().split('\n'))).toEqual(new Set([own]));
});

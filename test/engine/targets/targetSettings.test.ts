import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { send } from '../../../src/protocol/requests.js';
import { bundleEngine, type EngineBundle } from '../support/bundle.js';
import { EngineClient } from '../support/client.js';

const configuration = `version: 1
program: nothing
target: fast
ranks: 1
run: { command: ["true"] }
targets:
  both: { kind: ssh, host: of-the-file }
`;

let bundle: EngineBundle;
beforeAll(async () => {
  bundle = await bundleEngine();
});
afterAll(() => bundle.remove());

let folder: string;
let client: EngineClient;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-settings-')));
  writeFileSync(join(folder, 'trimtab.yaml'), configuration);
});
afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(targets: unknown, trusted = true): Promise<EngineClient> {
  client = await EngineClient.start(bundle.engine, [folder], { trusted, probeFolder: '/nowhere', targets });
  return client;
}

const listed = async () =>
  (await send(client.connection, 'trimtab/listTargets', null))
    .slice(1)
    .map(({ name, canBeChecked, description }) => [name, canBeChecked, description]);

describe('targets of the settings', () => {
  it('complement those of trimtab.yaml, which take precedence', async () => {
    await start({ both: { kind: 'ssh', host: 'of-the-settings' }, fast: { kind: 'slurm', host: 'login' } });
    expect(await listed()).toEqual([
      ['both', true, 'ssh of-the-file · ~/trimtab'],
      ['fast', true, 'Slurm on login · ~/trimtab'],
    ]);
  });

  it('may be this machine under other names, which are asked after their set-up scripts', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'mpirun'), '#!/bin/sh\necho "mpirun (Of Module) 1.0"\n', { mode: 0o755 });
    const modules = { kind: 'local', setup: `PATH="${bin}:$PATH"` };
    await start({ local: { kind: 'local' }, modules, plain: { kind: 'local' } });
    expect((await listed()).slice(1)).toEqual([
      ['modules', true, 'this machine'],
      ['plain', true, 'this machine'],
    ]);
    const check = (name: string) => send(client.connection, 'trimtab/checkTarget', { name });
    expect(await check('modules')).toMatchObject({
      description: expect.stringMatching(/^this machine: \d+ cores, mpirun \(Of Module\) 1\.0$/) as unknown,
      state: 'ready',
    });
    const here = elementAt(await send(client.connection, 'trimtab/listTargets', null), 0);
    expect(await check('plain')).toMatchObject({ description: here.description, state: here.state });
  });

  it('with a mistake are reported, and leave the others unchanged', async () => {
    await start({ wrong: { kind: 'ssh', hots: 'x' }, fast: { kind: 'slurm', host: 'login' } });
    const rows = await listed();
    expect(rows.map(([name]) => name)).toEqual(['both', 'fast', 'settings']);
    expect(rows[2]?.[1]).toBe(false);
    expect(rows[2]?.[2]).toMatch(/^The setting trimtab\.targets, wrong/);
  });

  it('are read again when they change', async () => {
    await start('nonsense');
    expect(await listed()).toHaveLength(1);
    await client.connection.sendNotification('trimtab/targetSettings', {
      targets: { new: { kind: 'ssh', host: 'h' } },
    });
    expect((await listed()).map(([name]) => name)).toEqual(['both', 'new']);
  });

  it('run workflows', async () => {
    // No host answers at this address; the attempt shows which description was used.
    await start({ fast: { kind: 'ssh', host: 'absent.invalid' } });
    const work = send(client.connection, 'trimtab/analyzePerformance', {
      task: 'j',
      configuration: join(folder, 'trimtab.yaml'),
    });
    await expect(work).rejects.toThrow(/absent\.invalid/);
  });

  it('are not connected to without trust', async () => {
    await start({ fast: { kind: 'ssh', host: 'absent.invalid' } }, false);
    await expect(send(client.connection, 'trimtab/checkTarget', { name: 'fast' })).rejects.toThrow('trusted workspace');
  });
});

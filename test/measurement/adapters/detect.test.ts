/** Queries that a target receives, and those that it does not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWithSystems } from '../../../src/measurement/adapters/detect.js';
import { createTarget } from '../../../src/targets/create.js';
import { temporaryFolder } from '../../experiments/support.js';

it('a target that cannot be reached is tried once: each further login would ask the person again', async () => {
  const folder = temporaryFolder();
  const [sshConfig, tries] = [join(folder, 'config'), join(folder, 'tries')];
  writeFileSync(sshConfig, `Host nowhere\n  ProxyCommand sh -c 'echo tried >>${tries}; exit 1'\n`);
  const connection = { host: 'nowhere', sshConfig, workFolder: '/tmp', transfer: 'tar' } as const;
  const plain = { setup: '', environment: {}, launcher: undefined, limits: {}, pathMap: [] };
  const how = { connection: { socketFolder: folder } };
  const target = createTarget({ kind: 'ssh', name: 'there', ...plain, connection }, how);
  const { ready, text, systems } = await describeWithSystems(target);
  expect([ready, systems]).toEqual([false, undefined]);
  expect(text).toMatch(/nowhere/);
  expect(readFileSync(tries, 'utf8')).toBe('tried\n');
  await target.close();
});

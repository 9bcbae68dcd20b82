/** `trimtab targets check` in a folder of others: nothing of its trimtab.yaml runs before the user agrees. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../experiments/support.js';
import { trimtab } from './support.js';

/** A project whose targets leave a file wherever they run something. */
function trap(targets: (ran: string, folder: string) => string): { folder: string; ran: string } {
  const folder = temporaryFolder();
  const ran = join(folder, 'ran');
  writeFileSync(
    join(folder, 'trimtab.yaml'),
    `version: 1\nprogram: x\nranks: 1\nrun:\n  command: [./x]\ntargets:\n${targets(ran, folder)}`,
  );
  return { folder, ran };
}

const withSetup = () =>
  trap((ran) => `  local:\n    kind: local\n    setup: touch ${ran}\n    environment: { LD_DEBUG: no }\n`);

const withSshConfig = () => {
  const made = trap(() => '  far:\n    kind: ssh\n    host: far\n    sshConfig: ssh_config\n');
  const { folder, ran } = made;
  writeFileSync(
    join(folder, 'ssh_config'),
    `Match exec "touch ${ran}"\n  HostName 127.0.0.1\nHost far\n  ProxyCommand touch ${ran}\n`,
  );
  return made;
};

describe('trimtab targets check', () => {
  it('shows the set-up of a target before it runs it', async () => {
    const { folder, ran } = withSetup();
    const { code, out, err } = await trimtab(folder, 'targets', 'check');
    expect([code, out]).toEqual([1, '']);
    const path = join(folder, 'trimtab.yaml');
    expect(err).toBe(`Checking these targets of ${path} runs:
  local
    on this machine:
      touch ${ran}
    with variables on this machine:
      LD_DEBUG=no
trimtab: The targets of ${path} were not checked: they bring the commands and files above. If you trust them, add --yes.
`);
    expect(existsSync(ran)).toBe(false);
  });

  it('shows the ssh_config of a folder before ssh reads it', async () => {
    const { folder, ran } = withSshConfig();
    const { code, err } = await trimtab(folder, 'targets', 'check', 'far', '--json');
    expect(code).toBe(1);
    expect(err).toContain(
      `  far\n    ssh with ${join(folder, 'ssh_config')}, whose Match and ProxyCommand may run on this machine\n`,
    );
    expect(existsSync(ran)).toBe(false);
  });

  it.each([withSetup, withSshConfig])('runs them with --yes (%#)', async (made) => {
    const { folder, ran } = made();
    const { err } = await trimtab(folder, 'targets', 'check', '--yes');
    expect(err).not.toContain('--yes');
    expect(existsSync(ran)).toBe(true);
  });

  it('shows characters that hide parts of a command', async () => {
    const { folder } = trap(() => '  local:\n    kind: local\n    setup: "ls \\u202Efdp.sh"\n');
    const { err } = await trimtab(folder, 'targets', 'check');
    expect(err).toContain('      ls \\u{202e}fdp.sh\n');
  });

  it('asks nothing where descriptions bring no commands, and starts no program of the folder', async () => {
    const { folder, ran } = trap(() => '  far: { kind: ssh, host: far.invalid }\n');
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    for (const name of ['mpicc', 'mpirun', 'scorep']) {
      writeFileSync(join(programs, name), `#!/bin/sh\ntouch ${ran}\n`);
      chmodSync(join(programs, name), 0o755);
    }
    const { PATH } = process.env;
    process.env.PATH = `${programs}:${PATH ?? ''}`;
    try {
      const { out } = await trimtab(folder, 'targets', 'check', 'local');
      expect(out).toMatch(/^local \((not )?ready\): /);
      expect(existsSync(ran)).toBe(false);
    } finally {
      process.env.PATH = PATH;
    }
    expect((await trimtab(folder, 'targets')).out).toContain('far: ssh far.invalid');
    expect(await trimtab(folder, 'targets', '--yes')).toMatchObject({ code: 2 });
  });
});

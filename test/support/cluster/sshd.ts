/** An ssh server alone, for tests of what targets send; or a sentence why there is none. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../scripts/lib/processes.mjs';
import { prepareSshd } from '../../../scripts/lib/cluster/sshd.mjs';
import { elementAt } from '../../../src/base/elements.js';
import { createTarget } from '../../../src/targets/create.js';
import { parseTargets } from '../../../src/targets/description.js';
import { inheritedEnvironment } from '../../../src/targets/environment.js';
import type { Target } from '../../../src/targets/target.js';

export interface Server {
  /** Folder for work folders of targets. */
  readonly home: string;
  /** Creates a program that comes first in the path of a login. @param script with its first line */
  replace(name: string, script: string): void;
  /** Removes those programs again. */
  restore(): void;
  /** @param patience in seconds, how long a connection may be lost or silent */
  target(entry?: Record<string, unknown>, patience?: number): Target;
  stop(): Promise<void>;
}

/** Starts a server. If it cannot be started the reason is printed, and the tests that need it are skipped. */
export async function sshdOrReason(): Promise<{ server?: Server; reason?: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-sshd-'));
  const [home, programs] = [join(folder, 'home'), join(folder, 'programs')];
  for (const made of [home, programs]) mkdirSync(made);
  try {
    const { daemon, config } = await prepareSshd(folder, process.env, {
      PATH: `${programs}:${process.env.PATH ?? ''}`,
    });
    daemon.start();
    const question = ['-F', config, '-o', 'BatchMode=yes', 'cluster', 'true'];
    await daemon.awaitReady(async () => (await run('ssh', question, { quiet: true })).code === 0);
    const entryOf = (more: Record<string, unknown>) => ({
      far: { kind: 'ssh', host: 'cluster', sshConfig: config, workFolder: join(home, 'work'), ...more },
    });
    return {
      server: {
        home,
        replace: (name, script) => {
          writeFileSync(join(programs, name), script, { mode: 0o755 });
        },
        restore: () => {
          for (const name of readdirSync(programs)) rmSync(join(programs, name));
        },
        target: (more = {}, patience = 20) =>
          createTarget(elementAt(parseTargets(entryOf(more)), 0), {
            connection: { environment: inheritedEnvironment(), socketFolder: folder, patience },
          }),
        stop: async () => {
          await daemon.stop();
          rmSync(folder, { recursive: true, force: true });
        },
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`The tests with an ssh server are skipped: ${reason}`);
    return { reason };
  }
}

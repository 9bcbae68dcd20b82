/** The installed command: the bundle with its dependencies next to it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyProperties } from '../../scripts/lib/aslFiles.mjs';
import { copyCompiled } from '../../scripts/lib/compiledFiles.mjs';
import { copyWorkflows } from '../../scripts/lib/workflowFiles.mjs';
import { bundled } from '../support/bundled.js';
import { PROBE } from '../workflows/mpiProject.js';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Installed {
  /** Absolute path of `trimtab`, to be started with Node. */
  readonly command: string;
  remove(): void;
}

export async function installed(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-cli-'));
  const dist = join(folder, 'dist');
  const programs = { cli: 'src/cli/main.ts', analysisWorker: 'src/engine/workers/analysisWorker.ts' };
  await bundled(Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(ROOT, path)])), dist);
  cpSync(PROBE, join(dist, 'probe'), { recursive: true });
  copyWorkflows(dist);
  copyProperties(dist);
  copyCompiled(dist);
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'bin'));
  const command = join(folder, 'bin', 'trimtab');
  symlinkSync(join(dist, 'cli.cjs'), command); // as npm links it
  return { command, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

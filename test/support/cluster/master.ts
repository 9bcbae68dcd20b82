import { execFileSync } from 'node:child_process';
import { controlPath } from '../../../src/targets/ssh/controlFolder.js';
import type { Cluster } from './index.js';

/** Process id of the shared connection to a cluster. */
export function masterOf({ sshConfig, folder }: Pick<Cluster, 'sshConfig' | 'folder'>): number {
  const socket = controlPath('cluster', sshConfig, folder);
  const args = ['-F', sshConfig, '-o', `ControlPath=${socket}`, '-O', 'check', 'cluster'];
  const said = execFileSync('sh', ['-c', 'ssh "$@" 2>&1', 'sh', ...args]).toString();
  return Number(/pid=(\d+)/.exec(said)?.[1]);
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readPart } from '../../base/files/index.js';
import { copyFolder, moveFolder } from '../files/localTransfer.js';
import type { Machine } from '../machineTarget.js';
import type { LocalShell } from '../shell/localShell.js';
import { connectHere } from './connect.js';

/** The parts of a target whose programs and files are on this machine, however its jobs are started. */
export function onThisMachine(
  shell: LocalShell,
  environment: Readonly<Record<string, string>>,
): Omit<Machine, 'jobs' | 'describe' | 'capabilities'> {
  return {
    shell,
    runner: { kind: 'here', environment },
    folderOf: (project) => Promise.resolve(resolve(project)),
    send: (from, to, how) => copyFolder(from, to, how),
    fetch: (from, to, how) => copyFolder(from, to, how),
    take: (from, to, how) => moveFolder(from, to, how),
    connect: connectHere,
    readPart: (path, from, most) => Promise.resolve(existsSync(path) ? readPart(path, from, most) : Buffer.alloc(0)),
  };
}

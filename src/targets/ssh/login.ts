/** How a machine that is logged in to is described. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { type Connection, printable, TARGET_NAME, type TargetConfiguration } from '../configuration.js';
import type { FormField } from '../form.js';

/** The work folder on a machine that is logged in to. */
const DEFAULT_WORK_FOLDER = '~/trimtab';

const HOST = /^[\w[][\w.@:%+[\]-]*$/;
const FOLDER_THERE = /^(\/|~\/)[^/]/;

export const host = v.pipe(
  v.string('write a host as ssh takes it'),
  v.regex(HOST, 'write a host as ssh takes it, such as an alias of ssh_config'),
  v.description(
    'As ssh takes it: an alias of ssh_config, or user@machine. All settings of ssh_config apply (ProxyJump, keys).',
  ),
);
const folderThere = v.pipe(
  printable('write an absolute path, or one that begins with ~/'),
  v.regex(FOLDER_THERE, 'write an absolute path, or one that begins with ~/ (a separate folder)'),
  v.check((path) => !path.split('/').includes('..'), 'write a path without ".."'),
  v.description(
    'Folder there for copies of projects and for jobs: absolute, or below your home with ~/. Must be visible on all nodes.',
  ),
);

/** The keys, in addition to `host`, of targets with a login. */
export const loginEntries = {
  sshConfig: v.optional(
    v.pipe(
      printable('write the path of an ssh_config'),
      v.description(
        'Another file than your own ssh_config; a relative path begins at the folder of trimtab.yaml, in the settings at your home folder.',
      ),
    ),
  ),
  workFolder: v.optional(folderThere, DEFAULT_WORK_FOLDER),
  transfer: v.optional(
    v.pipe(
      v.picklist(['auto', 'rsync', 'tar'], 'write auto, rsync or tar'),
      v.description('How files travel; auto takes rsync where both sides have it.'),
    ),
    'auto',
  ),
};

type LoginEntry = v.InferOutput<v.StrictObjectSchema<typeof loginEntries, undefined>>;

/** How to log in to a host, from the other keys of its description. */
export function connectionTo(alias: string, { sshConfig, workFolder, transfer }: LoginEntry): Connection {
  return { host: alias, sshConfig, workFolder, transfer };
}

/** Returns the fields of the form. @param of differences between kinds */
export function loginFields(of: Pick<FormField, 'prompt' | 'mayBeEmpty'>): readonly FormField[] {
  return [
    { key: 'host', ...of, pattern: HOST.source, mistake: 'Write a host such as login.example.org.' },
    {
      key: 'name',
      prompt: 'How it is called here.',
      value: 'cluster',
      proposedBy: 'host',
      pattern: TARGET_NAME.source,
      mistake: 'Begin with a letter; letters, digits, ".", "_" and "-" may follow.',
    },
    {
      key: 'workFolder',
      onlyWith: 'host',
      prompt: 'The folder there in which Trimtab works; it is made when it is missing.',
      value: DEFAULT_WORK_FOLDER,
      pattern: FOLDER_THERE.source,
      mistake: 'Write an absolute path, or one that begins with ~/.',
    },
  ];
}

/** Returns the location of a target: its kind, its host, further details, and the remote folder. */
export function placeOf(what: string, { connection }: TargetConfiguration, ...more: readonly string[]): string {
  const folder = connection === undefined ? [] : [connection.workFolder];
  return [`${what} ${connection?.host ?? 'this machine'}`, ...more, ...folder].join(' · ');
}

/**
 * Returns a target whose ssh_config has an absolute path: ssh is not started in the folder of the description.
 * @param folder base of a relative path; `~/` is the home folder
 */
export function withAbsoluteConfig<Configuration extends TargetConfiguration>(
  target: Configuration,
  folder: string,
): Configuration {
  const { connection } = target;
  const path = connection?.sshConfig;
  if (connection === undefined || path === undefined) return target;
  const sshConfig = path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(folder, path);
  return { ...target, connection: { ...connection, sshConfig } };
}

/** Private files of a project, which are not stored with an experiment. */
import { basename } from 'node:path';
import { statOf } from '../../base/files/index.js';

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\.env(\..+)?$|\.env$/i, 'it holds settings that are often secret'],
  [
    /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$|^id_[a-z0-9]+$|\.(pem|key|ppk|p12|pfx|jks|keystore|kdbx|gpg|asc)$/i,
    'it looks like a key',
  ],
  [/^\.(netrc|pgpass|npmrc|pypirc|git-credentials|htpasswd|my\.cnf)$|^_netrc$/i, 'it is a file of passwords'],
  [/credential|^secrets?(\..+)?$|^passwords?(\..+)?$|^token(s)?(\.txt|\.json)?$/i, 'it looks like a file of passwords'],
  [/^(known_hosts|authorized_keys)$/i, 'it contains data of logins'],
];
/** Folders whose files are private whatever they are called. */
const FOLDERS = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.config']);

/**
 * Reports whether permission bits distinguish private files. They do not if the user denies others access to the whole
 * project, so that every file is private.
 */
export function bitsTell(project: string): boolean {
  return ((statOf(project)?.mode ?? 0) & 0o044) !== 0;
}

/**
 * Returns why a file must not be stored; undefined if it may be.
 * @param path its parts are judged, relative or absolute, with "/"
 * @param mode permission bits; those of group and others show whether the user shares it
 * @param judged whether these bits are meaningful, see bitsTell
 */
export function privateReason(path: string, mode: number, judged: boolean): string | undefined {
  const name = basename(path);
  const named = NAMES.find(([form]) => form.test(name));
  if (named !== undefined) return named[1];
  if (
    path
      .split('/')
      .slice(0, -1)
      .some((part) => FOLDERS.has(part))
  )
    return 'it is in a folder of private settings';
  // Windows knows no such bits and shows all files as readable.
  return judged && (mode & 0o044) === 0 ? 'only its owner may read it' : undefined;
}

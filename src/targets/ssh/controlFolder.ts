import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TrimtabError } from '../../base/problem.js';

/** Socket paths hold 104 bytes on some systems; ssh adds 18 while it makes the socket. */
const LONGEST = 104 - 18;

/**
 * Returns the path of the socket of a shared connection. It is in a private folder of the user. Its short name is
 * derived from the route to the host, so that all windows share one login.
 * @param base parent of the folder; the temporary folder if omitted
 * @throws TrimtabError when the folder belongs to another user
 */
export function controlPath(host: string, sshConfig: string | undefined, base?: string): string {
  const user = process.getuid?.() ?? 0;
  const name = createHash('sha256')
    .update(`${host}\0${sshConfig ?? ''}`)
    .digest('hex')
    .slice(0, 12);
  const candidates = (base === undefined ? [tmpdir(), '/tmp'] : [base]).map((parent) =>
    join(parent, `trimtab-ssh-${user}`),
  );
  const folder = candidates.find((path) => Buffer.byteLength(join(path, name)) <= LONGEST);
  if (folder === undefined)
    throw new TrimtabError(
      `The temporary folder ${tmpdir()} has too long a path for ssh's socket; set TMPDIR to a shorter one.`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || uid !== user || (mode & 0o077) !== 0)
    throw new TrimtabError(`The folder ${folder} for ssh's socket is not private to you; remove it.`);
  return join(folder, name);
}

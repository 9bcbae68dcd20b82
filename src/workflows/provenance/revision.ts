/** Revision of a project's sources, and the changes since, without private data. */
import { join } from 'node:path';
import { lstatOf, writeAtomically } from '../../base/files/index.js';
import { bitsTell, FILES, privateReason, type Manifest } from '../../experiments/index.js';
import type { Command } from '../../base/processes/process.js';
import { askGit } from './git.js';

type Environment = Command['environment'];

/** A file that is not kept, relative to the top of the repository, and why. */
export interface WithheldFile {
  readonly path: string;
  readonly reason: string;
}

/** The revision of the sources, and what was changed since, as far as git knows. */
export interface Revision {
  readonly commit: string;
  /** The difference to the commit: empty when nothing was changed, undefined when it is too large to keep. */
  readonly diff: string | undefined;
  /** Changed files that look private: they are not in the difference. */
  readonly withheld: readonly WithheldFile[];
}

const LARGEST_DIFF = 16 << 20;
const LONGEST_LIST = 16 << 20;
/** Files that a manifest names as not kept; it is to stay readable. */
export const MOST_LISTED = 1000;

/** The top of the repository that a folder lies in; undefined when it is none. */
export async function repositoryOf(folder: string, environment: Environment): Promise<string | undefined> {
  return (await askGit(folder, ['rev-parse', '--show-toplevel'], environment))?.replace(/\n$/, '');
}

/** The files of a list that are not to be kept. @param paths relative to `top` */
export function privateFiles(top: string, project: string, paths: readonly string[]): WithheldFile[] {
  const judged = bitsTell(project);
  return paths.flatMap((path) => {
    const reason = privateReason(path, lstatOf(join(top, path))?.mode ?? 0o644, judged);
    return reason === undefined ? [] : [{ path, reason }];
  });
}

/** Asks git about the folder; undefined when it is no repository or git is absent. */
export async function revisionOf(folder: string, environment: Environment): Promise<Revision | undefined> {
  const head = await askGit(folder, ['rev-parse', '--verify', 'HEAD'], environment);
  const top = await repositoryOf(folder, environment);
  if (head === undefined || top === undefined) return undefined;
  const commit = head.trim();
  // Renamed files count as one that is gone and one that is new: each is judged by its own name.
  const compared = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames'];
  const list = await askGit(folder, [...compared, '--name-only', '-z', 'HEAD', '--', '.'], environment, LONGEST_LIST);
  if (list === undefined) return { commit, diff: undefined, withheld: [] };
  const changed = list.split('\0').filter((path) => path !== '');
  const withheld = privateFiles(top, folder, changed);
  const without = withheld.map(({ path }) => `:(top,exclude,literal)${path}`);
  // No external diff: that would be a program of the repository's choice.
  const argv = [...compared, '--binary', 'HEAD', '--', '.', ...without];
  return { commit, diff: await askGit(folder, argv, environment, LARGEST_DIFF), withheld };
}

/**
 * Stores the difference with an experiment; returns the revision for its manifest.
 * @param folder of the experiment
 * @throws TrimtabError when it cannot be written
 */
export function keepRevision(folder: string, revision: Revision | undefined): Pick<Manifest, 'revision'> {
  if (revision === undefined) return {};
  const { commit, diff, withheld } = revision;
  if (diff === '' && withheld.length === 0) return { revision: { commit, changed: false } };
  if (diff !== undefined) writeAtomically(join(folder, FILES.diff), diff);
  return {
    revision: {
      commit,
      changed: true,
      ...(diff === undefined ? {} : { diff: FILES.diff }),
      ...(withheld.length === 0 ? {} : { withheld: withheld.slice(0, MOST_LISTED) }),
    },
  };
}

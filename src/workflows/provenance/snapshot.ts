/** Keeping all that a program is built from, and bringing it back: revision, difference, and files git does not know. */
import { mkdirSync, readdirSync, type Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { FILES, readBundle, writeBundle, type Experiment, type Manifest } from '../../experiments/index.js';
import { errorCode, statOf } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { Command } from '../../base/processes/process.js';
import { askGit } from './git.js';
import { MOST_LISTED, privateFiles, repositoryOf } from './revision.js';

type Environment = Command['environment'];

/** Folders without files of the program, and what a compiler makes. */
const SKIPPED = new Set(['.git', '.trimtab', 'node_modules', '.svn', '.hg', '.vscode']);
const MADE = /\.(o|a|so|mod|smod|gch|pyc)$|^core(\.\d+)?$/;
const LONGEST_LIST = 16 << 20;

/** Files of a folder that is in no repository, relative to it; of a folder that cannot be listed its own path. */
function filesBelow(folder: string, inside = ''): string[] {
  const entries = entriesOf(join(folder, inside));
  // Named paths that are not files are listed among the omitted ones.
  if (entries === undefined) return inside === '' ? [] : [inside];
  return entries.flatMap((entry) => {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(folder, path);
    return entry.isFile() && !MADE.test(entry.name) ? [path] : [];
  });
}

/** @returns undefined when the folder may not be read, is gone by now, or lies deeper than paths can be long */
function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * Returns the files of a folder that git does not track, relative to the top of its repository; all files without a
 * repository.
 */
async function untrackedFiles(
  project: string,
  environment: Environment,
): Promise<{ top: string; paths: readonly string[] }> {
  const top = await repositoryOf(project, environment);
  const committed = await askGit(project, ['rev-parse', '--verify', 'HEAD'], environment);
  if (top === undefined || committed === undefined) return { top: project, paths: filesBelow(project) };
  const argv = ['ls-files', '--others', '--exclude-standard', '--full-name', '-z', '--', '.'];
  const list = await askGit(project, argv, environment, LONGEST_LIST);
  const paths = (list ?? '').split('\0').filter((path) => path !== '' && !path.split('/').includes('.trimtab'));
  return { top, paths };
}

/**
 * Keeps the files of a project that its revision does not have, next to the difference that is kept already.
 * @param folder of the experiment
 * @throws TrimtabError when they cannot be written
 */
export async function keepUntracked(
  folder: string,
  project: string,
  environment: Environment,
): Promise<Pick<Manifest, 'untracked'>> {
  const { top, paths } = await untrackedFiles(project, environment);
  const withheld = privateFiles(top, project, paths);
  const own = new Set(withheld.map(({ path }) => path));
  const shared = paths.filter((path) => !own.has(path));
  const { files, omitted } = writeBundle(top, shared, join(folder, FILES.untracked));
  return {
    untracked: {
      files,
      ...(files === 0 ? {} : { bundle: FILES.untracked }),
      ...(omitted.length === 0 ? {} : { omitted: omitted.slice(0, MOST_LISTED) }),
      ...(withheld.length === 0 ? {} : { withheld: withheld.slice(0, MOST_LISTED) }),
    },
  };
}

/** A project in its former state, in a separate folder. */
export interface Copy {
  /** Absolute path of the project within the copy. */
  readonly project: string;
  /** Parts that could not be restored, in sentences. */
  readonly missing: readonly string[];
}

async function git(argv: readonly string[], environment: Environment, folder: string, what: string): Promise<void> {
  if ((await askGit(folder, argv, environment)) === undefined) throw new TrimtabError(what);
}

/**
 * Recreates the project as an experiment measured it.
 * @param original current location of the project; its repository has the revision
 * @param copy an empty folder
 * @throws TrimtabError with the missing parts
 */
export async function restoreProject(
  experiment: Experiment,
  original: string,
  copy: string,
  environment: Environment,
): Promise<Copy> {
  const { id, revision, untracked } = experiment.manifest;
  if (revision === undefined && untracked?.bundle === undefined)
    throw new TrimtabError(
      `Experiment ${id} cannot be run again: neither a revision nor the files of its project were kept with it.`,
    );
  mkdirSync(copy, { recursive: true });
  const missing = [
    ...(untracked?.omitted ?? []).map((path) => `${path} was not kept (too large, or no regular file)`),
    ...(untracked?.withheld ?? []).map(({ path, reason }) => `${path} was not kept (${reason})`),
    ...(revision?.withheld ?? []).map(({ path, reason }) => `the changes of ${path} were not kept (${reason})`),
  ];
  let project = copy;
  if (revision !== undefined) {
    project = await restoreRevision(experiment, revision, { original, copy, environment });
    if (revision.changed && revision.diff === undefined)
      missing.push('the local changes to its revision were too large to keep');
    if (untracked === undefined) missing.push('untracked files were not kept');
  }
  if (untracked?.bundle !== undefined) readBundle(join(experiment.folder, untracked.bundle), copy);
  return { project, missing };
}

async function restoreRevision(
  experiment: Experiment,
  { commit, diff }: NonNullable<Manifest['revision']>,
  { original, copy, environment }: { original: string; copy: string; environment: Environment },
): Promise<string> {
  const short = commit.slice(0, 12);
  const top = await repositoryOf(original, environment);
  if (top === undefined)
    throw new TrimtabError(
      `Experiment ${experiment.id} was measured at revision ${short}, but ${original} is in no git repository; open the repository it was measured in.`,
    );
  const clone = ['clone', '--quiet', '--shared', '--no-checkout', '--', top, copy];
  await git(clone, environment, top, `The repository ${top} could not be copied; check that git can read it.`);
  const gone = `The repository ${top} does not have revision ${short} (any more); fetch it from where it was pushed to.`;
  await git(['checkout', '--quiet', '--detach', commit], environment, copy, gone);
  if (diff !== undefined && statOf(join(experiment.folder, diff))?.size !== 0)
    await git(
      ['apply', '--whitespace=nowarn', join(experiment.folder, diff)],
      environment,
      copy,
      `The changes kept with experiment ${experiment.id} do not fit revision ${short}; ${diff} was damaged or changed.`,
    );
  return join(copy, relative(top, original).split(sep).join('/'));
}

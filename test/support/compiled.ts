/** Compiles programs of tests once for each content, for all test files and runs. */
import { execa } from 'execa';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { filesBelow, hashFiles } from '../../scripts/lib/buildStamp.mjs';
import { programCache } from './caches.js';

const probe = join(import.meta.dirname, '../../src/probe');

export interface Compilation {
  /** The compiler, or the wrapper and the compiler. */
  readonly command: readonly string[];
  readonly flags: readonly string[];
  /** Absolute paths. Headers next to them count too. */
  readonly sources: readonly string[];
  /** Libraries, behind the sources. */
  readonly libraries?: readonly string[];
  /** A value that is the path of a file counts by its content. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Compiled {
  /** The executable. It is shared: tests that change it work on a copy. */
  readonly program: string;
  /** Output of the compiler on standard error. */
  readonly stderr: string;
}

/** @throws ExecaError when it does not compile; nothing is kept then */
export async function compiled(compilation: Compilation): Promise<Compiled> {
  const folder = join(programCache, await keyOf(compilation));
  if (!existsSync(folder)) await compileInto(folder, compilation);
  // Recently used entries stay when the cache is pruned.
  const now = new Date();
  await utimes(folder, now, now);
  return { program: join(folder, 'program'), stderr: readFileSync(join(folder, 'stderr'), 'utf8') };
}

async function compileInto(
  folder: string,
  { command, flags, sources, libraries = [], env }: Compilation,
): Promise<void> {
  mkdirSync(programCache, { recursive: true });
  const place = mkdtempSync(join(programCache, 'new-'));
  try {
    const [first = '', ...rest] = command;
    // Fortran compilers put modules into the folder that they are started in.
    const words = [...rest, ...flags, '-o', 'program', ...sources, ...libraries];
    const { stderr } = await execa(first, words, { cwd: place, ...(env === undefined ? {} : { env }) });
    await writeFile(join(place, 'stderr'), stderr);
    renameSync(place, folder);
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    // Another test file has compiled the same meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

async function keyOf({ command, flags, sources, libraries = [], env = {} }: Compilation): Promise<string> {
  const isWrapped = dirname(command[0] ?? '') === probe;
  const values = Object.entries(env).map(([name, value]) => [
    name,
    isFile(value) ? readFileSync(value, 'utf8') : value,
  ]);
  const parts = [
    ...[command, flags, sources, libraries, values],
    hashFiles(sources.flatMap((source) => [source, ...headersBeside(source)])),
    await versionOf(command[isWrapped ? 1 : 0] ?? ''),
    isWrapped ? (probeContent ??= hashFiles(filesBelow(probe))) : '',
    isWrapped ? (process.env.TRIMTAB_SANITIZE ?? '') : '',
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}

let probeContent: string | undefined;

const versions = new Map<string, Promise<string>>();

/** Returns the identity of a compiler: its version, and the compiler that an MPI wrapper calls. */
function versionOf(compiler: string): Promise<string> {
  const known = versions.get(compiler);
  if (known !== undefined) return known;
  const asked = Promise.all(
    ['--version', '-show'].map((option) => execa(compiler, [option], { reject: false, timeout: 60_000 })),
  ).then((answers) => answers.map(({ stdout }) => stdout).join('\n'));
  versions.set(compiler, asked);
  return asked;
}

function headersBeside(source: string): string[] {
  const folder = dirname(source);
  const names = readdirSync(folder).filter((name) => /\.(h|hpp|inc)$/.test(name) && name !== basename(source));
  return names.map((name) => join(folder, name));
}

function isFile(path: string): boolean {
  return path.startsWith('/') && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

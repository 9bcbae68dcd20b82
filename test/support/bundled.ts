/** Bundles programs as they are shipped. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { writeAtomically } from '../../src/base/files/index.js';
import { hashFiles } from '../../scripts/lib/buildStamp.mjs';
import { programCache } from './caches.js';

type Entries = Readonly<Record<string, string>>;

/**
 * `name` in `entryPoints` becomes `name.cjs` in the folder.
 * @returns the files that went into it
 */
export async function bundle(entryPoints: Entries, folder: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: { ...entryPoints },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
    metafile: true,
  });
  return Object.keys(metafile.inputs).map((path) => resolve(path));
}

/** The same, done once for each content of these files, for all test files and runs. */
export async function bundled(entryPoints: Entries, folder: string): Promise<void> {
  const key = createHash('sha256').update(JSON.stringify(entryPoints)).digest('hex').slice(0, 16);
  const kept = keptFor(key) ?? (await keep(key, entryPoints));
  // Recently used entries stay when the cache is pruned.
  const now = new Date();
  utimesSync(kept, now, now);
  cpSync(kept, folder, { recursive: true });
}

const inputs = v.array(v.string());

/** Returns the bundle of the current content of these files. */
function keptFor(key: string): string | undefined {
  const list = listOf(key);
  if (!existsSync(list)) return undefined;
  const files = v.parse(inputs, JSON.parse(readFileSync(list, 'utf8')));
  const folder = files.every((file) => existsSync(file)) ? folderOf(key, files) : undefined;
  return folder !== undefined && existsSync(folder) ? folder : undefined;
}

async function keep(key: string, entryPoints: Entries): Promise<string> {
  mkdirSync(programCache, { recursive: true });
  const place = mkdtempSync(join(programCache, 'new-'));
  try {
    const files = await bundle(entryPoints, place);
    const folder = folderOf(key, files);
    moveUnlessThere(place, folder);
    writeAtomically(listOf(key), JSON.stringify(files));
    return folder;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Another test file may have bundled the same meanwhile. */
function moveUnlessThere(place: string, folder: string): void {
  try {
    renameSync(place, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

const listOf = (key: string): string => join(programCache, `bundle-${key}.json`);
const folderOf = (key: string, files: readonly string[]): string =>
  join(programCache, `bundle-${key}-${hashFiles(files).slice(0, 16)}`);

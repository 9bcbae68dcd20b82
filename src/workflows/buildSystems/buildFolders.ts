/** Folders with build descriptions: the given one, or those below it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFile, PROJECT_TEXT, readText } from '../../base/files/index.js';
import { languageOf } from '../configuration/languages.js';
import { parallelismOf } from '../configuration/parallelism.js';

/** Makefiles by the names that make looks for. */
export const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/** The script that makes a makefile. */
export const CONFIGURE = 'configure';

/** Location of a build description. */
export interface Found {
  readonly kind: 'make' | 'cmake';
  readonly folder: string;
  readonly file: string;
}

/** The build description in a folder; undefined where there is none. */
export function buildIn(folder: string): Found | undefined {
  const makefile = MAKEFILES.find((name) => isFile(join(folder, name)));
  const cmake = isFile(join(folder, 'CMakeLists.txt'));
  if (cmake && /\bproject\s*\(/i.test(readText(join(folder, 'CMakeLists.txt'), PROJECT_TEXT)))
    return { kind: 'cmake', folder, file: 'CMakeLists.txt' };
  const file = makefile ?? (isFile(join(folder, CONFIGURE)) ? CONFIGURE : templateIn(folder));
  return file === undefined ? undefined : { kind: 'make', folder, file };
}

/** The only makefile of a name that make does not look for, such as Makefile.vanilla. */
function templateIn(folder: string): string | undefined {
  const templates = readdirSync(folder).filter(
    (name) => /^(GNU)?[Mm]akefile[._-]\w+$/.test(name) && !/\.(am|in|inc|include|am|old|bak|orig)$/i.test(name),
  );
  const only = templates.length === 1 ? templates.at(0) : undefined;
  return only !== undefined && (languagesNextTo(folder) || namesSource(join(folder, only))) ? only : undefined;
}

/** Whether a makefile names source files. */
const namesSource = (path: string): boolean =>
  readText(path, PROJECT_TEXT)
    .split(/\s+/)
    .some((word) => /^[\w./-]+$/.test(word) && languageOf(word) !== undefined);

const languagesNextTo = (folder: string): boolean => readdirSync(folder).some((name) => languageOf(name) !== undefined);

/** Whether a source file holds the main program. */
export function hasMain(path: string): boolean {
  const text = readText(path, PROJECT_TEXT);
  return languageOf(path) === 'Fortran' ? /^\s*program\s+\w+/im.test(text) : /\bmain\s*\(/.test(text);
}

/** Folders that hold no program to measure. */
const ASIDE =
  /^(\..*|docs?|documentation|node_modules|third[_-]?party|external|extern|deps|build.*|cmake|scripts|tools|web|www|man|m4|config.*)$/i;

/** Build descriptions in a subfolder. */
interface Offer {
  /** Relative to where the search began. */
  readonly folder: string;
  readonly main: boolean;
  readonly mpi: boolean;
}

function offerIn(folder: string, inside: string): Offer {
  const path = join(folder, inside);
  const sources = readdirSync(path).filter((name) => languageOf(name) !== undefined && isFile(join(path, name)));
  const texts = sources.map((name) => readText(join(path, name), PROJECT_TEXT));
  const { mpi } = parallelismOf(texts);
  const used = texts.some((text) => /\bMPI_Init/i.test(text));
  return { folder: inside, main: sources.some((name) => hasMain(join(path, name))), mpi: mpi && used };
}

function offersBelow(top: string, inside: string, depth: number): Offer[] {
  const names = readdirSync(join(top, inside), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !ASIDE.test(entry.name))
    .map(({ name }) => name)
    .sort();
  return names.flatMap((name) => {
    const path = join(inside, name);
    if (buildIn(join(top, path)) !== undefined) return [offerIn(top, path)];
    return depth > 1 ? offersBelow(top, path, depth - 1) : [];
  });
}

/** Versions for devices and models of programming that are not measured here. */
const ELSEWHERE = /cuda|hip\b|opencl|sycl|kokkos|offload|openacc|openmp45|qthreads|cilk|julia|hpf|jav/i;

/** How likely an offer is meant, the smaller the likelier: MPI by name or use, then what is called a reference. */
function distanceOf({ folder, mpi }: Offer): number {
  const named = /\bmpi|mpi\b/i.test(folder) ? -4 : /(^|\/)ref(erence)?(\/|$)/i.test(folder) ? -3 : 0;
  const main = /(^|\/)src(\/|$)/.test(folder) ? -1 : 0;
  return named + main + (mpi ? -2 : 0) + (ELSEWHERE.test(folder) ? 10 : 0) + folder.split('/').length;
}

/** Levels below a folder that are searched. */
const LEVELS = 3;

/**
 * Folders up to three levels below in which something can be built, relative to the folder: only the upper ones of nested
 * ones, only those with a main program where there are such, the likeliest first. Only one that is for no accelerator
 * and no other model of programming is returned alone.
 */
export function buildFoldersBelow(folder: string): string[] {
  const offers = offersBelow(folder, '', LEVELS);
  const mains = offers.filter(({ main }) => main);
  const some = mains.length > 0 ? mains : offers;
  // Only one that is for this machine is the one that is meant.
  const measured = some.filter((offer) => !ELSEWHERE.test(offer.folder));
  const kept = measured.length === 1 ? measured : some;
  return kept.sort((a, b) => distanceOf(a) - distanceOf(b)).map((offer) => offer.folder);
}

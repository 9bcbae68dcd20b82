/** Headers that a compiler does not find: of libraries in a subfolder, and those that the system no longer has. */
import { join } from 'node:path';
import { entriesOf, isFile } from '../../../base/files/index.js';
import { withBuildOptions, withVariables } from '../commands.js';
import { offFor } from '../switches.js';
import type { FailedBuild, Repair } from '../failedBuild.js';

const MISSING = /fatal error: ([\w./+-]+): No such file or directory/;
/** Headers that the GNU C library removed; sources that still include them often use nothing of them. */
const REMOVED = new Set([
  'sys/sysctl.h',
  'sys/vtimes.h',
  'sys/ustat.h',
  'ustat.h',
  'stropts.h',
  'sys/io.h',
  'xlocale.h',
  'libio.h',
  'bits/libio.h',
  'malloc/malloc.h',
  'sys/timeb.h',
]);
/** The folder of headers of Linux systems, and how deep those of libraries are. */
const HEADERS = '/usr/include';
const DEEPEST = 2;
/** Debian packages by header. */
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/^hdf5\.h$/, 'libhdf5-dev'],
  [/^netcdf(_par)?\.h$/, 'libnetcdf-dev'],
  [/^pnetcdf\.h$/, 'libpnetcdf-dev'],
  [/^fftw3?(-mpi)?(\.f03|\.h)$/, 'libfftw3-dev'],
  [/^(cblas|lapacke)\.h$/, 'libopenblas-dev liblapacke-dev'],
  [/^metis\.h$/, 'libmetis-dev'],
  [/^parmetis\.h$/, 'libparmetis-dev'],
  [/^silo\.h$/, 'libsilo-dev'],
  [/^gsl\//, 'libgsl-dev'],
  [/^boost\//, 'libboost-all-dev'],
  [/^Eigen\//, 'libeigen3-dev'],
  [/^HYPRE\w*\.h$/, 'libhypre-dev'],
  [/^petsc\w*\.h$/, 'libpetsc-real-dev'],
  [/^Random123\//, 'librandom123-dev'],
  [/^(papi)\.h$/, 'libpapi-dev'],
  [/^numa\.h$/, 'libnuma-dev'],
  [/^(zlib)\.h$/, 'zlib1g-dev'],
  [/^tbb\//, 'libtbb-dev'],
  [/^CL\//, 'opencl-headers ocl-icd-opencl-dev'],
  [/^(png)\.h$/, 'libpng-dev'],
  [/^(umfpack|cholmod|amd|SuiteSparse_config)\.h$/, 'libsuitesparse-dev'],
  [/^mpi\.h$/, 'libopenmpi-dev openmpi-bin'],
];

/** The header that is missing. */
const missingHeader = (output: string): string | undefined => MISSING.exec(output)?.[1];

/** Folders below that of all headers in which a header is. */
function foldersWith(header: string, folder: string, depth = DEEPEST): string[] {
  const below = entriesOf(folder).filter((entry) => entry.isDirectory());
  return below.flatMap(({ name }) => {
    const path = join(folder, name);
    if (isFile(join(path, header))) return [path];
    return depth > 1 ? foldersWith(header, path, depth - 1) : [];
  });
}

/** The folder with libraries of the same name: /usr/lib/x86_64-linux-gnu/hdf5/serial for /usr/include/hdf5/serial. */
function librariesFor(folder: string): string | undefined {
  const inside = folder.slice(HEADERS.length + 1);
  const machines = entriesOf('/usr/lib').filter(({ name }) => name.includes('-linux-gnu'));
  return machines.map(({ name }) => join('/usr/lib', name, inside)).find((path) => entriesOf(path).length > 0);
}

/** Turns a switch of the makefile off that demands the library of a missing header. */
export function withoutLibrary({ output, commands, make }: FailedBuild): Repair | undefined {
  const header = missingHeader(output);
  const stem = /(\w+)(\.\w+)?$/.exec(header ?? '')?.[1]?.toLowerCase() ?? '';
  const found = make?.variables.find(({ name, value, own }) => {
    const library = /^(?:USE|WITH|HAVE|ENABLE)_?([A-Z]\w{2,})$/i.exec(name)?.[1]?.toLowerCase();
    return own && library !== undefined && stem.startsWith(library) && offFor(value) !== undefined;
  });
  if (header === undefined || found === undefined) return undefined;
  return {
    commands: withVariables(commands, new Map([[found.name, offFor(found.value) ?? '']])),
    reason: `${header} is missing, which ${found.name} demands`,
  };
}

/** Adds the folder of a header, or an empty header in the place of one that the system no longer has. */
export function missingHeaders({ output, commands, sources }: FailedBuild): Repair | undefined {
  const header = missingHeader(output);
  if (header === undefined || /^mpi(f|f-\w+)?\.h$/.test(header)) return undefined;
  if (REMOVED.has(header) && !commands.flat().includes(header))
    return {
      commands: withBuildOptions(commands, ['--header', header]),
      reason: `this system no longer has ${header}; an empty one is tried in its place`,
    };
  const folders = foldersWith(header, HEADERS);
  const folder = folders.find((path) => path.includes('mpi') === sources.mpi) ?? folders.at(0);
  if (folder === undefined || commands.flat().includes(folder)) return undefined;
  const libraries = librariesFor(folder);
  return {
    commands: withBuildOptions(commands, [
      ...['--include', folder],
      ...(libraries === undefined ? [] : ['--link', `-L${libraries}`]),
    ]),
    reason: `${header} is in ${folder}`,
  };
}

/** Advice to install the library of a missing header, as the end of a sentence. */
export function libraryAdvice(output: string): string | undefined {
  const header = missingHeader(output);
  const names = PACKAGES.find(([pattern]) => pattern.test(header ?? ''))?.[1];
  return names === undefined ? undefined : `a library is missing: install it (Debian: apt install ${names})`;
}

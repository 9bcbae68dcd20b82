/** Names that the library gives to programs: those with its prefix, and functions that it replaces. */
import { execa } from 'execa';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cache, environment, mpis, patient, prepare, wrapper } from './support.js';

const namesOf = async (library: string): Promise<string[]> => {
  const { stdout } = await execa('nm', ['-D', '--defined-only', library]);
  return stdout.split('\n').map((line) => line.replace(/^.* /, '').replace(/@.*/, ''));
};

/** Paths of the libraries that a library needs. */
async function neededBy(library: string): Promise<string[]> {
  const { stdout } = await execa('ldd', [library]);
  return [...stdout.matchAll(/(\/\S+)/g)].flatMap(([, path = '']) => path);
}

describe.each(mpis)('the library with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('exports no name without its prefix but functions that it replaces', async () => {
    const library = join(await cache(mpi), 'libtrimtab-probe.so');
    const replaced = new Set((await Promise.all((await neededBy(library)).map(namesOf))).flat());
    const own = (await namesOf(library)).filter((name) => !replaced.has(name));
    // Bindings of Fortran have names of several conventions; LLVM's runtime looks for its tool by name.
    const known = /^(?:tt|trimtab)_|^P?MPI_|^p?mpi_|^_gfortran_st_|^ompt_start_tool$/;
    const others = own.filter((name) => !known.test(name));
    expect(others).toEqual([]);
    expect(own.length).toBeGreaterThan(30);
  });

  it('has all of its functions, since a shared library is linked without complaint if some are missing', async () => {
    const library = join(await cache(mpi), 'libtrimtab-probe.so');
    const { stdout } = await execa('nm', ['-D', '--undefined-only', library]);
    expect(stdout.match(/\btt_\w+/g)).toBeNull();
  });
});

const hasClang = (await execa('clang', ['--version'], { reject: false })).exitCode === 0;

describe.skipIf(!hasClang || mpis.length === 0)('the library that clang builds', patient, () => {
  it('exports the same functions as the one of gcc, also those that headers define inline', async () => {
    const [byClang = [], byGcc = []] = await Promise.all(
      ['clang', 'gcc'].map(async (compiler) => {
        const { stdout } = await execa(wrapper, ['--print-cache', compiler], { env: environment });
        return (await namesOf(join(stdout, 'libtrimtab-probe.so'))).toSorted();
      }),
    );
    expect(byClang).toEqual(byGcc);
    expect(byClang).toContain('getline');
  });
});

/** The languages Trimtab can instrument, and how their MPI compilers are called. */
import { extname } from 'node:path';

export type Language = 'C' | 'C++' | 'Fortran';

interface LanguageFacts {
  readonly extensions: readonly string[];
  readonly compiler: string;
  /** Make variables that usually hold this language's compiler, the standard one first. */
  readonly variables: readonly string[];
  readonly sources: readonly string[];
}

export const languages: Readonly<Record<Language, LanguageFacts>> = {
  C: { extensions: ['.c'], compiler: 'mpicc', variables: ['CC', 'MPICC'], sources: ['**/*.{c,h}'] },
  'C++': {
    extensions: ['.cc', '.cpp', '.cxx', '.c++', '.C'],
    compiler: 'mpicxx',
    variables: ['CXX', 'MPICXX', 'MPICPP'],
    sources: ['**/*.{cc,cpp,cxx,h,hh,hpp,hxx}'],
  },
  Fortran: {
    extensions: ['.f90', '.F90', '.f', '.F', '.for', '.f95', '.F95', '.f03', '.F03', '.f08', '.F08'],
    compiler: 'mpifort',
    variables: ['FC', 'F90', 'F77', 'MPIFC', 'MPIF90', 'MPIF77', 'MPIFORT'],
    sources: ['**/*.{f,F,f90,F90,f95,f03,f08,inc}'],
  },
};

export const allLanguages: readonly Language[] = ['C', 'C++', 'Fortran'];

/** The language of a source file that is compiled on its own; undefined for anything else, headers included. */
export function languageOf(path: string): Language | undefined {
  const extension = extname(path);
  return allLanguages.find((language) => languages[language].extensions.includes(extension));
}

/** The language an MPI compiler wrapper compiles, by its name; undefined when it is none. */
export function languageOfCompiler(command: string): Language | undefined {
  const name = command.slice(command.lastIndexOf('/') + 1);
  if (/^(mpicc|mpiicc|mpiicx|mpigcc|mpiclang)([.-]\w+)*$/.test(name)) return 'C';
  if (/^(mpicxx|mpic\+\+|mpiCC|mpiicpc|mpiicpx|mpigxx)([.-]\w+)*$/.test(name)) return 'C++';
  if (/^(mpifort|mpif90|mpif77|mpif08|mpiifort|mpiifx)([.-]\w+)*$/.test(name)) return 'Fortran';
  return undefined;
}

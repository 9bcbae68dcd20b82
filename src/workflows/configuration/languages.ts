/** The languages Trimtab can instrument, and how their compilers are called. */
import { extname } from 'node:path';

export type Language = 'C' | 'C++' | 'Fortran';

interface LanguageFacts {
  readonly extensions: readonly string[];
  /** The MPI compiler. */
  readonly compiler: string;
  /** For programs without MPI. */
  readonly plainCompiler: string;
  /** Make variables that usually hold this language's compiler, the standard one first. */
  readonly variables: readonly string[];
  readonly sources: readonly string[];
}

export const languages: Readonly<Record<Language, LanguageFacts>> = {
  C: {
    extensions: ['.c'],
    compiler: 'mpicc',
    plainCompiler: 'gcc',
    variables: ['CC', 'MPICC'],
    sources: ['**/*.{c,h}'],
  },
  'C++': {
    extensions: ['.cc', '.cpp', '.cxx', '.c++', '.C'],
    compiler: 'mpicxx',
    plainCompiler: 'g++',
    variables: ['CXX', 'MPICXX', 'MPICPP'],
    sources: ['**/*.{cc,cpp,cxx,h,hh,hpp,hxx}'],
  },
  Fortran: {
    extensions: ['.f90', '.F90', '.f', '.F', '.for', '.f95', '.F95', '.f03', '.F03', '.f08', '.F08'],
    compiler: 'mpifort',
    plainCompiler: 'gfortran',
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

/** The compiler of a language, with or without MPI. */
export function compilerFor(language: Language, mpi: boolean): string {
  return mpi ? languages[language].compiler : languages[language].plainCompiler;
}

/** The language a compiler without MPI compiles, by its name; undefined when it is none. */
export function languageOfPlainCompiler(command: string): Language | undefined {
  const name = command.slice(command.lastIndexOf('/') + 1).replace(/-\d+(\.\d+)*$/, '');
  if (/^(cc|gcc|clang|icx)$/.test(name)) return 'C';
  if (/^(c\+\+|g\+\+|clang\+\+|icpx)$/.test(name)) return 'C++';
  if (/^(gfortran|flang|flang-new|ifx)$/.test(name)) return 'Fortran';
  return undefined;
}

/** The language an MPI compiler wrapper compiles, by its name; undefined when it is none. */
export function languageOfCompiler(command: string): Language | undefined {
  const name = command.slice(command.lastIndexOf('/') + 1);
  if (/^(mpicc|mpiicc|mpiicx|mpigcc|mpiclang)([.-]\w+)*$/.test(name)) return 'C';
  if (/^(mpicxx|mpic\+\+|mpiCC|mpiicpc|mpiicpx|mpigxx)([.-]\w+)*$/.test(name)) return 'C++';
  if (/^(mpifort|mpif90|mpif77|mpif08|mpiifort|mpiifx)([.-]\w+)*$/.test(name)) return 'Fortran';
  return undefined;
}

/** The variable of CMake for a language: `CMAKE_CXX_COMPILER`. */
export function cmakeVariable(language: Language, of: 'COMPILER' | 'FLAGS'): string {
  return `CMAKE_${language === 'C++' ? 'CXX' : language}_${of}`;
}

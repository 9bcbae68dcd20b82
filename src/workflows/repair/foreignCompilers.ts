/** Compilers of other vendors and machines, and what takes their place here. */
import { basename } from 'node:path';
import { compilerFor, languageOfCompiler, languageOfPlainCompiler, type Language } from '../configuration/languages.js';
import type { Sources } from './failedBuild.js';

const NAMES: readonly (readonly [Language, RegExp])[] = [
  [
    'C',
    /^(icc|icx|pgcc|nvc|xlc(_r)?|bgxlc(_r)?|mpixlc(_r)?|craycc|armclang|fcc(px)?|mpifcc(px)?|suncc|mpcc(_r)?|mpipgcc)$/,
  ],
  [
    'C++',
    /^(icpc|icpx|pgCC|pgc\+\+|pgcpp|nvc\+\+|xl[cC]\+\+|xlC(_r)?|bgxl[cC](\+\+)?(_r)?|mpixlcxx(_r)?|mpixlC(_r)?|crayCC|armclang\+\+|FCC(px)?|mpiFCC(px)?|sunCC|mpCC(_r)?|mpicpc|mpiclang\+\+(-gpu)?|amdclang\+\+)$/,
  ],
  [
    'Fortran',
    /^(ifort|ifx|pgf77|pgf9[05]|pgfortran|nvfortran|(mpi|bg)?xlf(77|90|95|2003|2008)?(_r)?|crayftn|ftn|armflang|frt(px)?|mpifrt(px)?|sunf9[05]|mpxlf\w*|mpif95|f90|f95|f77|g77|g95|pathf9[05]|mpipgf\w+|lf95)$/,
  ],
];
/** Compilers of accelerators. */
const ACCELERATOR = /^(nvcc|hipcc|dpcpp|syclcc|acpp|amdclang\+\+|clang\+\+-gpu|mpixlC-gpu|mpixlc-gpu|hcc)$/;
/** Names of variables for compilers, which makefiles also give as the compiler: `CXX = CC` on Cray systems. */
const BY_VARIABLE: ReadonlyMap<string, Language> = new Map([
  ['CXX', 'C++'],
  ['CPP', 'C++'],
  ['CCC', 'C++'],
  ['CPLUSPLUS', 'C++'],
  ['FC', 'Fortran'],
  ['F77', 'Fortran'],
  ['F90', 'Fortran'],
  ['FORT', 'Fortran'],
  ['FTN', 'Fortran'],
]);

/** Whether a command is a compiler for accelerators. */
export const isForAccelerator = (command: string): boolean => ACCELERATOR.test(basename(command));

/** The language a compiler is for, of whichever vendor; undefined if its name is none of a compiler. */
export function languageOfAnyCompiler(command: string): Language | undefined {
  const name = basename(command);
  return (
    languageOfPlainCompiler(name) ??
    languageOfCompiler(name) ??
    NAMES.find(([, pattern]) => pattern.test(name))?.[0] ??
    BY_VARIABLE.get(name)
  );
}

/** The language in which the program is linked. */
function linkLanguage({ languages }: Sources): Language {
  return languages.has('Fortran') && !languages.has('C++') ? 'Fortran' : languages.has('C++') ? 'C++' : 'C';
}

/** The language that a variable of a makefile compiles, by its name, its value and the sources. */
function languageOfVariable(name: string, word: string, sources: Sources): Language {
  const byName = BY_VARIABLE.get(name.replace(/^MPI_?|_?COMPILER$/g, ''));
  if (/^(LD|LINK|LINKER|LOADER)\w*$/.test(name)) return linkLanguage(sources);
  if (byName !== undefined) return byName;
  // CC is the C++ compiler of Cray systems, and the variable of the C compiler.
  if (/^(MPI_?)?CC$/.test(name)) return sources.languages.has('C') ? 'C' : linkLanguage(sources);
  return languageOfAnyCompiler(word) ?? linkLanguage(sources);
}

/** The compiler that a variable should name on this machine. */
export function compilerHere(
  variable: { readonly name: string; readonly word: string },
  sources: Sources,
  mpi: boolean,
): string {
  const { name, word } = variable;
  const known = word === 'CC' || word === 'LD' ? undefined : languageOfAnyCompiler(word);
  return compilerFor(known ?? languageOfVariable(name, word, sources), mpi);
}

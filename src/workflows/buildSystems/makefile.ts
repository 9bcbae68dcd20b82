/** Analysis of a Makefile without running any part of it. Its programs are detected after the build. */
import { parse } from 'node:path';
import {
  allLanguages,
  languageOf,
  languageOfCompiler,
  languageOfPlainCompiler,
  type Language,
} from '../configuration/languages.js';

/** Contents of a Makefile. */
export interface MakePlan {
  /** An MPI compiler it names, as its launcher goes by it; `mpicc` where it names none. */
  readonly compiler: string;
  readonly languages: readonly Language[];
  /** The program made of the source file that the user selected, if a rule builds it. */
  readonly program: string | undefined;
}

const words = (text: string): string[] => text.split(/[\s:=]+/).filter((word) => word !== '');

/**
 * Plans an instrumented build.
 * @param text the Makefile
 * @param files names of the files next to it
 * @param source name of the source file that the user selected
 */
export function planMake(text: string, files: readonly string[], source?: string): MakePlan {
  const plain = words(text.replace(/(^|[^\\])#.*$/gm, '$1'));
  const compilers = plain.filter((word) => languageOfCompiler(word) !== undefined);
  const used = new Set([
    ...[...files, ...plain].map(languageOf),
    ...plain.map((word) => languageOfCompiler(word) ?? languageOfPlainCompiler(word)),
  ]);
  const languages = allLanguages.filter((language) => used.has(language));
  const stem = source === undefined ? undefined : parse(source).name;
  const rule = stem !== undefined && new RegExp(`^${stem.replace(/\W/g, '\\$&')}[ \\t]*:(?!=)`, 'm').test(text);
  return {
    compiler: compilers.at(0) ?? 'mpicc',
    languages: languages.length > 0 ? languages : ['C'],
    program: rule ? stem : undefined,
  };
}

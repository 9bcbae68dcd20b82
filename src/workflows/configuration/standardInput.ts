/** Detection of programs that read their standard input, from their sources. */

import type { Language } from './languages.js';

/** Statements that read it: by language, since a word of one means something else in another. */
const FORTRAN = /^[^!\n'"]*\bread\s*(\*\s*,|\(\s*(unit\s*=\s*)?(\*|5|input_unit)\s*[,)])/im;
const C =
  /\b(scanf|getchar|gets)\s*\(|\b(fgets|fgetc|getc|getline|getdelim|fread|fscanf|fgetws)\s*\([^;{}]{0,200}\bstdin\b|\bcin\s*>>|\bgetline\s*\(\s*(std::)?cin\b|\bcin\s*\.\s*(get|read)\b/;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]{0,9999}?\*\/|\/\/.*$/gm, '');

/** Whether a source file reads standard input. @param language of its text */
export function readsStandardInput(text: string, language: Language): boolean {
  return language === 'Fortran' ? FORTRAN.test(text) : C.test(withoutComments(text));
}

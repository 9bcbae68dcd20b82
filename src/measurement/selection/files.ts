/** Rules for files as the compiler's wrapper is told them. */
import type { FileRule } from './model.js';

/** A pattern that fits absolute paths: one that begins nowhere fits below any folder. */
const anywhere = (glob: string): string => (/^[/*]/.test(glob) ? glob : `*/${glob}`);

/** The rules in order, `-` before what is left out and `+` before what is not. */
export const fileTests = (rules: readonly FileRule[]): string[] =>
  rules.map(({ take, glob }) => `${take === 'exclude' ? '-' : '+'}${anywhere(glob)}`);

/** Rules for files as passed to the compiler wrapper. */
import type { FileRule } from './model.js';

/** A pattern that fits absolute paths: one that begins nowhere fits below any folder. */
const anywhere = (glob: string): string => (/^[/*]/.test(glob) ? glob : `*/${glob}`);

/** Returns the rules in order, `-` before excluded ones and `+` before the others. */
export const fileTests = (rules: readonly FileRule[]): string[] =>
  rules.map(({ take, glob }) => `${take === 'exclude' ? '-' : '+'}${anywhere(glob)}`);

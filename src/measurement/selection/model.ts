/** Which functions of a program are measured, as people say it. */

/** What a rule says of what it fits: leave it out, or measure it whatever else is said. */
export const TAKES = ['exclude', 'include'] as const;
export type Take = (typeof TAKES)[number];

/** A rule for files, whose functions are left out when they are compiled. Of several that fit, the last one counts. */
export interface FileRule {
  readonly take: Take;
  /** As of `glob.ts`: fits the whole path, or where it has no slash the name of the file. */
  readonly glob: string;
  /** Where it stands in its file, from 1. */
  readonly line?: number;
}

/** A rule for functions. Of several that fit, the last one counts. */
export interface FunctionRule extends FileRule {
  /** Whether it is the linker's name that has to fit; otherwise a name as people and compilers write it. */
  readonly mangled?: true;
}

/**
 * What TAU is told to instrument beside functions: loops, phases, timers, memory, input and output, code to put in. Kept as
 * it was written, since nothing here carries it out.
 */
export interface Specification {
  readonly text: string;
  readonly line?: number;
  /** Whether it is a line of the list of loops, which TAU's plugin for LLVM reads. */
  readonly isLoop?: true;
}

/** A selection as files hold it. */
export interface Selection {
  readonly files: readonly FileRule[];
  readonly functions: readonly FunctionRule[];
  readonly specifications: readonly Specification[];
  /** Lines that are valid and likely not meant so. */
  readonly remarks?: readonly Unsaid[];
}

/** What cannot be said in the syntax that a selection is written in, or is not carried out. */
export interface Unsaid {
  /** Where it stands in what was read, from 1; undefined where that is not known. */
  readonly line: number | undefined;
  /** What is not said and why, without a full stop. */
  readonly what: string;
}

/** A selection as a file holds it. */
export interface Printed {
  readonly text: string;
  /** Whether it contains no rule and no specification. */
  readonly isEmpty: boolean;
  readonly unsaid: readonly Unsaid[];
}

/** Longest pattern, and most rules, that are read: more is no selection, and meant to keep Trimtab busy. */
export const LONGEST_GLOB = 4096;
export const MOST_RULES = 20_000;

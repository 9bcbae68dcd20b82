/** Rules that select the measured functions of a program, in the user's terms. */

/** Effects of a rule on matching items: exclude them, or always measure them. */
export const TAKES = ['exclude', 'include'] as const;
export type Take = (typeof TAKES)[number];

/**
 * A rule for files, whose functions are excluded when they are compiled. Of several matching rules, the last one
 * counts.
 */
export interface FileRule {
  readonly take: Take;
  /** As of `glob.ts`: fits the whole path, or where it has no slash the name of the file. */
  readonly glob: string;
  /** Its line in its file, from 1. */
  readonly line?: number;
}

/** A rule for functions. Of several that fit, the last one counts. */
export interface FunctionRule extends FileRule {
  /** Whether it is the linker's name that has to fit; otherwise a name as people and compilers write it. */
  readonly mangled?: true;
}

/**
 * Instrumentation by TAU other than of functions: loops, phases, timers, memory, input and output, inserted code. Kept
 * as written, since Trimtab does not support it.
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

/** Parts of a selection that the output syntax cannot express, or that are not carried out. */
export interface Unsaid {
  /** Its line in the input, from 1; undefined if unknown. */
  readonly line: number | undefined;
  /** The omitted part and the reason, without a full stop. */
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

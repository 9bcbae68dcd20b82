/** A build that failed, or made nothing that can be measured, and a proposal for the next one. */
import type { Language } from '../configuration/languages.js';
import type { MakeDatabase } from './makeDatabase.js';

/** Commands of a build. */
export type Commands = readonly (readonly string[])[];

export interface FailedBuild {
  readonly commands: Commands;
  /** The command that failed; undefined if all ended well. */
  readonly failed: readonly string[] | undefined;
  /** Absolute path of the folder the build began in, and of the folder of the make that failed. */
  readonly folder: string;
  readonly where: string;
  /** Its output around the first error. */
  readonly output: string;
  /** Languages and texts of the sources, and whether they use MPI. */
  readonly sources: Sources;
  /** Variables and goals of the make that failed; undefined where make is not called, or cannot read its files. */
  readonly make: MakeDatabase | undefined;
}

/** The sources of the project. */
export interface Sources {
  readonly languages: ReadonlySet<Language>;
  readonly texts: ReadonlyMap<string, string>;
  readonly mpi: boolean;
}

/** The next build to try. */
export interface Repair {
  readonly commands: Commands;
  /** Why, as a clause: `the makefile names the compiler CC, which is not on this machine`. */
  readonly reason: string;
}

export type Rule = (build: FailedBuild) => Repair | undefined;

/**
 * A measurement system of a site: the data needed to find it, to build and run programs with it, and to find its
 * results. Each is a value in a separate module next to this one; none of them starts or reads anything.
 */
import type { SyntaxName } from '../selection/syntaxes.js';
import type { MeasurementPlan } from '../plan.js';
import type { SystemName } from './names.js';

/** Keys of `measure` in trimtab.yaml in addition to `with` and `mode`. */
export type SettingName = 'functions' | 'openmp' | 'io' | 'sampling' | 'counters' | 'memory' | 'threads';

/** Languages whose compilers are distinguished. */
export const COMPILED = ['C', 'CXX', 'FORTRAN'] as const;
export type Compiled = (typeof COMPILED)[number];

/** Placeholder of the compiler that a build calls. */
export const COMPILER = '{compiler}';

/** The libraries of a program on its target that determine how some systems record it. */
export interface Linked {
  /** Undefined where it is linked with none. */
  readonly mpi: 'openmpi' | 'mpich' | undefined;
  /** The runtime of OpenMP: that of GNU, or one with the tools interface. */
  readonly openmp: 'gomp' | 'omp' | undefined;
}

/** Folder of a run's records, and the filter file. */
export interface RecordedIn {
  /** Absolute path on the target of the folder of this run's records. */
  readonly folder: string;
  /** Absolute path there of the filter, where the plan has rules. */
  readonly filter?: string | undefined;
}

/** A program that a system consists of. */
export interface SystemProgram {
  readonly name: string;
  /** Arguments that print its version; it is not queried if omitted. */
  readonly version?: readonly string[];
}

export interface MeasurementSystem {
  readonly name: SystemName;
  /** For people. */
  readonly title: string;
  /** All of them have to exist; the first prints the version. */
  readonly programs: readonly SystemProgram[];
  /** Names of its modules, in lower case without `-` and `_`. */
  readonly modules: readonly string[];
  /** Recording modes it supports; the first is the default. */
  readonly modes: readonly MeasurementPlan['mode'][];
  /** The settings that are handed on to it. */
  readonly understands: readonly SettingName[];
  /** Whether only programs that were built with it are measured. */
  readonly needsBuild: boolean;
  /** In which syntax it takes a file with rules for files and functions, where it does. */
  readonly filter?: SyntaxName;
  /** The command in the place of a compiler of a language, with COMPILER for that; COMPILER alone where nothing is changed. */
  compile(plan: MeasurementPlan, language: Compiled): readonly string[];
  /** Words between the launcher and the program. */
  launch(plan: MeasurementPlan, linked: Linked, records: RecordedIn): readonly string[];
  /** Variables of a run. */
  environment(plan: MeasurementPlan, records: RecordedIn): Readonly<Record<string, string>>;
  /** Commands that make a result of the records, on the target after the run. */
  finish(folder: string): readonly (readonly string[])[];
  /**
   * Paths of results below the folder of records, the best first: files, or folders that hold one measurement. A `*`
   * matches any name.
   */
  readonly results: readonly string[];
  /** Whether processes that it does not know to belong together write their results over each other's. */
  readonly mayOverwrite?: true;
  /** Advice if there are no results; it follows a semicolon. */
  readonly nothing: string;
}

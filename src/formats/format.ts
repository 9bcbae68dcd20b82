import type { Definitions } from '../model/definitions.js';
import type { Profile } from '../model/profile.js';
import type { SharedTrace } from '../model/trace.js';

/** Content of an opened file. */
export type Measurement =
  | { readonly kind: 'trace'; readonly definitions: Definitions; readonly trace: SharedTrace }
  | { readonly kind: 'profile'; readonly definitions: Definitions; readonly profile: Profile };

/** All that the rest of Trimtab knows of a format: each folder of formats exports one. */
export interface Format {
  /** Displayed name of its files: `OTF2 trace`. */
  readonly title: string;
  readonly kind: Measurement['kind'];
  /** Endings of the files that are opened, without the first dot: `cubex`, `ompp.txt`. */
  readonly extensions: readonly string[];
  /** Endings of files that other editors open too, such as `speedscope.json`: there, Trimtab is offered. */
  readonly offered?: readonly string[];
  /** Names of files that have no ending to know them by, with `*` for any characters but a dot: `profile.*.*.*`. */
  readonly fileNames?: readonly string[];
  /** Whether files of other kinds have these names too, so that Trimtab is only offered for them. */
  readonly sharesFileNames?: boolean;
  /**
   * Returns the file to open if several files of a folder are one measurement, as a path below the folder; undefined if
   * it has none. Without this function, a folder with several files has several measurements.
   * @param names contents of the folder
   */
  readonly fileOf?: (folder: string, names: readonly string[]) => string | undefined;
  /** Generic names of such files, without extension, that do not identify the program. */
  readonly plainNames: readonly string[];
  /** Number of bytes needed for detection, if its first lines may be long; `HEAD` if omitted. */
  readonly headSize?: number;
  /** Whether a file is of this format, by its first `headSize` bytes; less of a shorter file. Never throws. */
  readonly recognizes: (head: Uint8Array) => boolean;
  /**
   * Opens a file.
   * @throws TrimtabError when it cannot be read as one
   */
  readonly open: (path: string) => Measurement;
}

/** So many bytes of a file are looked at to recognize it, texts in UTF-8. */
export const HEAD = 512;
/** The same of formats whose lines are stacks. */
export const LONG_HEAD = 1 << 16;

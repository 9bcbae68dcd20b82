/**
 * Facts about a measurement from before its build, kept with the workflow run until an experiment receives them. The
 * sources recorded are those from before the build, whatever happens to them until the program runs.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { copyPrivately, makePrivateFolder, readText, UnreadableFile, writeAtomically } from '../../base/files/index.js';
import { FILES, type ManifestChange, type Recorder } from '../../experiments/index.js';
import { manifestSchema } from '../../experiments/store/manifest.js';

const FACTS = 'facts.json';
/** Bytes: it names the sources. */
const LARGEST_FACTS = 64 << 20;
/** Bytes of one file that is taken over: a bundle of what version control does not know, at the most. */
const LARGEST_FILE = 2 ** 31 - 1;

/** User notes and the experiment's own state are not part of a draft. */
const schema = v.partial(
  v.omit(manifestSchema, [
    'format',
    'version',
    'id',
    'created',
    'state',
    'name',
    'note',
    'tags',
    'baseline',
    'program',
    'target',
  ]),
);

export class Draft {
  private constructor(
    /** Absolute path; files lie in it as in an experiment's folder. */
    readonly folder: string,
    private known: ManifestChange,
  ) {}

  /** Begins one; what an earlier try left there is gone. @throws TrimtabError when it cannot be written */
  static begin(folder: string): Draft {
    rmSync(folder, { recursive: true, force: true });
    makePrivateFolder(folder);
    return new Draft(folder, {});
  }

  /** The draft that a build made; undefined where it is gone or damaged. */
  static read(folder: string): Draft | undefined {
    let data: unknown;
    try {
      data = JSON.parse(readText(join(folder, FACTS), { limit: LARGEST_FACTS }));
    } catch (error) {
      if (error instanceof UnreadableFile || error instanceof SyntaxError) return undefined;
      throw error;
    }
    const parsed = v.safeParse(schema, data);
    return parsed.success ? new Draft(folder, parsed.output) : undefined;
  }

  get facts(): ManifestChange {
    return this.known;
  }

  path(name: (typeof FILES)[keyof typeof FILES]): string {
    return join(this.folder, name);
  }

  /** Adds facts; they are on disk when this returns. */
  add(facts: ManifestChange): void {
    this.known = { ...this.known, ...facts };
    writeAtomically(join(this.folder, FACTS), JSON.stringify(this.known));
  }

  /**
   * Gives an experiment the facts, and copies of the files that they name. The draft is kept, for other runs of this
   * build.
   * @param more additional facts: the manifest has either all or none of them
   */
  giveTo(recorder: Recorder, more: ManifestChange = {}): void {
    const { sources = [], revision, untracked } = this.known;
    const files = [...sources.map(({ copy }) => copy), revision?.diff, untracked?.bundle, FILES.buildLog];
    for (const file of files)
      if (file !== undefined) copyPrivately(join(this.folder, file), join(recorder.folder, file), LARGEST_FILE);
    recorder.update({ ...this.known, ...more });
  }
}

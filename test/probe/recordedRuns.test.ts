/**
 * The finisher makes the same bytes of recorded runs as before: archives, profiles and messages. `recorded/README.md`
 * explains the data, and how digests change on purpose.
 */
import { execa } from 'execa';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow } from '../../scripts/lib/buildStamp.mjs';
import { RUNS } from './recorded/runs.mjs';
import { environment, fresh, mpis, patient, wrapper } from './support.js';

const recorded = join(import.meta.dirname, 'recorded');
const digestFile = join(recorded, 'digests.json');
const writes = process.env.TRIMTAB_WRITE_DIGESTS === '1';

/** Digest by file, and the lines on standard error. */
interface Results {
  readonly files: Readonly<Record<string, string>>;
  readonly messages: readonly string[];
}

interface Digests {
  /** The version of the OTF2 library that wrote the definitions. */
  otf2: string;
  /** By run and option of the finisher. */
  readonly results: Record<string, Results>;
}

// The file is ours, and what differs from this type fails the test.
// eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion
const kept = JSON.parse(readFileSync(digestFile, 'utf8')) as Digests;

/** The OTF2 library writes them; the finisher writes all other files itself. */
const isOfLibrary = (path: string): boolean => path.endsWith('.def') || path.endsWith('.otf2');

/** The library gives each archive a random number: 8 bytes, with 11 bytes behind it. */
function withoutArchiveNumber(anchor: Buffer): Buffer {
  return Buffer.from(anchor).fill(0, anchor.length - 19, anchor.length - 11);
}

function digestOf(path: string): string {
  const bytes = readFileSync(path);
  const fixed = path.endsWith('.otf2') ? withoutArchiveNumber(bytes) : bytes;
  return createHash('sha256').update(fixed).digest('hex').slice(0, 32);
}

let finisher = '';
let otf2 = '';

async function finished(name: string, options: readonly string[]): Promise<Results> {
  const [folder, target] = [fresh('recorded'), fresh('finished')];
  mkdirSync(folder);
  await execa('tar', ['-xzf', join(recorded, 'runs', `${name}.tar.gz`), '-C', folder]);
  const { stderr } = await execa(finisher, [...options, '.', target], {
    cwd: folder,
    env: { PATH: `${recorded}:${process.env.PATH}`, TRIMTAB_KEEP_RAW: '1', TRIMTAB_FINISH_WAIT: '0' },
  });
  const files = filesBelow(target).map((path) => [relative(target, path), digestOf(path)] as const);
  return { files: Object.fromEntries(files), messages: stderr.split('\n').filter((line) => line !== '') };
}

/** The files that are equal with each version of the library. */
function comparable({ files, messages }: Results): Results {
  const entries = Object.entries(files);
  return {
    files: Object.fromEntries(otf2 === kept.otf2 ? entries : entries.filter(([path]) => !isOfLibrary(path))),
    messages,
  };
}

const cases = RUNS.flatMap(({ name }) => [
  [name, 'as recorded', []] as const,
  [name, 'as a profile', ['--profile']] as const,
]);

describe.skipIf(mpis.length === 0)('the finisher makes the same files as before', patient, () => {
  beforeAll(async () => {
    const cache = await execa(wrapper, ['--print-cache', 'gcc'], { env: environment });
    finisher = join(cache.stdout, 'trimtab-finish');
    const version = await execa('otf2-config', ['--version'], { reject: false });
    otf2 = version.stdout.replace(/^.* /, '');
  });

  it.each(cases)('of the run %s %s', async (name, how, options) => {
    const results = await finished(name, options);
    expect(Object.keys(results.files)).not.toEqual([]);
    if (writes) kept.results[`${name} ${how}`] = results;
    else expect(comparable(results)).toEqual(comparable(kept.results[`${name} ${how}`] ?? { files: {}, messages: [] }));
  });

  it('and there are no digests of other runs', () => {
    expect(Object.keys(kept.results).toSorted()).toEqual(cases.map(([name, how]) => `${name} ${how}`).toSorted());
  });

  afterAll(() => {
    if (writes) writeFileSync(digestFile, `${JSON.stringify({ ...kept, otf2 }, null, 2)}\n`);
  });
});

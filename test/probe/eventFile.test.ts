/** Files of events as the finisher writes them are, byte for byte, those that the OTF2 library writes of the same events. */
import { execa } from 'execa';
import fc from 'fast-check';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { fresh, mpis, patient, programs } from './support.js';

const finish = join(root, 'src/probe/finish');

describe.skipIf(mpis.length === 0)('a file of events', patient, () => {
  const program = fresh('event-files');

  beforeAll(async () => {
    const flags = [
      '-std=gnu11',
      '-D_GNU_SOURCE',
      '-O1',
      '-g',
      '-fsanitize=address,undefined',
      `-I${join(finish, 'otf2')}`,
    ];
    const sources = [join(programs, 'event-files.c'), join(finish, 'otf2/event-file.c'), join(finish, 'read/base.c')];
    await execa('gcc', [...flags, '-o', program, ...sources, '-lotf2']);
  }, patient.timeout);

  async function compare(seed: number, events: number): Promise<void> {
    const folder = fresh('events');
    mkdirSync(folder);
    const { stdout, stderr } = await execa(program, [String(seed), String(events), folder]);
    expect(stderr).toBe('');
    expect(stdout).toBe(`${events} ${events}`);
    const [own, library] = [join(folder, 'own.evt'), join(folder, 'library/traces/7.evt')].map((file) =>
      readFileSync(file),
    );
    expect(own?.length).toBe(library?.length);
    expect(library !== undefined && own?.equals(library)).toBe(true);
    rmSync(folder, { recursive: true });
  }

  it('of some events of all kinds is that of the library', async () => {
    const seeds = fc.tuple(fc.integer({ min: 0, max: 2 ** 31 }), fc.integer({ min: 0, max: 3000 }));
    await fc.assert(
      fc.asyncProperty(seeds, ([seed, events]) => compare(seed, events)),
      { numRuns: 25 },
    );
  });

  it('of many chunks begins each where the library does', async () => {
    await compare(1, 400_000);
    await compare(22, 400_000);
  });
});

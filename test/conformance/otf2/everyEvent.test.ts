import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

import { absent } from '../../../src/base/elements.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { PlainEvent } from '../../formats/otf2/model.js';
import { eventsOf } from '../../formats/otf2/model.js';

const folder = mkdtempSync(path.join(tmpdir(), 'trimtab-every-event-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function flags(what: string): string[] {
  return execFileSync('otf2-config', [what], { encoding: 'utf8' }).trim().split(/\s+/).filter(Boolean);
}

function hasLibrary(): boolean {
  const present = spawnSync('otf2-config', ['--version']).status === 0 && spawnSync('cc', ['--version']).status === 0;
  if (!present) console.warn('Skipped: libotf2 and a C compiler are not installed (Debian package libotf2-trace-dev).');
  return present;
}

/** Writes the archive with libotf2 and returns its contents according to the writer. */
function writeWithLibrary(): { kind: string; operands: Record<string, number> }[] {
  const program = path.join(folder, 'everyEvent');
  const source = path.join(import.meta.dirname, 'everyEvent.c');
  const quiet = '-Wno-deprecated-declarations'; // the records of OTF2 1.1 are written on purpose
  execFileSync('cc', [quiet, ...flags('--cflags'), source, '-o', program, ...flags('--ldflags'), ...flags('--libs')]);
  const told = execFileSync(program, [path.join(folder, 'archive')], { encoding: 'utf8' });
  return told
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; operands: Record<string, number> });
}

/** Returns an event in the form that the writer prints. */
function flat({ kind, region, site, operands, values }: PlainEvent): {
  kind: string;
  operands: Record<string, number>;
} {
  const all: Record<string, number> = { ...operands };
  if (region !== undefined) all.region = region;
  if (site !== undefined) all.site = site;
  values?.forEach((value, i) => (all[String(i)] = value));
  return { kind, operands: all };
}

describe.runIf(hasLibrary())('an archive with every event, written by libotf2', () => {
  test('is read as written', () => {
    const expected = writeWithLibrary();
    const trace = openArchive(path.join(folder, 'archive'));
    const events = eventsOf(trace, 0);
    const { ticksPerSecond, globalOffset } = trace.definitions.clock;
    const flush = expected.find(({ kind }) => kind === 'BufferFlush');
    if (flush !== undefined)
      flush.operands.stopTime =
        ((flush.operands.stopTime ?? absent('stopTime')) - Number(globalOffset)) / Number(ticksPerSecond);
    expect(events.map(flat)).toEqual(expected);
    expect(events.map(({ time }) => Math.round(time * 1000))).toEqual(expected.map((_, i) => 10 * (i + 1)));
    expect(trace.problems).toEqual([]);
  });

  test('has the definitions of OTF2 3.0', () => {
    const { definitions } = openArchive(path.join(folder, 'archive'));
    expect(definitions.clock.realtime).toBe(1_700_000_000_000_000_000n);
    expect(definitions.locationGroups[1]).toMatchObject({ type: 'accelerator', creator: 0 });
    expect(definitions.communicators[1]).toMatchObject({ ranks: [0], remoteRanks: [0], parent: 0, paradigm: 'mpi' });
    expect(definitions.sourceCodeLocations).toEqual([{ file: 'code.c', line: 33 }]);
  });
});

import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';

import { openArchive } from '../../../src/formats/otf2/index.js';
import { TrimtabError } from '../../../src/base/problem.js';
import { eventsOf, sentences } from './model.js';
import type { ArchiveSpec } from './otf2Writer.js';
import { anchorBytes, removeArchives, writeArchive } from './otf2Writer.js';
import { enter, leave, sampleDefinitions, sampleEvents, send, time } from './sampleArchive.js';

afterAll(removeArchives);

const order = 'little';
const writers = [time(0), enter(0), time(10), enter(1), send(1, 0, 2, 3), time(20), leave(1), time(30), leave(0)];
const events = sampleEvents(order, writers);

function archive(spec: Partial<ArchiveSpec> = {}): string {
  return writeArchive({
    order,
    definitions: sampleDefinitions(order, [5, 5]),
    locations: [0, 1].map((id) => ({ id, events })),
    ...spec,
  });
}

describe('what cannot be opened', () => {
  test('is reported in one sentence with advice', () => {
    const folder = dirname(archive());
    expect(() => openArchive(join(folder, 'nothing.otf2'))).toThrow(/There is no OTF2 trace at .*nothing\.otf2/);
    expect(() => openArchive(join(folder, 'traces.def'))).toThrow(/open a file that ends in \.otf2/);
    expect(() => openArchive(archive({ substrate: 2 }))).toThrow(
      /SION container, which Trimtab cannot read; measure again/,
    );
    expect(() => openArchive(archive({ compression: 9 }))).toThrow(/unknown compression/);
    expect(() => openArchive(archive({ chunkSize: 3 }))).toThrow(/impossible chunk size of 3 bytes/);
    expect(() => openArchive(archive({ definitions: new Uint8Array(0) }))).toThrow(/definitions .* cannot be used/);
    expect(() => openArchive(archive({ definitions: Uint8Array.of(9, 9, 9) }))).toThrow(TrimtabError);
  });

  test('definitions that are missing', () => {
    const path = archive();
    rmSync(join(dirname(path), 'traces.def'));
    expect(() => openArchive(path)).toThrow(
      /definitions .*traces\.def of the trace cannot be read \(it does not exist\); copy the trace again/,
    );
  });

  test('an anchor that is no anchor', () => {
    const path = archive();
    writeFileSync(path, 'hello');
    expect(() => openArchive(path)).toThrow(/is damaged: its anchor file does not begin like an OTF2 file/);
    writeFileSync(path, anchorBytes({ order }).subarray(0, 30));
    expect(() => openArchive(path)).toThrow(/is damaged: its anchor file ends after 30 bytes/);
  });
});

test('a folder with one anchor is an archive, with two it is not', () => {
  const path = archive();
  const folder = dirname(path);
  expect(() => openArchive('/no/such')).toThrow(/There is no OTF2 trace at/);
  expect(openArchive(folder).definitions.locations).toHaveLength(2);
  writeFileSync(join(folder, 'other.otf2'), readFileSync(path));
  expect(() => openArchive(folder)).toThrow(/several traces \(other\.otf2, traces\.otf2\)/);
});

describe('missing and wrong parts', () => {
  test('a missing event file leaves the other locations', () => {
    const trace = openArchive(archive({ locations: [{ id: 1, events }] }));
    expect(sentences(trace)).toEqual(['The event file of location "rank 0" (0) is missing; results are without it.']);
    expect([eventsOf(trace, 0).length, eventsOf(trace, 1).length]).toEqual([0, 5]);
  });

  test('many missing files are one sentence', () => {
    const counts = [1, 1, 1, 1, 1, 0];
    const trace = openArchive(archive({ definitions: sampleDefinitions(order, counts), locations: [] }));
    expect(sentences(trace)).toEqual([
      'The event files of 5 locations are missing ("rank 0" (0), "rank 1" (1), "rank 2" (2) and 2 more); results are without them.',
    ]);
  });

  test('a missing definition file matters only where others have one', () => {
    const definitions = sampleEvents(order, []);
    const trace = openArchive(
      archive({
        locations: [
          { id: 0, events },
          { id: 1, events, definitions },
        ],
      }),
    );
    expect(sentences(trace)).toEqual([
      'The definition file of location "rank 0" (0) is missing; its clock is not corrected and its events may carry wrong names.',
    ]);
    expect(sentences(openArchive(archive()))).toEqual([]);
  });

  test('wrong event counts are reported once, however often the location is read', () => {
    const trace = openArchive(archive({ definitions: sampleDefinitions(order, [4, 5]) }));
    expect(sentences(trace)).toEqual([]);
    for (let i = 0; i < 3; i++) expect(eventsOf(trace, 0)).toHaveLength(5);
    expect(sentences(trace)).toEqual([
      'Location "rank 0" (0) has 5 events where the definitions announce 4; all of them are used.',
    ]);
  });

  test('unknown records are skipped by their length and counted', () => {
    const withUnknown = sampleEvents(order, [
      time(0),
      enter(0),
      (b) => b.record(200, (r) => r.uint32(1, 2, 3)),
      (b) => b.record(201, (r) => r.uint8(...new Array<number>(300).fill(7))),
      leave(0),
    ]);
    const trace = openArchive(
      archive({ definitions: sampleDefinitions(order, [4]), locations: [{ id: 0, events: withUnknown }] }),
    );
    expect(eventsOf(trace, 0).map(({ kind }) => kind)).toEqual(['Enter', 'Leave']);
    expect(sentences(trace)).toEqual(['Skipped 2 events of types unknown to OTF2 3.1 in location "rank 0" (0).']);
  });

  test('undefined regions and time that runs backwards are reported', () => {
    const odd = sampleEvents(order, [time(9), enter(50), time(4), leave(2_000_000)]);
    const trace = openArchive(
      archive({ definitions: sampleDefinitions(order, [2]), locations: [{ id: 0, events: odd }] }),
    );
    expect(eventsOf(trace, 0)).toHaveLength(2);
    expect(sentences(trace)).toEqual([
      'Regions are not defined for 2 events of location "rank 0" (0); they are shown without a name.',
      'Time runs backwards at 1 moment in location "rank 0" (0); there, no time counts until it has caught up.',
    ]);
  });

  test.each([
    ['outside the run', [time(2n ** 40n), leave(1), time(30), leave(0)]],
    ['outside the run, at the end', [time(2n ** 40n), leave(1)]],
    ['before the run', [time(-(2n ** 40n)), leave(1), time(30), leave(0)]],
    ['far before the one before it', [time(2_900_000), leave(1), time(30), leave(0)]],
  ])('a moment %s ends the usable part of the location, and is reported', (_, damaged) => {
    const ending = sampleEvents(order, [time(0), enter(0), time(10), enter(1), ...damaged]);
    const trace = openArchive(
      archive({ definitions: sampleDefinitions(order, [4]), locations: [{ id: 0, events: ending }] }),
    );
    const times = eventsOf(trace, 0).map((event) => event.time);
    expect(Math.max(...times)).toBeLessThanOrEqual(trace.definitions.span);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(sentences(trace)[0]).toMatch(/is damaged at byte \d+: .* moment .* outside the run or before the last one/);
    expect(trace.losses.get(0)).toBe('damaged');
  });

  test('a run that is longer than the trace declares is used unchanged', () => {
    const long = sampleEvents(order, [
      time(0),
      enter(0),
      time(4e6),
      enter(1),
      time(5e6),
      leave(1),
      time(6e6),
      leave(0),
    ]);
    const trace = openArchive(
      archive({ definitions: sampleDefinitions(order, [4]), locations: [{ id: 0, events: long }] }),
    );
    expect(eventsOf(trace, 0).map((event) => event.time)).toEqual([0, 0, 5, 6]);
    expect(sentences(trace)).toEqual([]);
  });

  test('a damaged local definition file does not stop the events', () => {
    for (const definitions of [new Uint8Array(0), Uint8Array.of(1, 2, 3), sampleEvents(order, []).subarray(0, 18)]) {
      const trace = openArchive(archive({ locations: [{ id: 0, events, definitions }] }));
      expect(eventsOf(trace, 0)).toHaveLength(5);
      expect(sentences(trace)[1]).toMatch(/^The definition file of location "rank 0" \(0\) is damaged/);
    }
  });
});

describe('cut and damaged event files', () => {
  test('cut at any byte: the events before are read, and one sentence reports the cut', () => {
    for (let length = 0; length < events.length; length++) {
      const trace = openArchive(
        archive({
          definitions: sampleDefinitions(order, [5]),
          locations: [{ id: 0, events: events.subarray(0, length) }],
        }),
      );
      const read = eventsOf(trace, 0);
      expect(read.length).toBeLessThanOrEqual(5);
      expect(sentences(trace)).toHaveLength(1);
      expect(sentences(trace)[0]).toMatch(
        new RegExp(
          `^The event file of location "rank 0" \\(0\\) ends early at byte \\d+; the ${read.length} events? before (is|are) used\\.$`,
        ),
      );
      removeArchives();
    }
  });

  test('a folder in place of a file', () => {
    const path = archive();
    rmSync(join(dirname(path), 'traces', '0.evt'));
    mkdirSync(join(dirname(path), 'traces', '0.evt'));
    const trace = openArchive(path);
    expect(eventsOf(trace, 0)).toEqual([]);
    expect(sentences(trace)[0]).toMatch(/cannot be opened \(it is a folder\)/);
  });

  test('a link out of the archive is not followed', () => {
    const path = archive();
    const elsewhere = join(dirname(path), 'elsewhere.evt');
    renameSync(join(dirname(path), 'traces', '0.evt'), elsewhere);
    symlinkSync(elsewhere, join(dirname(path), 'traces', '0.evt'));
    const trace = openArchive(path);
    expect(eventsOf(trace, 0)).toEqual([]);
    expect(sentences(trace)[0]).toMatch(/cannot be opened \(it is a link out of /);
  });

  test('an impossible number stops the location there', () => {
    const bad = Uint8Array.from(events);
    bad[bad.length - 3] = 77; // length byte of the last LEAVE's region
    const trace = openArchive(
      archive({
        locations: [
          { id: 0, events: bad },
          { id: 1, events },
        ],
      }),
    );
    expect(eventsOf(trace, 0)).toHaveLength(4);
    expect(sentences(trace)).toEqual([
      expect.stringMatching(
        /^The event file of location "rank 0" \(0\) is damaged at byte \d+; the 4 events before are used\.$/,
      ),
    ]);
  });
});

describe('zlib archives of OTF2 1.x and 2.0', () => {
  /** Compresses each chunk as libotf2 did; `loose` repeats its habit of writing as many bytes as the chunk had. */
  function compress(content: Uint8Array, chunkSize: number, loose: boolean): Uint8Array {
    const blocks: number[] = [];
    for (let at = 0; at < content.length; at += chunkSize) {
      const chunk = content.subarray(at, at + chunkSize);
      const packed = deflateSync(chunk, { finishFlush: constants.Z_FULL_FLUSH });
      const header = new DataView(new ArrayBuffer(20));
      header.setBigUint64(0, 0xffff_ffffn, true);
      header.setUint32(8, packed.length, true);
      header.setUint32(12, chunk.length, true);
      blocks.push(...new Uint8Array(header.buffer), ...packed);
      if (loose) for (let i = packed.length; i < chunk.length; i++) blocks.push(0xee);
    }
    return Uint8Array.from(blocks);
  }

  test.each([false, true])('are read (written with surplus bytes: %s)', (loose) => {
    const chunkSize = 2048;
    const many = Array.from({ length: 2000 }, (_, i) => [time(i), enter(i % 3)]).flat();
    const plain = sampleEvents(order, many, chunkSize);
    const definitions = sampleDefinitions(order, [2000], [], chunkSize);
    const trace = openArchive(
      archive({
        chunkSize,
        compression: 2,
        definitions: compress(definitions, chunkSize, loose),
        locations: [{ id: 0, events: compress(plain, chunkSize, loose) }],
      }),
    );
    const expected = openArchive(archive({ chunkSize, definitions, locations: [{ id: 0, events: plain }] }));
    expect(eventsOf(trace, 0)).toEqual(eventsOf(expected, 0));
    expect(sentences(trace)).toEqual([]);
  });

  test('a damaged block ends the location', () => {
    const chunkSize = 2048;
    const packed = compress(sampleEvents(order, writers, chunkSize), chunkSize, false);
    packed.fill(0x55, 20);
    const trace = openArchive(
      archive({
        chunkSize,
        compression: 2,
        definitions: compress(sampleDefinitions(order, [5]), chunkSize, false),
        locations: [{ id: 0, events: packed }],
      }),
    );
    expect(eventsOf(trace, 0)).toEqual([]);
    expect(sentences(trace)[0]).toMatch(
      /is damaged at byte 0: the file holds a compressed block that cannot be unpacked/,
    );
  });
});

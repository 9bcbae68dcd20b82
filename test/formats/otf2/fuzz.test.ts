import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';

import { elementAt } from '../../../src/base/elements.js';
import { EVENT_RECORDS } from '../../../src/formats/otf2/eventRecords.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { NO_INDEX } from '../../../src/model/definitions.js';
import { EventKind } from '../../../src/model/events.js';
import { TrimtabError } from '../../../src/base/problem.js';
import type { Trace } from '../../../src/model/trace.js';
import { rounds } from '../../support/matrix.js';
import type { Bytes } from './otf2Writer.js';
import { chunked, pieces, removeArchives, writeArchive } from './otf2Writer.js';
import { enter, leave, sampleDefinitions, sampleEvents, send, time } from './sampleArchive.js';

afterAll(removeArchives);

const order = 'big';
const CHUNK = 256;
/** All record types, each with plausible content, so that mutations reach every branch. */
const everything = [...EVENT_RECORDS.keys()].flatMap((type) => [
  time(type * 100),
  enter(type % 3),
  (b: Bytes) =>
    EVENT_RECORDS.get(type)?.single === true
      ? b.uint8(type).uint64(type)
      : b.record(type, (r) => r.uint32(1, 2, 3, 4).uint64(5, 6, 7)),
  (b: Bytes) => b.record(6, (r) => r.uint32(1, 0).uint8(20).uint32(0)),
  send(1, 0, 5, 6),
  leave(type % 3),
]);
const path = writeArchive({
  order,
  chunkSize: CHUNK,
  definitions: sampleDefinitions(order, [1000, 3], [], CHUNK),
  locations: [
    {
      id: 0,
      events: sampleEvents(order, everything, CHUNK),
      definitions: chunked(
        order,
        CHUNK,
        pieces(order, (b) => b.record(5, (r) => r.uint8(3).uint64(2).uint8(0).uint64(1, 0))),
      ),
    },
    { id: 1, events: sampleEvents(order, [time(1), enter(0), leave(0)], CHUNK) },
  ],
});
const files = ['traces.otf2', 'traces.def', 'traces/0.evt', 'traces/0.def', 'traces/1.evt'].map((name) => {
  const file = join(dirname(path), name);
  return { file, content: readFileSync(file) };
});

/** Reads everything and checks that each event is within the bounds that consumers rely on. */
function readEverything(): void {
  let trace: Trace;
  try {
    trace = openArchive(path, { batchSize: 50 });
  } catch (error) {
    expect(error).toBeInstanceOf(TrimtabError);
    return;
  }
  const { locations, regions, sourceCodeLocations } = trace.definitions;
  const outside: string[] = [];
  for (let location = 0; location < locations.length; location++) {
    for (const { count, kind, reference, operands, site, time: times } of trace.batches(location)) {
      for (let i = 0; i < count; i++) {
        const place = elementAt(reference, i);
        const call = kind[i] === EventKind.Enter || kind[i] === EventKind.Leave;
        const isKnown = call ? place === NO_INDEX || place < regions.length : place < operands.length;
        if (!isKnown || elementAt(site, i) > sourceCodeLocations.length || Number.isNaN(elementAt(times, i)))
          outside.push(`${kind[i]} at ${times[i]}: ${place}, ${site[i]}`);
      }
    }
  }
  expect(outside).toEqual([]);
  for (const { message } of trace.problems) expect(message).toMatch(/\S.*\.$/);
}

function withContent(which: number, content: Uint8Array, action: () => void): void {
  writeFileSync(elementAt(files, which).file, content);
  try {
    action();
  } finally {
    writeFileSync(elementAt(files, which).file, elementAt(files, which).content);
  }
}

const which = fc.nat({ max: files.length - 1 });

describe('archives that went wrong never crash the reader', () => {
  test('bytes changed', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 8, 9, 254, 255)),
    );
    fc.assert(
      fc.property(which, fc.array(change, { minLength: 1, maxLength: 8 }), (file, changes) => {
        const content = Uint8Array.from(elementAt(files, file).content);
        for (const [at, value] of changes) content[at % content.length] = value;
        withContent(file, content, readEverything);
      }),
      { numRuns: rounds(400, 5000) },
    );
  });

  test('cut anywhere, or cut and continued with something else', () => {
    fc.assert(
      fc.property(which, fc.nat(), fc.uint8Array({ maxLength: 40 }), (file, at, tail) => {
        const { content } = elementAt(files, file);
        const kept = content.subarray(0, at % (content.length + 1));
        withContent(file, Uint8Array.from([...kept, ...tail]), readEverything);
      }),
      { numRuns: rounds(150, 2000) },
    );
  });

  test('pieces repeated or omitted', () => {
    fc.assert(
      fc.property(which, fc.nat(), fc.nat(), fc.nat({ max: 60 }), (file, from, to, length) => {
        const { content } = elementAt(files, file);
        const piece = content.subarray(from % content.length, (from % content.length) + length);
        const at = to % content.length;
        withContent(
          file,
          Uint8Array.from([...content.subarray(0, at), ...piece, ...content.subarray(at + (from % 7))]),
          readEverything,
        );
      }),
      { numRuns: rounds(150, 2000) },
    );
  });
});

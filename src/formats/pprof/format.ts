import { readBytes } from '../../base/files/index.js';
import { Damaged } from '../stacks/damage.js';
import { unpacked, unpackedHead } from '../stacks/gzip.js';
import { openStacks } from '../stacks/open.js';
import type { Format } from '../format.js';
import { readPprof } from './read.js';
import { MessageReader } from './wire.js';

/** Bytes of a file, and of what is packed in it: all of it is in memory while it is read. */
const LARGEST = 2 ** 28;

/** Profiles of pprof, as programs in Go, gperftools and others write them. */
export const pprof: Format = {
  title: 'pprof profile',
  kind: 'profile',
  extensions: ['pprof'],
  offered: ['pb.gz'],
  plainNames: ['profile', 'cpu', 'heap'],
  recognizes: (head) => isProfile(unpackedHead(head)),
  open: (path) =>
    openStacks(path, `${path} contains no samples; record the profile again.`, () =>
      readPprof(unpacked(readBytes(path, { limit: LARGEST }), LARGEST, 'profile for a shorter time')),
    ),
};

/** Fields of a profile; writers may use any order. */
const LAST_FIELD = 15;
const SAMPLE_TYPE = 1;

/**
 * Reports whether the available part of a message can be of a profile, with one field that declares the values of
 * samples.
 */
function isProfile(bytes: Uint8Array): boolean {
  let types = 0;
  try {
    const reader = new MessageReader(bytes);
    while (reader.next()) {
      if (reader.field < 1 || reader.field > LAST_FIELD) return false;
      if (reader.field === SAMPLE_TYPE) {
        if (!isValueType(reader.message())) return false;
        types++;
      } else reader.skip();
    }
  } catch (error) {
    // The rest was not read.
    if (!(error instanceof Damaged)) throw error;
  }
  return types > 0;
}

/** Nothing but two small numbers: the indices of two names. */
function isValueType(reader: MessageReader): boolean {
  let fields = 0;
  while (reader.next()) {
    const isIndex = (reader.field === 1 || reader.field === 2) && reader.number() >= 0;
    if (!isIndex) return false;
    fields++;
  }
  return fields > 0;
}

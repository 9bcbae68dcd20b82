import { readBytes, readHead } from '../../base/files/index.js';
import { piecesOf, textPieces } from '../../base/files/pieces.js';
import type { Format } from '../format.js';
import { LONG_HEAD } from '../format.js';
import { isGzip, unpacked, unpackedHead } from '../stacks/gzip.js';
import { openStacks } from '../stacks/open.js';
import { readTraceEvents } from './read.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 36;
/** Bytes of a packed file, and of what it unpacks to, which is in memory. */
const LARGEST_PACKED = 2 ** 29;

/** An object with a list of events, which other parts may precede; or a list whose first event has a type. */
const OBJECT = /^\s*\{[^]*"traceEvents"\s*:\s*\[/;
const LIST = /^\s*\[\s*\{[^]*?"ph"\s*:\s*"[A-Za-z]"/;

/** Traces in Chrome's format of trace events. */
export const traceEvents: Format = {
  title: 'Chrome trace',
  kind: 'profile',
  extensions: [],
  offered: ['trace.json', 'trace.json.gz'],
  plainNames: ['trace', 'pt'],
  headSize: LONG_HEAD,
  recognizes: (head) => {
    const text = Buffer.from(unpackedHead(head).subarray(0, LONG_HEAD)).toString('utf8');
    return OBJECT.test(text) || LIST.test(text);
  },
  open: (path) =>
    openStacks(
      path,
      `${path} contains no durations of threads and no samples, only markers, counters or asynchronous events; record functions too.`,
      () => readTraceEvents(isGzip(readHead(path, 2)) ? packedPieces(path) : textPieces(path, { limit: LARGEST })),
    ),
};

function packedPieces(path: string): Iterable<string> {
  return piecesOf(
    unpacked(readBytes(path, { limit: LARGEST_PACKED }), LARGEST_PACKED, 'unpack it with gunzip and open the result'),
  );
}

import type { Format } from '../format.js';
import { isAnchor } from './anchor.js';
import { openArchive } from './openArchive.js';

/** Event traces of Score-P, of the probe and of other OTF2 writers, opened by their anchor file. */
export const otf2: Format = {
  title: 'OTF2 trace',
  kind: 'trace',
  extensions: ['otf2'],
  plainNames: ['traces', 'trace'],
  recognizes: isAnchor,
  open: (path) => {
    const trace = openArchive(path);
    return { kind: 'trace', definitions: trace.definitions, trace };
  },
};

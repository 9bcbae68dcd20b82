/** The formats that can be opened. A new one is a folder of its own and a line here. */
import { cube } from './cube/index.js';
import { cube3 } from './cube3/index.js';
import type { Format } from './format.js';
import { ompp } from './ompp/index.js';
import { otf2 } from './otf2/index.js';
import { tau } from './tau/index.js';

export { type Format, type Measurement } from './format.js';

/** Where a folder holds files of several formats, the first of these is meant. */
export const formats: readonly Format[] = [otf2, cube, cube3, ompp, tau];

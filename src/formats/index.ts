/** The formats that can be opened. A new one is a separate folder and a line here. */
import { caliper } from './caliper/index.js';
import { callgrind } from './callgrind/index.js';
import { cpuprofile } from './cpuprofile/index.js';
import { cube } from './cube/index.js';
import { cube3 } from './cube3/index.js';
import { folded } from './folded/index.js';
import type { Format } from './format.js';
import { gprof } from './gprof/index.js';
import { hpctoolkit } from './hpctoolkit/index.js';
import { ompp } from './ompp/index.js';
import { otf2 } from './otf2/index.js';
import { perf } from './perf/index.js';
import { pprof } from './pprof/index.js';
import { pstats } from './pstats/index.js';
import { pyinstrument } from './pyinstrument/index.js';
import { speedscope } from './speedscope/index.js';
import { tau } from './tau/index.js';
import { timemory } from './timemory/index.js';
import { traceEvents } from './traceEvents/index.js';

export { type Format, type Measurement } from './format.js';

/** In a folder with files of several formats, the first of these takes precedence. */
export const formats: readonly Format[] = [
  otf2,
  cube,
  cube3,
  ompp,
  tau,
  hpctoolkit,
  caliper,
  pprof,
  speedscope,
  cpuprofile,
  traceEvents,
  perf,
  gprof,
  callgrind,
  pstats,
  pyinstrument,
  timemory,
  folded,
];

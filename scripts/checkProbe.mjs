/**
 * `npm run check:probe`: fails if folders of the probe's C sources use each other in a circle, by calls or inclusions, or if
 * a file is too long. A folder of components thus builds on folders below it only, and the core on no component.
 */
import { join } from 'node:path';
import process from 'node:process';
import { root } from './lib/layout.mjs';
import { circleOf, folderOf, longSources, usesBelow } from './lib/probeSources.mjs';

const MOST_LINES = 300;

/** Files that are longer and are still to be split, with the lines that they may have. @type {Readonly<Record<string, number>>} */
const STILL_LONG = {
  'assembler/flow.c': 371,
  'assembler/inlined.c': 463,
  'assembler/writer.c': 317,
  'components/counters/counters.c': 338,
  'components/functions/named.c': 308,
  'components/functions/switches.c': 613,
  'components/io/io-calls.c': 306,
  'components/iterations/gates.c': 322,
  'components/live/coordinator.c': 391,
  'components/live/status.c': 385,
  'components/mpi/completion.c': 301,
  'components/openmp/openmp.c': 315,
  'components/sampling/sampling.c': 354,
  'core/buffer.c': 443,
  'core/profile.c': 341,
  'finish/cube/profile-trees.c': 360,
  'finish/cube/profile.c': 588,
  'finish/main.c': 422,
  'finish/otf2/definitions.c': 351,
  'finish/otf2/measurement.c': 429,
  'finish/parts/part-walk.c': 618,
  'finish/read/openmp-model.c': 369,
  'finish/read/run.c': 475,
  'finish/symbols/symbols.c': 307,
  'fold/fold-openmp.c': 525,
  'fold/fold.c': 735,
  'fold/series.c': 337,
};

const probe = process.argv[2] ?? join(root, 'src/probe');
/** @type {string[]} */
const faults = [];

const circle = circleOf(usesBelow(probe));
if (circle.length > 0)
  faults.push(
    'These folders use each other in a circle:',
    ...circle.map(({ from, to, name }) => `  ${folderOf(from)} uses ${folderOf(to)}: ${from} uses ${name}`),
  );

const long = longSources(probe, MOST_LINES);
for (const { path, lines } of long)
  if (lines > (STILL_LONG[path] ?? MOST_LINES))
    faults.push(`${path} has ${lines} lines, of at most ${STILL_LONG[path] ?? MOST_LINES}: split it.`);
for (const path of Object.keys(STILL_LONG))
  if (!long.some((one) => one.path === path))
    faults.push(`${path} is short enough: take it off the list in scripts/checkProbe.mjs.`);

for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;

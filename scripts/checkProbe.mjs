/**
 * `npm run check:probe`: fails if folders of the probe's C sources use each other in a circle, by calls or inclusions, or if
 * a file is too long, and if a fact that the runtime writes is not read, or not described. A folder of components thus builds on folders below it only, and the core on no component.
 * Then `make check` (src/probe/Makefile) compiles everything with warnings as errors, and starts clang-tidy if it is installed:
 * in `npm run test:all`, or with `--tidy`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './lib/layout.mjs';
import { findProgram, run } from './lib/processes.mjs';
import { faultsOfFacts } from './lib/probeFacts.mjs';
import { circleOf, folderOf, longSources, usesBelow } from './lib/probeSources.mjs';

const MOST_LINES = 300;

/**
 * Files that are longer, with the lines that they may have: folding a record is one loop, whose functions are inlined into
 * each other.
 * @type {Readonly<Record<string, number>>}
 */
const STILL_LONG = {
  'fold/fold-openmp.c': 525,
  'fold/fold.c': 591,
};

const probe = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? join(root, 'src/probe');
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

// A test adds a component to a copy, whose facts nothing reads.
if (process.argv[2] === undefined) faults.push(...faultsOfFacts(probe));

for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;

if (process.argv[2] === undefined && !(await passesMake())) process.exitCode = 1;

/** Whether `make check` succeeds, or cannot be made here, which is printed. */
async function passesMake() {
  for (const program of ['make', 'cc'])
    if (findProgram(program) === undefined) {
      console.log(`${program} is not installed: the C sources are not compiled with warnings as errors.`);
      return true;
    }
  // The first time, clang-tidy takes as long as all other checks of the sources together.
  const isWhole = process.env.TRIMTAB_TEST_TIER === 'all' || process.argv.includes('--tidy');
  const words = [`-j${availableParallelism()}`, '-C', probe, ...(isWhole ? [] : ['CLANG_TIDY=']), 'check'];
  const { code, output } = await run('make', words, { quiet: true });
  if (code === 0 && isWhole && findProgram('clang-tidy') === undefined)
    console.log('clang-tidy is not installed: its checks of the C sources are not made.');
  if (code !== 0) console.log(output);
  return code === 0;
}

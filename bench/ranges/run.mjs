// Measures how many instructions of public programs have a line from the compiler (Shende 2001, table 3), according to the
// assembler's filter. It needs sources that were fetched before: TRIMTAB_BENCH_SOURCES names the folder with the
// checked-out repositories.
// node bench/ranges/run.mjs [--code NAME]...
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { printRow } from '../lib/tools.mjs';
import { codes } from '../overhead/codes.mjs';
import { wrapper } from '../probe/measure.mjs';

/** @typedef {import('../overhead/codes.mjs').Code} Code */

const { values: options } = parseArgs({ options: { code: { type: 'string', multiple: true } } });
const sources = process.env.TRIMTAB_BENCH_SOURCES;
if (sources === undefined) {
  console.error('Name the folder with the checked-out repositories in TRIMTAB_BENCH_SOURCES (see bench/README.md).');
  process.exit(1);
}

/** The program again, by LLVM's compilers. @param {Code} code @returns {Code} */
const byClang = (code) => ({
  ...code,
  name: code.name.replace('g++', 'clang++'),
  build: code.build.map((step) => ({ ...step, words: step.words.map((word) => word.replace('=g++', '=clang++')) })),
});

/** Every object that the build made. @param {string} folder */
const objectsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.o'))
    .map((entry) => join(entry.parentPath, entry.name));

/** @param {Code} code @param {string} place @param {string} reader */
function coverageOf(code, place, reader) {
  const folder = join(place, code.key);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(sources ?? '', basename(code.source)), folder, { recursive: true });
  // No lines are measured: what is found of all of them is asked for.
  const list = join(place, 'none');
  writeFileSync(list, '');
  for (const { folder: below = '', words } of code.build)
    execFileSync(join(wrapper, '../trimtab-build'), words, {
      cwd: join(folder, below),
      env: { ...process.env, TRIMTAB_RANGES: list },
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 1 << 28,
    });
  return JSON.parse(execFileSync(process.execPath, [reader, ...objectsIn(folder)], { encoding: 'utf8' }));
}

const place = mkdtempSync(join(tmpdir(), 'trimtab-bench-ranges-'));
try {
  const reader = join(place, 'coverage.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'coverage.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: reader,
  });
  const chosen = codes.filter(({ key }) => (options.code ?? ['lulesh', 'comd', 'cloverleaf', 'minife']).includes(key));
  printRow(['', 'instructions', 'of a line', 'of no line', 'of those jumps', 'filled', 'refused']);
  for (const code of chosen.flatMap((each) => (each.key === 'lulesh' ? [each, byClang(each)] : [each]))) {
    const { instructions, unmapped, jumps, filled, refused } = coverageOf(code, place, reader);
    const share = (/** @type {number} */ count) => `${((100 * count) / instructions).toFixed(1)} %`;
    console.log(code.name);
    printRow(['', instructions, share(instructions - unmapped), share(unmapped), jumps, share(filled), share(refused)]);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}

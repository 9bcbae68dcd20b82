/**
 * `node scripts/realPrograms.mjs FOLDER-WITH-SOURCES [NAME...]`: runs Trimtab on copies of public programs, as a
 * newcomer would, and prints a Markdown table of the results. A plain build and run of each is shown for comparison.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { dist } from './lib/layout.mjs';
import { run } from './lib/processes.mjs';
import { programs } from './lib/realPrograms.mjs';
import { runMain, SetupError } from './lib/report.mjs';

/** Milliseconds after which a program is given up. */
const LIMIT = 900_000;
const OURS = new Set(['.trimtab', 'trimtab.yaml']);

/** @typedef {import('./lib/realPrograms.mjs').Program} Program */
/** @typedef {{ argv: string[], folder: string, seconds: number }} Command */

/** Words of a command as a shell wants them typed. @param {readonly string[]} words */
const typed = (words) => words.map((word) => (/[\s"&]/.test(word) ? `'${word}'` : word)).join(' ');

/** Bytes of all files below a folder. @param {string} folder @returns {number} */
function bytesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Returns a command of the measured run without measurement. @param {readonly string[]} argv */
const plain = (argv) => argv.filter((word) => word !== 'trimtab-build' && word !== '--fresh');

/**
 * Seconds that the run of a manifest takes without measurement; undefined where it fails.
 * @param {string} project
 * @param {{ build?: Command[], run: Command }} manifest
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} flags behind make
 */
async function plainSeconds(project, { build = [], run: start }, environment, flags) {
  let began = Date.now();
  for (const { argv, folder } of [...build, start]) {
    const words = plain(argv);
    const [program = '', ...rest] = words[0] === 'make' ? [...words, ...flags] : words;
    began = Date.now();
    const { code } = await run(program, rest, {
      cwd: join(project, folder),
      env: environment,
      quiet: true,
      limit: LIMIT,
    });
    if (code !== 0) return undefined;
  }
  return (Date.now() - began) / 1000;
}

/** Returns the last time that the program itself prints. @param {string} output @param {RegExp | undefined} timer */
const ownTime = (output, timer) => (timer === undefined ? undefined : [...output.matchAll(timer)].at(-1)?.[1]);

/** The environment of the commands. */
const environment = { ...process.env, NO_COLOR: '1' };

/** Shares as people read them. @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** @param {{ title: string, severity: number, place?: { file: string, line: number } } | undefined} finding */
function findingText(finding) {
  if (finding === undefined) return 'none';
  const { title, severity, place } = finding;
  return `${percent(severity)} ${title}${place === undefined ? '' : `, ${basename(place.file)}:${place.line}`}`;
}

/** The newest experiment below a folder of sources, with where it lies. @param {string} folder */
function newestExperiment(folder) {
  const stores = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.trimtab/experiments'),
  );
  const found = stores.flatMap((store) => readdirSync(join(folder, store)).map((id) => ({ store, id })));
  const newest = found.sort((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
  return newest === undefined
    ? undefined
    : { project: join(newest.store, '../..'), path: join(folder, newest.store, newest.id) };
}

/** A copy of sources as they came. @param {string} sources @param {string} name */
function copyOf(sources, name) {
  const copy = join(mkdtempSync(join(tmpdir(), 'trimtab-real-')), basename(name));
  cpSync(join(sources, name), copy, { recursive: true, filter: (path) => !OURS.has(basename(path)) });
  return copy;
}

/** A row of the table. @param {string} sources @param {Program} program */
async function rowOf(sources, { folder, inside = '.', options, timer, flags = [] }) {
  const command = `trimtab run${options.length === 0 ? '' : ` ${typed(options)}`}`;
  const [copy, beside] = [copyOf(sources, folder), copyOf(sources, folder)];
  try {
    const { code, output } = await run(process.execPath, [join(dist, 'cli.cjs'), 'run', ...options], {
      cwd: join(copy, inside),
      env: environment,
      quiet: true,
      limit: LIMIT,
    });
    const sentence = /^trimtab: (.*)$/m.exec(output)?.[1] ?? '';
    const kept = newestExperiment(copy);
    const findings = kept === undefined ? undefined : join(kept.path, 'findings.json');
    if (kept === undefined || findings === undefined || !existsSync(findings))
      return [folder, command, code === 0 ? 'no report' : `no: ${sentence}`, '', '', '', '', ''];
    const report = JSON.parse(readFileSync(findings, 'utf8'));
    const manifest = parse(readFileSync(join(kept.path, 'manifest.yaml'), 'utf8'));
    const around = { ...environment, ...manifest.environment };
    const alone = await plainSeconds(join(beside, kept.project), manifest, around, flags);
    const asked = options.includes('--build') || options.includes('--program') ? 'with an answer' : 'yes';
    return [
      folder,
      command,
      code === 0 ? asked : `${asked}, but it ended with an error: ${sentence}`,
      `${manifest.run.seconds.toFixed(1)} s, ${alone === undefined ? 'not without' : `${alone.toFixed(1)} s without`}`,
      `${report.events.toLocaleString('en')} events, ${(bytesBelow(join(kept.path, 'trace')) / 1e6).toFixed(1)} MB`,
      findingText(report.findings.at(0)),
      ownTime(output, timer) ?? '',
      report.doubts.map((/** @type {{ title: string }} */ { title }) => title).join('; '),
    ];
  } finally {
    for (const path of [copy, beside]) rmSync(dirname(path), { recursive: true, force: true });
  }
}

await runMain(async () => {
  const [sources, ...names] = process.argv.slice(2);
  if (sources === undefined) throw new SetupError('Name the folder that holds the sources of the programs.');
  if (!existsSync(join(dist, 'cli.cjs'))) throw new SetupError('The command line is not built: npm run build');
  const wanted = programs.filter(({ folder }) => names.length === 0 || names.includes(folder));
  console.log(
    '| program | command | measured | run with and without measurement | trace | top finding | own timer, s | doubts |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const program of wanted) {
    const there = existsSync(join(sources, program.folder));
    const row = there
      ? await rowOf(resolve(sources), program)
      : [program.folder, 'its sources are not there', '', '', '', '', '', ''];
    console.log(`| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  }
});

// All that was measured as a table, also in place of the one in the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codes } from './codes.mjs';
import { isSame, least, ratioTo, readResults } from './results.mjs';
import { ways } from './ways.mjs';

/** @typedef {import('./results.mjs').Results} Results */

const README = join(import.meta.dirname, '../README.md');
const BEGIN = '<!-- bench:overhead -->\n';
const END = '<!-- end of bench:overhead -->\n';

/** Columns of ratios, by the names of ways. */
const ratios = ways.map(({ name }) => name).filter((name) => name !== 'plain');

/** @param {Results} results @param {string} way */
function ratioOf(results, way) {
  const measured = results.get(way);
  if (measured === undefined || measured.runs.length === 0) return '';
  const ratio = ratioTo(results, measured, 'processor').toFixed(3);
  return isSame(results, way) ? ratio : `${ratio} DIFFERS`;
}

/** @param {string} name @param {Results} results */
function rowOf(name, results) {
  const { events = 0, bytes = 0 } = results.get('first run') ?? {};
  const rounds = results.get('plain')?.runs.length ?? 0;
  const seconds = least(results.get('plain'), 'processor').toFixed(2);
  const recorded = [events.toLocaleString('en'), (bytes / 1e6).toFixed(2)];
  return [name, rounds, seconds, ...ratios.map((way) => ratioOf(results, way)), ...recorded];
}

/** @param {string} builds the folder with the builds @returns {string} */
export function tableOf(builds) {
  const head = ['program', 'rounds', 'plain, s', ...ratios, 'events of the first run', 'its MB'];
  const rows = codes.flatMap((code) => {
    const results = readResults(join(builds, code.key), code);
    return results.size === 0 ? [] : [rowOf(code.name, results)];
  });
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** @param {string} table */
export function putInReadme(table) {
  const text = readFileSync(README, 'utf8');
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  if (from < BEGIN.length || to < from) throw new Error(`${README} has no place for the table`);
  writeFileSync(README, `${text.slice(0, from)}\n${table}\n${text.slice(to)}`);
}

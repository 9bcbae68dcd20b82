/** The facts of the probe: keys that the runtime writes, that the finisher reads, and that the README describes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** For people, or read in another way. */
const NOT_IN_TABLES = ['trimtab-raw', 'mode', 'objects', 'python-profiled', 'python-too-deep', 'samples-lost'];
/** Written with a key that is computed. */
const COMPUTED = ['group', 'remote'];
/** Beginnings of texts that are no facts: messages, and lines of live control. */
const NO_FACTS = ['trimtab', 'trimtab-live', 'status'];

const WRITING = [
  /tt_note(?:_text)?\(\s*((?:"(?:\\.|[^"\\])*"\s*)+)/g,
  /snprintf\((?:key|line|text)\w*, sizeof \w+, ((?:"(?:\\.|[^"\\])*"\s*)+)/g,
  /note_file\(("(?:\\.|[^"\\])*")/g,
];

/** @param {string} folder @returns {string[]} texts of the C sources below */
function textsBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.c'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** Keys at the beginnings of the lines that a source writes. @param {string} text @returns {string[]} */
function keysWritten(text) {
  const literals = WRITING.flatMap((pattern) => [...text.matchAll(pattern)].map(([, literal = '']) => literal));
  return literals
    .flatMap((literal) => literal.replaceAll(/^"|"\s*$|"\s*"/g, '').split(String.raw`\n`))
    .flatMap((line) => /^[a-z][a-z-]*/.exec(line)?.[0] ?? [])
    .filter((key) => !NO_FACTS.includes(key));
}

/**
 * What is wrong with the facts: one sentence for each key that is not everywhere.
 * @param {string} probe the folder of the probe
 * @returns {string[]}
 */
export function faultsOfFacts(probe) {
  const written = new Set(['core', 'components'].flatMap((name) => textsBelow(join(probe, name))).flatMap(keysWritten));
  const tables = textsBelow(join(probe, 'finish/read')).flatMap((text) => [...text.matchAll(/^ {4}\{"([a-z-]+)", /gm)]);
  const read = new Set(tables.map(([, key = '']) => key));
  const readme = readFileSync(join(probe, 'README.md'), 'utf8').split('## Raw files')[1] ?? '';
  const described = new Set([...readme.matchAll(/`([a-z][a-z-]*)(?=[ `])/g)].map(([, key]) => key));
  return [
    ...[...written]
      .filter((key) => !read.has(key) && !NOT_IN_TABLES.includes(key))
      .map((key) => `The fact "${key}" is written, and in no table of finish/read.`),
    ...[...read]
      .filter((key) => !written.has(key) && !COMPUTED.includes(key))
      .map((key) => `The fact "${key}" is in a table of finish/read, and never written.`),
    ...[...new Set([...written, ...read])]
      .filter((key) => !described.has(key))
      .map((key) => `The fact "${key}" is missing in the README, "Raw files".`),
  ];
}

/**
 * `npm run check:language`: holds texts that people read, and comments of sources, to the rules of language. Arguments are the beginnings of paths
 * to check; all texts of the project where none are given.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { faultsOf } from './lib/language.mjs';
import { root } from './lib/layout.mjs';
import { commentsOf, literalsOf, sourceOf, testTitlesOf, userTexts } from './lib/userTexts.mjs';

const WHERE = ['src', 'test', 'bench', 'media', 'schemas', 'docs', 'examples', 'package.nls.json', '*.md'];
const named = process.argv.slice(2);
const listed = execFileSync('git', ['ls-files', ...WHERE], { cwd: root, encoding: 'utf8' }).split('\n');
const files = listed
  .filter((path) => /\.(?:ts|tsx|md|json|asl|c|h|yaml)$/.test(path))
  .filter((path) => named.length === 0 || named.some((beginning) => path.startsWith(beginning)));
/** Texts of a file: of programs what users read, of tests their titles; comments of both. @param {string} path */
function textsOf(path) {
  const file = join(root, path);
  const isTest = /^(?:test|bench)\//.test(path);
  if (!/\.tsx?$/.test(path)) return isTest ? [] : userTexts(file);
  const source = sourceOf(file);
  return [...(isTest ? testTitlesOf(source) : literalsOf(source)), ...commentsOf(source)];
}

let count = 0;
for (const path of files)
  for (const { line, text } of textsOf(path))
    for (const { rule, found, instead } of faultsOf(text)) {
      count++;
      console.log(`${path}:${line}: ${rule}: ${found.slice(0, 160)} (${instead})`);
    }
console.log(`${count} faults in ${files.length} files`);
if (count > 0) process.exitCode = 1;

/**
 * `npm run check:indices`: fails where a source, a test or a script reads an element by index and goes on as if it were
 * surely there (noUncheckedIndexedAccess), outside of the folders that are not converted yet.
 */
import { join, relative, sep } from 'node:path';
import process from 'node:process';
import ts from 'typescript';
import { root } from './lib/layout.mjs';

/**
 * Folders whose loops still read elements without a check; each has a tsconfig.json of its own that says so, for editors
 * and eslint. The list only becomes shorter.
 */
const UNCHECKED = ['src/analysis/trace/rootCauses'];

/** @returns {import('typescript').Program} all but the pages and the tests of them, which are checked with their own types */
function program() {
  const path = join(root, 'tsconfig.json');
  const config = ts.getParsedCommandLineOfConfigFile(
    path,
    { noUncheckedIndexedAccess: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  if (config === undefined) throw new Error(`${path} cannot be read.`);
  return ts.createProgram({ rootNames: config.fileNames, options: config.options });
}

/**
 * @param {import('typescript').Diagnostic} problem
 * @returns {never}
 */
function fail(problem) {
  throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
}

/** @param {import('typescript').Diagnostic} problem */
function folderOf({ file }) {
  const path = relative(root, file?.fileName ?? '')
    .split(sep)
    .join('/');
  return UNCHECKED.find((folder) => path.startsWith(`${folder}/`));
}

const problems = ts.getPreEmitDiagnostics(program());
const found = problems.filter((problem) => folderOf(problem) === undefined);
const needless = UNCHECKED.filter((folder) => problems.every((problem) => folderOf(problem) !== folder));
const host = {
  getCanonicalFileName: (/** @type {string} */ name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};
process.stdout.write(ts.formatDiagnosticsWithColorAndContext(found, host));
for (const folder of needless) process.stdout.write(`${folder} needs no exception any more: take it off the list.\n`);
if (found.length + needless.length > 0) process.exitCode = 1;

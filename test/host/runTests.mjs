/**
 * Runs test/host/suite inside VS Code: on a downloaded desktop build where one can be had, on code-server else.
 * Arguments are the test files to run, all where none are given. Leaves its report where TRIMTAB_SUITE_REPORT names a
 * file; a run that leaves no result is a failure.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { out, root, tools } from '../../scripts/lib/layout.mjs';
import { firstLine, writeReport } from '../../scripts/lib/suiteReport.mjs';
import { REPORT_VARIABLE } from '../../scripts/lib/suiteReporter.mjs';
import { plant } from './planted.mjs';

const downloadLimit = 20_000;

/**
 * @typedef {object} Suite
 * @property {string} name folder of its tests in test/host
 * @property {string} executable the VS Code to run it in
 * @property {(workspace: string, folder: string) => NodeJS.ProcessEnv} prepare makes the workspace; `folder` is for other files
 */

const web = join(root, 'test/host/webLauncher.mjs');
/** @type {Suite[]} */
const suites = [
  {
    name: 'suite',
    executable: await findVisualStudioCode(),
    prepare: (workspace) => {
      cpSync(join(root, 'examples'), workspace, { recursive: true });
      const data = process.env.TRIMTAB_CONFORMANCE_DATA ?? join(root, '..', 'shared', 'data');
      return existsSync(data) ? { TRIMTAB_CONFORMANCE_DATA: data } : {};
    },
  },
  // The test runner of desktop VS Code turns trust off.
  { name: 'untrusted', executable: web, prepare: plant },
];

/** @typedef {import('../../scripts/lib/suiteReport.mjs').FileResult} FileResult */

const chosen = process.argv.slice(2);
const wanted = process.env.TRIMTAB_HOST_SUITE;
/** @type {FileResult[]} */
const files = [];
/** @type {string[]} */
const errors = [];
for (const suite of suites) {
  const own = testFilesOf(suite.name).filter((file) => chosen.length === 0 || chosen.includes(file));
  if (own.length === 0 || (wanted !== undefined && wanted !== suite.name)) continue;
  const result = await runSuite(suite, own);
  files.push(...result.files);
  errors.push(...result.errors);
}
const report = process.env[REPORT_VARIABLE];
if (report !== undefined) writeReport(report, { files, errors, ended: true });
const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
  files.reduce((total, { counts }) => total + counts[key], 0);
console.log(`in VS Code: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
if (errors.length > 0 || sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1;

/** @param {string} suite @returns {string[]} paths relative to the project */
function testFilesOf(suite) {
  const names = readdirSync(join(root, 'test/host', suite)).filter((name) => name.endsWith('.test.ts'));
  return names.map((name) => `test/host/${suite}/${name}`);
}

/**
 * @param {Suite} suite
 * @param {readonly string[]} own its test files that are run
 * @returns {Promise<{ files: FileResult[], errors: string[] }>}
 */
async function runSuite({ name, executable, prepare }, own) {
  const built = join(out, 'test/host', name);
  await bundleSuite(join(root, 'test/host', name), built);
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-host-'));
  const result = join(folder, 'result.json');
  const workspace = join(folder, 'workspace');
  const environment = prepare(workspace, folder);
  /** @type {string[]} */
  const errors = [];
  try {
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: root,
      extensionTestsPath: join(built, 'index.cjs'),
      launchArgs: [
        workspace,
        '--disable-extensions',
        `--user-data-dir=${join(folder, 'user')}`,
        `--extensions-dir=${join(folder, 'extensions')}`,
      ],
      extensionTestsEnv: {
        TEST_RESULT_FILE: result,
        TEST_FILES: own.join(','),
        TRIMTAB_STATE: join(folder, 'state'),
        ...environment,
      },
    });
  } catch (error) {
    console.error(String(error));
    errors.push(firstLine(String(error)));
  }
  const files = readResult(result);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (files.length === 0)
    errors.push(`the suite "${name}" inside VS Code left no result: it ended before its tests did`);
  // That tests failed is known from their files.
  return { files, errors: files.some(({ counts }) => counts.failed > 0) ? [] : errors };
}

/**
 * Bundles each file of the suite as one CommonJS module next to the index; mocha comes from node_modules.
 * @param {string} suite
 * @param {string} built
 */
async function bundleSuite(suite, built) {
  const entries = readdirSync(suite, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(^index|\.test)\.ts$/.test(name),
  );
  rmSync(built, { recursive: true, force: true });
  await build({
    entryPoints: entries.map((name) => join(suite, name)),
    outdir: built,
    outbase: suite,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/**
 * @param {string} file
 * @returns {FileResult[]}
 */
function readResult(file) {
  if (!existsSync(file)) return [];
  /** @type {{ files: FileResult[] }} */
  const { files } = JSON.parse(readFileSync(file, 'utf8'));
  return files;
}

/** The executable to test in; TRIMTAB_VSCODE names another, or `code-server`. */
async function findVisualStudioCode() {
  const given = process.env.TRIMTAB_VSCODE;
  if (given !== undefined) return given === 'code-server' ? web : given;
  if (process.env.DISPLAY === undefined && process.env.WAYLAND_DISPLAY === undefined) {
    console.log(
      'There is no display for desktop VS Code here (xvfb-run npm test gives one): the tests run in code-server.',
    );
    return web;
  }
  try {
    return await downloadAndUnzipVSCode({
      version: 'stable',
      cachePath: join(tools, 'vscode'),
      timeout: downloadLimit,
    });
  } catch (error) {
    console.log(`Desktop VS Code could not be downloaded (${String(error)}): the tests run in code-server.`);
    return web;
  }
}

/**
 * Runs test/host/suite inside VS Code: on a downloaded desktop build where one can be had, on code-server else.
 * Writes its counts to the file named by the first argument; a run that leaves no result is a failure.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { out, root, tools } from '../../scripts/lib/layout.mjs';
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

/** @typedef {{ name: string, message: string }} Failure */

/** @type {Failure[]} */
const failures = [];
const summary = { passed: 0, failed: 0, skipped: 0, ok: true, failures };
const wanted = process.env.TRIMTAB_HOST_SUITE;
for (const suite of suites.filter(({ name }) => wanted === undefined || name === wanted)) {
  const { ok, failures, ...counts } = await runSuite(suite);
  summary.failures.push(...failures);
  summary.ok &&= ok;
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) summary[key] += counts[key];
}
const [resultFile] = process.argv.slice(2);
if (resultFile !== undefined) writeFileSync(resultFile, JSON.stringify(summary));
console.log(`in VS Code: ${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped`);
if (!summary.ok) process.exitCode = 1;

/** @param {Suite} suite */
async function runSuite({ name, executable, prepare }) {
  const built = join(out, 'test/host', name);
  await bundleSuite(join(root, 'test/host', name), built);
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-host-'));
  const result = join(folder, 'result.json');
  const workspace = join(folder, 'workspace');
  const environment = prepare(workspace, folder);
  let ended = false;
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
      extensionTestsEnv: { TEST_RESULT_FILE: result, TRIMTAB_STATE: join(folder, 'state'), ...environment },
    });
    ended = true;
  } catch (error) {
    console.error(String(error));
  }
  const counts = readCounts(result);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return { ...counts, ok: ended && counts.failed === 0 && counts.passed > 0 };
}

/**
 * Each file of the suite becomes one CommonJS module beside the index; mocha comes from node_modules.
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

/** @param {string} file */
function readCounts(file) {
  if (!existsSync(file)) {
    console.error('The test run inside VS Code left no result: it ended before its tests did.');
    const failures = [{ name: 'the test run inside VS Code', message: 'left no result' }];
    return { passed: 0, failed: 1, skipped: 0, failures };
  }
  /** @type {{ passed: number, failed: number, skipped: number, failures: readonly Failure[] }} */
  const { passed, failed, skipped, failures } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed, failed, skipped, failures };
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

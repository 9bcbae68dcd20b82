/**
 * `npm run screenshots`: makes the pictures of README, docs and walkthrough again. Those of windows come from the
 * end-to-end tests, the others from `trimtab picture`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './lib/layout.mjs';
import { pictures } from './lib/pictures.mjs';
import { checkNode, ensureBuild, ensureNpmPackages } from './lib/prepare.mjs';
import { runMain } from './lib/report.mjs';
import { ensureSystemPackages, needs } from './lib/systemPackages.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

const heat2d = join(root, 'examples/heat2d-mpi');

await runMain(async () => {
  checkNode();
  await ensureNpmPackages();
  await ensureSystemPackages([needs.measuring, needs.testing].flat());
  await ensureWorkbench();
  await ensureBuild();
  takeInWindow();
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-pictures-'));
  try {
    draw(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Copies the pictures that the end-to-end tests of the Explorer and of its pages took. */
function takeInWindow() {
  const tests = [
    '--config',
    'test/e2e/vitest.config.ts',
    'test/e2e/explorer.test.ts',
    'test/e2e/explorerPages.test.ts',
  ];
  node([join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...tests], root);
  for (const { file, window } of pictures)
    if (window !== undefined) copyFileSync(join(root, 'test-results/pictures', `${window}.png`), join(root, file));
}

/** @param {string} folder for the project of the measured runs */
function draw(folder) {
  const runs = new Map([
    ['EQUAL', measure(join(folder, 'bands of equal rows'), [])],
    ['COST', measure(join(folder, 'bands of equal work'), ['2048', '80', 'cost'])],
  ]);
  for (const { file, draw: drawn } of pictures)
    if (drawn !== undefined)
      trimtab(['picture', ...drawn.map((word) => runs.get(word) ?? word), '--out', join(root, file)], root);
}

/**
 * Traces heat2d on two ranks.
 * @param {string} project the folder for it
 * @param {readonly string[]} programArguments
 * @returns {string} the archive
 */
function measure(project, programArguments) {
  cpSync(heat2d, project, { recursive: true });
  trimtab(['run', project, '--trace', '--ranks', '2', '--', ...programArguments], project);
  const experiments = join(project, '.trimtab/experiments');
  const [name] = readdirSync(experiments).filter((entry) => !entry.startsWith('.'));
  if (name === undefined) throw new Error(`${project} has no experiment.`);
  return join(experiments, name, 'trace');
}

/** @param {readonly string[]} words @param {string} folder */
function trimtab(words, folder) {
  node([join(root, 'dist/cli.cjs'), ...words], folder);
}

/** @param {readonly string[]} words @param {string} folder */
function node(words, folder) {
  execFileSync(process.execPath, words, { cwd: folder, stdio: 'inherit' });
}

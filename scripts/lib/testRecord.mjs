/** Keeps the last result of `npm run test:all`, with its date and commit. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './layout.mjs';
import { run } from './processes.mjs';

const file = join(root, 'docs/developer/test-results.md');

/**
 * @param {import('./verdict.mjs').Verdict} verdict
 * @param {string} cost wall and CPU time as text
 */
export async function recordResults({ counts, failures, unstable, passed }, cost) {
  const git = async (/** @type {string[]} */ ...args) =>
    (await run('git', args, { cwd: root, quiet: true })).output.trim();
  const changed = (await git('status', '--porcelain', '--untracked-files=no')) === '' ? '' : ', with changes';
  const list = (/** @type {readonly string[]} */ lines) => lines.map((line) => `- ${line}\n`).join('');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `# Last result of the whole matrix

\`npm run test:all\` writes this page at its end.

| | |
|---|---|
| date | ${new Date().toISOString().slice(0, 10)} |
| commit | ${await git('rev-parse', '--short=12', 'HEAD')}${changed} |
| result | ${passed ? 'passed' : 'failed'} |
| tests | ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped |
| unstable | ${unstable.length} |
| cost | ${cost} |
${failures.length === 0 ? '' : `\n## Failures\n\n${list(failures)}`}${
      unstable.length === 0
        ? ''
        : `\n## Unstable\n\n${list(unstable.map(({ path, name, error }) => `${path} > ${name}: ${error}`))}`
    }`,
  );
  console.log(`Kept in ${relative(root, file)}.`);
}

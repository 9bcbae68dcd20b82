/** `npm run release:check -- v1.2.0`: package.json, CHANGELOG.md and CITATION.cff agree on the version of the tag. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parse } from 'yaml';
import { root } from './lib/layout.mjs';
import { releaseProblems } from './lib/release.mjs';

const read = (/** @type {string} */ name) => readFileSync(join(root, name), 'utf8');
/** @type {{ version: string }} */
const { version } = JSON.parse(read('package.json'));
/** @type {{ version: unknown }} */
const citation = parse(read('CITATION.cff'));
const [tag = `v${version}`] = process.argv.slice(2);
const problems = releaseProblems({ tag, version, changelog: read('CHANGELOG.md'), cited: citation.version });
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${tag} can be released.`);

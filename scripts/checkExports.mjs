/**
 * `npm run check:exports`: fails if a declaration of the sources is reached by no bundle, script or bench: only tests
 * use it, or nothing does. Exceptions and their reasons are listed in lib/keptForTests.mjs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { productBundles } from './lib/bundles.mjs';
import { sourcesIn, unreached } from './lib/deadExports.mjs';
import { keptForTests } from './lib/keptForTests.mjs';
import { root } from './lib/layout.mjs';

/** Sources that a script names in a text, to bundle or to import them. @param {string} script */
function namedIn(script) {
  const texts = readFileSync(script, 'utf8').matchAll(/['"`](?:\.\/)?(src\/[\w/.-]+?)\.(?:js|ts|tsx)['"`]/g);
  return [...texts]
    .flatMap(([, name]) => [`${name}.ts`, `${name}.tsx`].map((path) => join(root, path)))
    .filter(existsSync);
}

const scripts = ['scripts', 'bench'].flatMap((folder) => sourcesIn(join(root, folder)));
const bundles = productBundles().builds.flatMap(({ options: { entryPoints } }) => entryPoints.map((entry) => entry.in));
// The script that draws the pictures of properties finds them by their name.
const pictures = sourcesIn(join(root, 'src', 'properties')).filter((path) => basename(path) === 'picture.ts');
const found = unreached({
  root,
  entries: [...bundles, ...pictures, ...scripts, ...scripts.flatMap(namedIn)],
  folders: ['src'],
});

/** @param {{ path: string, name: string }} one */
const keptBy = ({ path, name }) =>
  keptForTests.filter((kept) => path.startsWith(kept.path) && (kept.names === undefined || kept.names.includes(name)));

const wrong = found.filter((one) => keptBy(one).length === 0);
const needed = new Set(found.flatMap(keptBy));
const needless = keptForTests.filter((kept) => !needed.has(kept));
for (const { path, name } of wrong) process.stdout.write(`${path}: only tests use ${name}, or nothing: remove it.\n`);
for (const { path } of needless)
  process.stdout.write(`${path} needs no exception any more: take it off scripts/lib/keptForTests.mjs.\n`);
if (wrong.length + needless.length > 0) process.exitCode = 1;

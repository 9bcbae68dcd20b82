/** The files derived from the folders of properties: pictures, the overview of pages, the table of docs/findings-and-marks.md. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fromSources } from './fromSources.mjs';
import { table, withTables } from './markdownTables.mjs';
import { drawTimeline } from './timelineSvg.mjs';

/**
 * @typedef {import('../../src/properties/pictures.js').Picture} Picture
 * @typedef {import('../../src/properties/index.js').PropertyCatalog} PropertyCatalog
 */

/**
 * Returns the files derived from the folders of `src/properties`.
 * @param {string} root the folder with `src` and `docs`
 * @returns {Promise<{ path: string, content: string }[]>} absolute paths, and what each file holds
 * @throws {Error} where a file has no markers for its table
 */
export async function propertyFiles(root) {
  const folder = join(root, 'src/properties');
  const { properties, pictures } = await declaredProperties(root);
  const overview = join(folder, 'overview.md');
  const page = join(root, 'docs/findings-and-marks.md');
  return [
    ...Object.entries(pictures).map(([name, picture]) => ({
      path: join(folder, name, `${name}.svg`),
      content: drawTimeline(picture),
    })),
    { path: overview, content: withTables(overview, overviewTables(properties, pictures)) },
    { path: page, content: withTables(page, { properties: reasonTable(properties, pictures) }) },
  ];
}

/**
 * Returns the declarations of the folders.
 * @param {string} root
 * @returns {Promise<{ properties: PropertyCatalog, pictures: Record<string, Picture> }>} pictures by folder
 */
export async function declaredProperties(root) {
  const folder = join(root, 'src/properties');
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'picture.ts')));
  return fromSources(root, [
    `export { shippedProperties as properties } from './src/properties/index.js';`,
    ...names.map((name, i) => `import { picture as picture${i} } from './src/properties/${name}/picture.js';`),
    `export const pictures = { ${names.map((name, i) => `${name}: picture${i}`).join(', ')} };`,
  ]);
}

/**
 * Returns the waiting properties, and those that explain their causes, in the order of the tree.
 * @param {PropertyCatalog} properties
 * @param {Record<string, Picture>} pictures by page
 */
function overviewTables(properties, pictures) {
  const pages = properties.metrics.filter(({ name }) => properties.pageNames.includes(name));
  const isFinding = (/** @type {string} */ name) => properties.get(name)?.finding !== undefined;
  const rows = (/** @type {readonly { name: string, title: string, description: string }[]} */ listed) =>
    listed.map(({ name, title, description }) => [
      `[${pictures[name]?.title ?? title}](${name}/${name}.md)`,
      `\`${name}\``,
      description,
    ]);
  const head = ['unique name', 'description'];
  return {
    findings: table(
      ['property', ...head],
      rows([...pages.filter(({ name }) => isFinding(name)), ...properties.ofProcesses]),
    ),
    changes: table(['property', ...head], rows(properties.ofIterations)),
    causes: table(['page', ...head], rows(pages.filter(({ name }) => !isFinding(name)))),
  };
}

/**
 * @param {PropertyCatalog} properties
 * @param {Record<string, Picture>} pictures by page
 */
function reasonTable(properties, pictures) {
  const rows = properties.metrics.flatMap(({ name, title }) => {
    const because = properties.get(name)?.finding?.because;
    return because === undefined
      ? []
      : [[`[${pictures[name]?.title ?? title}](../src/properties/${name}/${name}.md)`, because]];
  });
  return table(['property', 'a rank waits because'], rows);
}

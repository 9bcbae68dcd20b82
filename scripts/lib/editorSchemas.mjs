/** The parts of schemas/ and of the package manifest that duplicate the accepted input of the sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fromSources } from './fromSources.mjs';

/** The files, and what the sources export for them: `editorSchema`, and where it refers to parts, `definitions`. */
const FILES = {
  'trimtab.schema.json': './src/workflows/configuration/schema.js',
  'workflow.schema.json': './src/workflows/reading/editorSchema.js',
};
/** Schemas of written files, for other programs; `definitions` are their parts. */
const WRITTEN = {
  'findings.schema.json': './src/experiments/report/reportSchema.js',
};
const TARGET = './src/targets/editorSchema.js';
/** Tools for assistants, whose names and parameters are in the manifest. */
const ASSISTANTS = './src/engine/assistants/editorTools.js';
const PATH_MAP = './src/workflows/configuration/pathPairs.js';

/**
 * The JSON schemas that the sources of a folder make.
 * @param {string} root the folder with `src`, and these scripts
 * @param {readonly string[]} sources modules that export an `editorSchema`
 * @param {'jsonSchemaOf' | 'jsonSchemaOfWritten'} way what makes them
 * @returns {Promise<Record<string, unknown>[]>}
 */
async function made(root, sources, way) {
  const module = await fromSources(root, [
    `import { ${way} } from './scripts/lib/jsonSchema.mjs';`,
    ...sources.map((source, i) => `import * as source${i} from '${source}';`),
    `const sources = [${sources.map((_, i) => `source${i}`).join(', ')}];`,
    `export const made = sources.map(({ editorSchema, definitions }) => ${way}(editorSchema, definitions));`,
  ]);
  return module.made;
}

/**
 * The files of schemas/, and the package manifest with its settings, as they are to be.
 * @param {string} root the folder with `src`, and these scripts
 * @returns {Promise<{ path: string, content: unknown }[]>} absolute paths, and what each holds
 */
export async function editorSchemas(root) {
  const [target, pathMap, ...schemas] = await made(root, [TARGET, PATH_MAP, ...Object.values(FILES)], 'jsonSchemaOf');
  const written = await made(root, Object.values(WRITTEN), 'jsonSchemaOfWritten');
  const manifest = join(root, 'package.json');
  const contents = JSON.parse(readFileSync(manifest, 'utf8'));
  const { properties } = contents.contributes.configuration[0];
  properties['trimtab.targets'].additionalProperties = target;
  Object.assign(properties['trimtab.pathMap'], pathMap);
  contents.contributes.languageModelTools = await assistantTools(root);
  return [
    ...Object.keys(FILES).map((name, i) => ({ path: join(root, 'schemas', name), content: schemas[i] })),
    ...Object.keys(WRITTEN).map((name, i) => ({ path: join(root, 'schemas', name), content: written[i] })),
    { path: manifest, content: contents },
  ];
}

/**
 * The tools for language models, as the manifest declares them.
 * @param {string} root
 * @returns {Promise<unknown[]>}
 */
async function assistantTools(root) {
  const module = await fromSources(root, [
    `import { jsonSchemaOf } from './scripts/lib/jsonSchema.mjs';`,
    `import { editorTools } from '${ASSISTANTS}';`,
    `export const made = editorTools.map(({ input, ...tool }) => ({ ...tool, inputSchema: jsonSchemaOf(input) }));`,
  ]);
  return module.made;
}

/**
 * Returns the files that disagree with the sources.
 * @param {string} root
 * @returns {Promise<string[]>} absolute paths
 */
export async function outdatedSchemas(root) {
  const files = await editorSchemas(root);
  return files
    .filter(({ path, content }) => !isDeepStrictEqual(JSON.parse(readFileSync(path, 'utf8')), content))
    .map(({ path }) => path);
}

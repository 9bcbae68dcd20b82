/** The parts of schemas/ and of the package manifest that say again what the sources accept. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const FILE = join('schemas', 'trimtab.schema.json');

/**
 * What `trimtab.yaml` and the setting `trimtab.targets` say of a target, from the kinds of targets.
 * @param {string} root the folder with `src`, and these scripts
 * @returns {Promise<Record<string, unknown>>}
 */
export async function targetDefinition(root) {
  mkdirSync(join(root, 'out'), { recursive: true });
  const folder = mkdtempSync(join(root, 'out', 'schemas-'));
  const outfile = join(folder, 'target.cjs');
  try {
    await build({
      stdin: {
        contents: `import { editorSchema } from './src/targets/editorSchema.js';
          import { jsonSchemaOf } from './scripts/lib/jsonSchema.mjs';
          export const made = jsonSchemaOf(editorSchema);`,
        resolveDir: root,
        loader: 'ts',
      },
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'silent',
    });
    return createRequire(outfile)(outfile).made;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The files that hold it, as they are to be.
 * @param {string} root
 * @returns {Promise<{ path: string, content: unknown }[]>} absolute paths, and what each holds
 */
export async function editorSchemas(root) {
  const target = await targetDefinition(root);
  /** @param {string} path */
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const file = join(root, FILE);
  const schema = read(file);
  const manifest = join(root, 'package.json');
  const contents = read(manifest);
  contents.contributes.configuration[0].properties['trimtab.targets'].additionalProperties = target;
  const { command } = schema.definitions;
  return [
    { path: file, content: { ...schema, definitions: { command, target } } },
    { path: manifest, content: contents },
  ];
}

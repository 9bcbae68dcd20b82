/** `npm run schemas`: writes what editors know of trimtab.yaml and the settings anew, and what a report holds, from what the sources accept. */
import { writeFileSync } from 'node:fs';
import * as prettier from 'prettier';
import { editorSchemas } from './lib/editorSchemas.mjs';
import { root } from './lib/layout.mjs';

for (const { path, content } of await editorSchemas(root)) {
  const options = await prettier.resolveConfig(path);
  writeFileSync(path, await prettier.format(JSON.stringify(content, null, 2), { ...options, filepath: path }));
}

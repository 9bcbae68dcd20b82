/**
 * `npm run schemas`: rewrites the editor schemas of trimtab.yaml and the settings, and of reports, from the accepted
 * input of the sources.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorSchemas } from './lib/editorSchemas.mjs';
import { root } from './lib/layout.mjs';
import { run } from './lib/processes.mjs';

const schemas = await editorSchemas(root);
for (const { path, content } of schemas) writeFileSync(path, JSON.stringify(content, null, 2));
await run(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...schemas.map(({ path }) => path)]);

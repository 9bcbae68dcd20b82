/** `npm run schemas`: writes what editors know of trimtab.yaml and the settings anew, and what a report holds, from what the sources accept. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorSchemas } from './lib/editorSchemas.mjs';
import { root } from './lib/layout.mjs';
import { run } from './lib/processes.mjs';

const schemas = await editorSchemas(root);
for (const { path, content } of schemas) writeFileSync(path, JSON.stringify(content, null, 2));
await run(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...schemas.map(({ path }) => path)]);

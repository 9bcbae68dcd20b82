/** `npm run docs`: writes the parts of docs/ that are derived from schemas/ and from the commands. */
import { writeFileSync } from 'node:fs';
import { cliPage } from './lib/cliPage.mjs';
import { docsTables } from './lib/docsTables.mjs';
import { root } from './lib/layout.mjs';

for (const { path, content } of [...docsTables(root), await cliPage(root)]) writeFileSync(path, content);

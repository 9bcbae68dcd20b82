/** `npm run docs`: writes the tables of docs/ that are derived from schemas/. */
import { writeFileSync } from 'node:fs';
import { docsTables } from './lib/docsTables.mjs';
import { root } from './lib/layout.mjs';

for (const { path, content } of docsTables(root)) writeFileSync(path, content);

/** `npm run properties`: draws the pictures of the property pages, and lists the properties in the overview and in docs/. */
import { writeFileSync } from 'node:fs';
import { root } from './lib/layout.mjs';
import { propertyFiles } from './lib/propertyFiles.mjs';

for (const { path, content } of await propertyFiles(root)) writeFileSync(path, content);

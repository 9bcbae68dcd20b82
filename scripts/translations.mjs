/** `npm run translations`: writes the texts that VS Code translates. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './lib/layout.mjs';
import { BUNDLE, translationBundle } from './lib/translations.mjs';

const path = join(root, BUNDLE);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, translationBundle());

/** The schemas of targets for editors are generated from the declarations of their kinds. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { editorSchemas } from '../../scripts/lib/editorSchemas.mjs';
import { root } from '../../scripts/lib/layout.mjs';

it('the schema of trimtab.yaml and the settings match the kinds of targets', async () => {
  for (const { path, content } of await editorSchemas(root)) {
    const written: unknown = JSON.parse(readFileSync(path, 'utf8'));
    expect(written, `${relative(root, path)}: run "npm run schemas"`).toEqual(content);
  }
});

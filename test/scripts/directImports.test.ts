import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directImports } from '../../scripts/lib/directImports.mjs';

describe('an import from an index', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-imports-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The files that a bundle of `src/main.ts` is made of, and what it prints. */
  async function bundled(files: Readonly<Record<string, string>>): Promise<{ inputs: string[]; code: string }> {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, 'src', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const { metafile, outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: ['src/main.ts'],
      ...{ bundle: true, format: 'esm', write: false, metafile: true, outdir: 'dist', treeShaking: false },
      plugins: [directImports],
    });
    return { inputs: Object.keys(metafile.inputs).sort(), code: outputFiles[0]?.text ?? '' };
  }

  const others = {
    'lib/index.ts': `export { one, type Shape } from './one.js';\nexport { other as renamed } from './other.js';`,
    'lib/one.ts': `export interface Shape { readonly size: number }\nexport const one = 1;`,
    'lib/other.ts': `export const other = 2;`,
  };

  it('reads only the modules of the imported names', async () => {
    const { inputs } = await bundled({
      ...others,
      'main.ts': `import { one, type Shape } from './lib/index.js';\nexport const shape: Shape = { size: one };`,
    });
    expect(inputs).toEqual(['src/lib/one.ts', 'src/main.ts']);
  });

  it('follows other names and lists of lists', async () => {
    const { inputs, code } = await bundled({
      ...others,
      'all/index.ts': `export { renamed as again } from '../lib/index.js';`,
      'main.ts': `import {\n  again as two,\n} from './all/index.js';\nconsole.log(two);`,
    });
    expect(inputs).toEqual(['src/lib/other.ts', 'src/main.ts']);
    expect(code).toContain('console.log(other)');
  });

  it('stays if the module declares the name itself', async () => {
    const { inputs } = await bundled({
      'lib/index.ts': `export const own = 1;`,
      'main.ts': `import { own } from './lib/index.js';\nconsole.log(own);`,
    });
    expect(inputs).toEqual(['src/lib/index.ts', 'src/main.ts']);
  });

  it('keeps the lines of what follows', async () => {
    await expect(
      bundled({ ...others, 'main.ts': `import {\n  one,\n} from './lib/index.js';\nexport const a = (one;` }),
    ).rejects.toThrow('src/main.ts:4:');
  });
});

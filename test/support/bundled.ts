import { build } from 'esbuild';

/** Bundles programs as they are shipped: `name` in `entryPoints` becomes `name.cjs` in the folder. */
export async function bundled(entryPoints: Readonly<Record<string, string>>, folder: string): Promise<void> {
  await build({
    entryPoints: { ...entryPoints },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
  });
}

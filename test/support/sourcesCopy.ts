import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/layout.mjs';
import { bundle } from './bundled.js';

/** A copy of the sources with an addition according to ARCHITECTURE.md, to check that it is sufficient. */
export class SourcesCopy {
  /** Below the project, so that the copy finds the packages it imports. */
  readonly folder: string;

  constructor(name: string, parts: readonly string[] = ['src']) {
    mkdirSync(join(root, 'out'), { recursive: true });
    this.folder = mkdtempSync(join(root, 'out', `${name}-`));
    for (const part of parts) cpSync(join(root, part), this.path(part), { recursive: true });
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  /** Adds a file, in a separate folder. */
  add(path: string, from: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    cpSync(from, this.path(path));
  }

  /** Replaces each text by another one in a file; each must be there. */
  replace(path: string, changes: readonly (readonly [from: string, to: string])[]): void {
    let text = readFileSync(this.path(path), 'utf8');
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`);
      text = text.replace(from, to);
    }
    writeFileSync(this.path(path), text);
  }

  /** Makes the schemas again, as `npm run schemas` does. */
  async writeSchemas(): Promise<void> {
    await promisify(execFile)(process.execPath, [this.path('scripts', 'schemas.mjs')]);
  }

  /** Bundles programs into `dist`, with the texts they read there. @param programs what each is made from, below the copy */
  async bundle(programs: Readonly<Record<string, string>>): Promise<void> {
    const entries = Object.entries(programs).map(([name, path]) => [name, this.path(path)] as const);
    await bundle(Object.fromEntries(entries), this.path('dist'));
    cpSync(this.path('src', 'asl', 'library'), this.path('dist', 'asl'), { recursive: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

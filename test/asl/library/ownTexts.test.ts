import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN, ownTexts } from '../../../src/asl/ownTexts.js';

let root: string;
beforeAll(() => (root = mkdtempSync(join(tmpdir(), 'trimtab-own-'))));
afterAll(() => rmSync(root, { recursive: true }));

/** A project with files of properties of one size. */
function project(files: number, bytes: number): string {
  const folder = mkdtempSync(join(root, 'project-'));
  mkdirSync(join(folder, OWN), { recursive: true });
  for (let at = 0; at < files; at++)
    writeFileSync(join(folder, OWN, `${String(at).padStart(3, '0')}.asl`), Buffer.alloc(bytes, ' '));
  return folder;
}

describe('properties of a project', () => {
  it.each([
    ['bytes', 200, 1 << 20, 8],
    ['files', 300, 10, 200],
  ])('are read up to a number of %s, and one sentence names the others', (_, files, bytes, read) => {
    const texts = ownTexts(project(files, bytes));
    expect(texts.length).toBe(read + 1);
    expect(texts.slice(0, -1).every(({ text, unreadable }) => text.length === bytes && unreadable === undefined)).toBe(
      true,
    );
    const name = `${String(read).padStart(3, '0')}.asl`;
    expect(texts.at(-1)).toEqual({
      name: join(OWN, name),
      text: '',
      unreadable: `${OWN} holds more than the 200 files and 8.4 MB that are read: ${files - read} files from ${name} on are excluded; remove those that you do not need`,
    });
  });
});

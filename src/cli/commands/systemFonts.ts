/** Fonts of this machine for pictures that are drawn without a browser. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorCode, readBytes } from '../../base/files/index.js';

/** A font family as files: regular, and bold where there is one. */
export interface SystemFont {
  readonly family: string;
  readonly files: readonly Buffer[];
}

/** Families in order of preference, by the names of their files without extension. */
const FAMILIES: readonly (readonly [family: string, regular: string, bold: string])[] = [
  ['DejaVu Sans', 'DejaVuSans', 'DejaVuSans-Bold'],
  ['Liberation Sans', 'LiberationSans-Regular', 'LiberationSans-Bold'],
  ['Noto Sans', 'NotoSans-Regular', 'NotoSans-Bold'],
  ['Open Sans', 'OpenSans-Regular', 'OpenSans-Bold'],
  ['Roboto', 'Roboto-Regular', 'Roboto-Bold'],
  ['Ubuntu', 'Ubuntu-R', 'Ubuntu-B'],
  ['FreeSans', 'FreeSans', 'FreeSansBold'],
  ['Arial', 'Arial', 'Arial Bold'],
  ['Arial', 'arial', 'arialbd'],
  ['Segoe UI', 'segoeui', 'segoeuib'],
];

const EXTENSIONS = ['.ttf', '.otf'];
/** Bytes of a font file; those of the families above have less than 2 MB. */
const LARGEST = 32 << 20;
/** Folders below a folder of fonts. */
const DEEPEST = 4;

/** Folders in which Linux, macOS and Windows keep fonts. */
const fontFolders = (): string[] => [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.local/share/fonts'),
  join(homedir(), '.fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  join(homedir(), 'Library/Fonts'),
  'C:\\Windows\\Fonts',
];

/**
 * The first family of the list that is installed.
 * @param folders in which fonts are looked for
 * @returns undefined where none is
 */
export function systemFont(folders: readonly string[] = fontFolders()): SystemFont | undefined {
  const paths = new Map<string, string>();
  for (const folder of folders) collect(folder, paths, 0);
  for (const [family, regular, bold] of FAMILIES) {
    const files = [regular, bold].flatMap((name) => paths.get(name) ?? []);
    if (!paths.has(regular)) continue;
    return { family, files: files.map((path) => readBytes(path, { limit: LARGEST, within: null })) };
  }
  return undefined;
}

/** Adds the font files of a folder by their names without extension; the first one of a name counts. */
function collect(folder: string, paths: Map<string, string>, depth: number): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < DEEPEST) collect(path, paths, depth + 1);
    const extension = EXTENSIONS.find((one) => entry.name.toLowerCase().endsWith(one));
    if (extension === undefined || entry.isDirectory()) continue;
    const name = entry.name.slice(0, -extension.length);
    if (!paths.has(name)) paths.set(name, path);
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // Other systems keep fonts elsewhere, and a folder that may not be read is none to use.
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return [];
    throw error;
  }
}

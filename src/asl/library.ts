/** The texts that Trimtab brings along: classes, functions and properties, as people can read them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, statOf } from '../base/files/index.js';
import { TrimtabError } from '../base/problem.js';
import { counted, dataSize } from '../base/text.js';
import type { MetricDefinition } from '../model/performanceSpace.js';
import { shippedProperties } from '../properties/index.js';
import { PARAMETERS } from './parameterValues.js';
import { metricClasses } from './metricClasses.js';
import type { Declaration } from './syntax/ast.js';
import type { Source } from './syntax/diagnostics.js';
import { parse } from './syntax/parse.js';
import type { Foundation } from './types/check.js';

/** How files of the language end. */
export const ASL_FILE = '.asl';
/** The common base of all texts; the others are properties. */
const CLASSES = `classes${ASL_FILE}`;
/** Bytes; people write properties. */
export const LARGEST_ASL = 1 << 20;

/** Returns the folder of the shipped texts: next to the bundle, or in the checkout. */
function shippedFolder(here = __dirname): string {
  const found = [join(here, 'asl'), join(here, 'library')].find((folder) => existsSync(join(folder, CLASSES)));
  if (found !== undefined) return found;
  throw new TrimtabError(`Trimtab's properties are missing: there is no ${join(here, 'asl')}; install Trimtab again.`);
}

function textIn(folder: string, name: string): Source {
  return { name, text: readText(join(folder, name), { limit: LARGEST_ASL }) };
}

/** The shipped properties, file by file. */
export function shippedTexts(): readonly Source[] {
  if (texts !== undefined) return texts;
  const folder = shippedFolder();
  const names = readdirSync(folder).filter((name) => name.endsWith(ASL_FILE) && name !== CLASSES);
  texts = names.sort().map((name) => textIn(folder, name));
  return texts;
}

/** A shipped text as a file, which editors can show. @param name as texts are called */
export const shippedPath = (name: string): string => join(shippedFolder(), name);

/** Returns the common base of all texts. */
export const classText = (): Source => textIn(shippedFolder(), CLASSES);

/** Folder of a project's user-defined properties. */
export const OWN = join('.trimtab', 'properties');
/** Files, and bytes of all of them, that are read of it. */
const MOST_OWN = 200;
const MOST_OWN_BYTES = 8 << 20;

/**
 * Returns a project's user-defined properties and parameter values. An unreadable file counts as one with an error; the
 * first one beyond the limit represents all following ones.
 */
export function ownTexts(project: string): Source[] {
  const folder = join(project, OWN);
  if (statOf(folder)?.isDirectory() !== true) return [];
  const names = readdirSync(folder);
  const ordered = [
    ...names.filter((name) => name === PARAMETERS),
    ...names.filter((name) => name.endsWith(ASL_FILE)).sort(),
  ];
  const sources: Source[] = [];
  let bytes = 0;
  for (const [index, name] of ordered.entries()) {
    bytes += statOf(join(folder, name))?.size ?? 0;
    if (index >= MOST_OWN || bytes > MOST_OWN_BYTES) {
      const unreadable = `${OWN} holds more than the ${MOST_OWN} files and ${dataSize(MOST_OWN_BYTES)} that are read: ${counted(ordered.length - index, 'file')} from ${name} on ${ordered.length - index === 1 ? 'is' : 'are'} excluded; remove those that you do not need`;
      sources.push({ name: join(OWN, name), text: '', unreadable });
      break;
    }
    sources.push(ownText(folder, name));
  }
  return sources;
}

function ownText(folder: string, name: string): Source {
  const shown = join(OWN, name);
  try {
    return { ...textIn(folder, name), name: shown };
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return { name: shown, text: '', unreadable: error.message };
  }
}

/**
 * Returns the declarations available to every text: the classes, and the metrics of a run, which always include the
 * shipped ones.
 */
export function foundation(metrics: readonly MetricDefinition[] = []): Foundation {
  const known = new Map([...shippedProperties.metrics, ...metrics].map((metric) => [metric.name, metric]));
  classes ??= parse(classText().text).declarations;
  return { declarations: classes, classes: metricClasses([...known.values()]) };
}

/** Read once: the files are part of the program. */
let texts: readonly Source[] | undefined;
let classes: readonly Declaration[] | undefined;

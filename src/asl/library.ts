/** The texts that Trimtab brings along: classes, functions and properties, as people can read them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, statOf } from '../base/files/index.js';
import { TrimtabError } from '../base/problem.js';
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
/** What all texts build upon; the others are properties. */
const CLASSES = `classes${ASL_FILE}`;
/** Bytes; people write properties. */
export const LARGEST_ASL = 1 << 20;

/** The folder of the shipped texts: beside the bundle, or in the checkout. */
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

/** What all texts build upon. */
export const classText = (): Source => textIn(shippedFolder(), CLASSES);

/** Where a project has properties of its own, below its folder. */
export const OWN = join('.trimtab', 'properties');
/** More files are not looked at. */
const MOST_OWN = 200;

/** The properties that a project has of its own, and its values of their parameters. A file that cannot be read is one with a mistake. */
export function ownTexts(project: string): Source[] {
  const folder = join(project, OWN);
  if (statOf(folder)?.isDirectory() !== true) return [];
  const names = readdirSync(folder);
  const texts = names.filter((name) => name.endsWith(ASL_FILE));
  return [...names.filter((name) => name === PARAMETERS), ...texts.sort()].slice(0, MOST_OWN).map((name) => {
    const shown = join(OWN, name);
    try {
      return { ...textIn(folder, name), name: shown };
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      return { name: shown, text: '', unreadable: error.message };
    }
  });
}

/** What every text can use: the classes, and the metrics of a run, of which the shipped ones are always known. */
export function foundation(metrics: readonly MetricDefinition[] = []): Foundation {
  const known = new Map([...shippedProperties.metrics, ...metrics].map((metric) => [metric.name, metric]));
  classes ??= parse(classText().text).declarations;
  return { declarations: classes, classes: metricClasses([...known.values()]) };
}

/** Read once: the files are part of the program. */
let texts: readonly Source[] | undefined;
let classes: readonly Declaration[] | undefined;

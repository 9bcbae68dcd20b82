/** The texts that Trimtab brings along: classes, functions and properties, as people can read them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TrimtabError } from '../base/problem.js';
import type { MetricDefinition } from '../model/performanceSpace.js';
import { shippedProperties } from '../properties/index.js';
import { ASL_FILE, textIn } from './files.js';
import { metricClasses } from './metricClasses.js';
import type { Declaration } from './syntax/ast.js';
import type { Source } from './syntax/diagnostics.js';
import { parse } from './syntax/parse.js';
import type { Foundation } from './types/check.js';

/** The common base of all texts; the others are properties. */
const CLASSES = `classes${ASL_FILE}`;

/** Returns the folder of the shipped texts: next to the bundle, or in the checkout. */
function shippedFolder(here = __dirname): string {
  const found = [join(here, 'asl'), join(here, 'library')].find((folder) => existsSync(join(folder, CLASSES)));
  if (found !== undefined) return found;
  throw new TrimtabError(`Trimtab's properties are missing: there is no ${join(here, 'asl')}; install Trimtab again.`);
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

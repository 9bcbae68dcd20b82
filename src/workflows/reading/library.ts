/** The workflows that Trimtab brings along, and those that people write. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { absent } from '../../base/elements.js';
import { errorCode, readText as readFileText } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { inputDescriptions } from '../language/inputs.js';
import { parseWorkflow } from './parse.js';
import type { ValueRecord } from '../../base/value.js';

/** How files of workflows end. */
export const WORKFLOW_FILE = '.trimtab-workflow.yaml';

/** Bytes; people write workflows. */
const LARGEST = 1 << 20;

/** A workflow that can be started. */
export interface AvailableWorkflow {
  /** How it is asked for: the name of a shipped one, or the path of a file. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputs: ValueRecord;
  /** Descriptions of its inputs, from the comments above them in the file. */
  readonly inputDescriptions: Readonly<Record<string, string>>;
  readonly shipped: boolean;
  /** Absolute path of its file. */
  readonly path: string;
  /** Error in the file, if any. */
  readonly problem?: string;
}

/** Returns the folder of the built-in workflows: next to the bundle, or in the checkout. */
function shippedFolder(here = __dirname): string {
  const found = [join(here, 'workflows'), join(here, '../library')].find((folder) => existsSync(folder));
  if (found !== undefined) return found;
  throw new TrimtabError(
    `Trimtab's workflows are missing: there is no ${join(here, 'workflows')}; install Trimtab again.`,
  );
}

/** The shipped workflows, and those in each project's folder and its `workflows` folder. @param projects may be none */
export function availableWorkflows(...projects: readonly string[]): AvailableWorkflow[] {
  const own = projects
    .flatMap((project) => [project, join(project, 'workflows')])
    .flatMap((folder) => namesIn(folder, WORKFLOW_FILE).map((name) => join(folder, name)));
  const folder = shippedFolder();
  const shipped = namesIn(folder, '.yaml').map((name) => join(folder, name));
  return [...shipped.map((path) => describe(path, true)), ...own.map((path) => describe(path, false))];
}

function namesIn(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EACCES' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

function describe(path: string, shipped: boolean): AvailableWorkflow {
  const id = shipped ? basename(path, '.yaml') : path;
  const unknown = { name: basename(path), description: '', inputs: {}, inputDescriptions: {} };
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return { id, ...unknown, shipped, path, problem: error.message };
  }
  const { workflow, problems } = parseWorkflow(text);
  if (workflow !== undefined) {
    const { name, description, inputs } = workflow;
    return { id, name, description, inputs, inputDescriptions: inputDescriptions(text), shipped, path };
  }
  const { line, message } = problems[0] ?? absent('problem');
  return { id, ...unknown, shipped, path, problem: `line ${line}: ${message}` };
}

/**
 * A workflow that can be started, by what it is asked for with.
 * @param wanted name of a shipped one, or path of a file
 * @param folder where a relative path starts
 * @throws TrimtabError when there is none of this name
 */
export function describeWorkflow(wanted: string, folder: string): AvailableWorkflow {
  const { path } = workflowText(wanted, folder);
  return describe(path, dirname(path) === shippedFolder());
}

/**
 * The text of a workflow.
 * @param wanted name of a shipped one, or path of a file
 * @param folder where a relative path starts
 * @throws TrimtabError when there is none of this name
 */
export function workflowText(wanted: string, folder: string): { readonly path: string; readonly text: string } {
  const shipped = join(shippedFolder(), `${wanted}.yaml`);
  if (/^[a-z][a-z-]*$/.test(wanted) && existsSync(shipped)) return { path: shipped, text: readText(shipped) };
  const path = resolve(folder, wanted);
  if (existsSync(path)) return { path, text: readText(path) };
  const names = namesIn(shippedFolder(), '.yaml').map((name) => basename(name, '.yaml'));
  throw new TrimtabError(`There is no workflow "${wanted}"; give the path of a file, or one of: ${names.join(', ')}.`);
}

function readText(path: string): string {
  return readFileText(path, { limit: LARGEST });
}

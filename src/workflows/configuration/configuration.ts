/** `trimtab.yaml`: how a program is built and run for measuring. */
import { present } from '../../base/present.js';
import { basename, dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import type { Document, LineCounter } from 'yaml';
import { isFile, readText } from '../../base/files/index.js';
import { parseYaml } from '../../base/yaml.js';
import { settingsIn } from '../../measurement/environment.js';
import type { PlanSettings } from '../../measurement/plan.js';
import { selectionSettings, type SelectionSettings } from '../../measurement/selection/settings.js';
import { PLACES } from '../../measurement/settings.js';
import { TrimtabError } from '../../base/problem.js';
import type { Bytes, Seconds } from '../../base/units.js';
import { type TargetConfiguration, withAbsolutePaths } from '../../targets/description.js';
import type { PathMapping } from '../../base/paths/pathMap.js';
import { CONFIGURATION } from './fileName.js';
import { configurationSchema } from './schema.js';

/** Commands and the folder they are started in. */
export interface Step {
  /** Absolute path. */
  readonly folder: string;
  readonly commands: readonly (readonly string[])[];
}

/** How the program is started. */
export interface RunStep extends Step {
  /** Absolute path of the file for its standard input, in the project; empty input if omitted. */
  readonly input?: string;
}

/** A checked configuration; paths are absolute. */
export interface Configuration {
  /** The configuration file, and the folder it lies in. */
  readonly path: string;
  readonly project: string;
  /** The text of the configuration if it is in no file, so that a process that resumes a run has it too. */
  readonly unwritten?: string;
  readonly program: string;
  /** Name of the target it runs on: `local`, one of `targets`, or one of the editor's settings (see `findTarget`). */
  readonly target: string;
  readonly targets: readonly TargetConfiguration[];
  readonly ranks: number;
  /** Omitted when the program was built beforehand, with trimtab-cc. */
  readonly build: Step | undefined;
  /** One command; `{ranks}` is already replaced. */
  readonly run: RunStep;
  /** The run's command for another number of ranks. */
  readonly runCommand: (ranks: number) => readonly string[];
  /** Patterns of source files to keep with each experiment, relative to `project`. */
  readonly sources: readonly string[];
  /** Folders in which sources were measured elsewhere, and the folders here that hold the same. */
  readonly pathMap: readonly PathMapping[];
  /** Settings of the measurement; `environment` may add to them. */
  readonly measure: PlanSettings;
  /** Which functions are measured. */
  readonly selection: SelectionSettings;
  /** Size above which a trace needs confirmation, if set. */
  readonly largeTrace?: Bytes;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeouts: { readonly build: Seconds; readonly run: Seconds };
}

/** Bytes; people write configurations. */
const LARGEST = 1 << 20;
/**
 * The nearest `trimtab.yaml` at or above a file or folder.
 * @returns its absolute path, or undefined when there is none
 */
export function findConfiguration(path: string): string | undefined {
  let folder = resolve(path);
  if (basename(folder) === CONFIGURATION && isFile(folder)) return folder;
  for (;;) {
    const candidate = join(folder, CONFIGURATION);
    if (isFile(candidate)) return candidate;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
}

/**
 * Reads and checks a configuration file.
 * @throws TrimtabError naming file, line and what to write
 */
export function loadConfiguration(path: string): Configuration {
  const file = resolve(path);
  return parseConfiguration(readText(file, { limit: LARGEST }), file);
}

/** Like loadConfiguration, for text that is not on disk yet. @param path its current or future location */
export function parseConfiguration(content: string, path: string): Configuration {
  const { document, data, lines, problems } = parseYaml(content);
  const syntax = problems.at(0);
  if (syntax !== undefined) throw new TrimtabError(`${path}, line ${syntax.line}: ${syntax.message}`);
  const parsed = v.safeParse(configurationSchema, data);
  if (parsed.success) {
    const { output } = parsed;
    const twice = namedTwice(output);
    if (twice !== undefined)
      throw new TrimtabError(`${path}, line ${lineOf(document, lines, twice.keys)}: ${twice.sentence}`);
    return complete(output, path);
  }
  // A misspelt key explains a missing one, not the other way round.
  const issue = parsed.issues.find(isUnknownKey) ?? parsed.issues[0];
  const keys = issue.path?.map((item) => item.key) ?? [];
  throw new TrimtabError(`${path}, line ${lineOf(document, lines, keys)}: ${advise(issue, keys)}`);
}

/** Returns settings for which `measure` and a variable of the probe conflict. */
function namedTwice({
  measure,
  environment: variables,
}: v.InferOutput<typeof configurationSchema>):
  | { readonly keys: readonly string[]; readonly sentence: string }
  | undefined {
  for (const [name, value] of Object.entries(variables)) {
    const said = Object.entries(settingsIn({ [name]: value }, 'environment'));
    const other = new Map<string, unknown>(Object.entries(measure));
    const contrary = said.find(
      ([key, one]) => other.has(key) && JSON.stringify(other.get(key)) !== JSON.stringify(one),
    );
    if (contrary === undefined) continue;
    const place = new Map(Object.entries(PLACES)).get(contrary[0]);
    const sentence = `"environment.${name}" contradicts "measure.${place}"; remove one of them.`;
    return { keys: ['environment', name], sentence };
  }
  return undefined;
}

/** Returns the line of a key, or of its nearest ancestor. */
function lineOf(document: Document | undefined, lines: LineCounter, keys: readonly unknown[]): number {
  for (let depth = keys.length; depth > 0; depth--) {
    const path = keys.slice(0, depth);
    const node = document?.getIn(path, true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
      const start: unknown = node.range[0];
      if (typeof start === 'number') return lines.linePos(start).line;
    }
  }
  return 1;
}

/** Examples for mandatory keys. */
const examples = new Map([
  ['version', '"version: 1"'],
  ['program', '"program: heat2d"'],
  ['ranks', '"ranks: 4"'],
  ['build.command', '"command: [make, -B, CC=trimtab-cc mpicc]"'],
  ['run', '"run:" and below it "command: [mpirun, -n, \'{ranks}\', ./program]"'],
  ['run.command', '"command: [mpirun, -n, \'{ranks}\', ./program]"'],
]);

function isUnknownKey(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'strict_object' && issue.expected === 'never';
}

/** Returns the error and its fix, as one sentence. */
function advise(issue: v.BaseIssue<unknown>, keys: readonly unknown[]): string {
  const key = keys.join('.');
  if (keys.length === 0)
    return 'this is not a configuration; write "version: 1", "program", "ranks", "build" and "run".';
  if (isUnknownKey(issue)) return `"${key}" is not known here; remove it or correct its spelling.`;
  if (issue.type === 'strict_object' && issue.received !== 'undefined')
    return `"${key}" is not right: write keys and values below it.`;
  if (issue.type === 'strict_object')
    return `"${key}" is missing; write for example ${examples.get(key) ?? `"${key}: …"`}.`;
  return `"${key}" is not right: ${issue.message}.`;
}

function complete(input: v.InferOutput<typeof configurationSchema>, path: string): Configuration {
  const project = dirname(path);
  const { ranks } = input;
  const { largeTrace, ...measure } = input.measure;
  const runCommand = (count: number): string[] =>
    input.run.command.map((part) => part.replaceAll('{ranks}', String(count)));
  return {
    path,
    project,
    program: input.program,
    target: input.target,
    targets: input.targets.map((target) => withAbsolutePaths(target, project)),
    ranks,
    build:
      input.build === undefined
        ? undefined
        : { folder: resolve(project, input.build.folder), commands: input.build.command },
    run: {
      folder: resolve(project, input.run.folder),
      commands: [runCommand(ranks)],
      ...(input.run.input === undefined ? {} : { input: resolve(project, input.run.input) }),
    },
    runCommand,
    sources: input.sources,
    pathMap: Object.entries(input.pathMap).map(([remote, local]) => ({ remote, local: resolve(project, local) })),
    selection: selectionSettings(input.selection, input.groups),
    measure,
    ...present({ largeTrace }),
    environment: input.environment,
    timeouts: input.timeouts,
  };
}

/** Arguments with which texts and scripts of a project start a program. */
import { basename, dirname, join, relative } from 'node:path';
import { withoutLauncher } from '../../targets/launch.js';
import { languageOf } from '../configuration/languages.js';
import type { Configuration } from '../configuration/configuration.js';
import { entriesOf, isFile, PROJECT_TEXT, readText } from '../../base/files/index.js';

/** Arguments, and the file that has them. */
export interface ArgumentExample {
  /** As they are typed. */
  readonly line: string;
  /** Relative to the project. */
  readonly from: string;
}

const TEXTS = /^(readme|usage|install|getting[-_]?started|running|tutorial)([._-].*)?$|\.md$/i;
const SCRIPTS = /\.(sh|sl(urm)?|pbs|sbatch|bash|job)$|^run[\w.-]*$|^CMakeLists\.txt$|^(GNU)?[Mm]akefile$/;
const MOST_FILES = 60;
const MOST = 3;
/** Names after the name of a program that are prose, in texts. */
const ARGUMENT = /^(-{1,2}[A-Za-z][\w-]*(=\S+)?|[+-]?\d[\w.,:x-]*|[\w.+-]*[./=][\w./+=-]*)$/;

function filesNear(project: string, inside = '', depth = 2): string[] {
  const entries = entriesOf(join(project, inside)).filter(({ name }) => !name.startsWith('.'));
  const here = entries.filter((entry) => entry.isFile()).map(({ name }) => join(inside, name));
  const below = entries.filter((entry) => depth > 0 && entry.isDirectory());
  return [...here, ...below.flatMap(({ name }) => filesNear(project, join(inside, name), depth - 1))];
}

/** Arguments behind the name of a program in a line; undefined if it is followed by anything else. */
function argumentsIn(line: string, program: RegExp): string | undefined {
  const behind = program.exec(line)?.[1];
  if (behind === undefined) return undefined;
  const words = behind
    .replace(/[`)\]"'|>&;#<].*$/, '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  // An option may have a word as its value; the first word is none.
  const isValue = (index: number): boolean =>
    index > 0 && (words[index - 1] ?? '').startsWith('-') && /^[\w.+-]+$/.test(words[index] ?? '');
  // A line that builds the program.
  if (words.some((word) => languageOf(word) !== undefined || /\.(o|a|so|h)$/.test(word))) return undefined;
  return words.length > 0 && words.length <= 24 && words.every((word, index) => ARGUMENT.test(word) || isValue(index))
    ? words.join(' ')
    : undefined;
}

/** Paths of files from the folder of a script as they are from the project. */
function fromProject(line: string, folder: string, project: string): string {
  const words = line.split(' ').map((word) => {
    const path = join(folder, word);
    return /[./]/.test(word) && !isFile(join(project, word)) && isFile(path) ? relative(project, path) : word;
  });
  return words.join(' ');
}

/** How large an example is by its names: a first run is to be short. */
const sizeOf = ({ line, from }: ArgumentExample): number => {
  const names = `${line} ${from}`;
  return /tiny|small|short|quick|test|sample/i.test(names) ? 0 : /medium|large|big|huge|long/i.test(names) ? 2 : 1;
};

/**
 * Returns at most three examples, small ones and those of texts for users first.
 * @param program path or name of the program
 */
export function argumentExamples(project: string, program: string): ArgumentExample[] {
  const name = basename(program).replace(/[^\w-]/g, '\\$&');
  const call = new RegExp(`(?:^|[\\s/"'\`$(])${name}(?:["'])?[ \\t]+(\\S.*)$`);
  const files = filesNear(project);
  const texts = files.filter((file) => TEXTS.test(basename(file)));
  const scripts = files.filter((file) => SCRIPTS.test(basename(file)) && !texts.includes(file));
  const found = new Map<string, string>();
  for (const file of [...texts, ...scripts].slice(0, MOST_FILES)) {
    const path = join(project, file);
    if (!isFile(path)) continue;
    for (const text of readText(path, PROJECT_TEXT).replace(/\\\n/g, ' ').split('\n')) {
      const given = argumentsIn(text, call);
      const line = given === undefined ? undefined : fromProject(given, dirname(path), project);
      if (line !== undefined && !found.has(line)) found.set(line, file);
    }
  }
  const examples = [...found].map(([line, from]) => ({ line, from }));
  return examples.sort((a, b) => sizeOf(a) - sizeOf(b)).slice(0, MOST);
}

/** The examples for the program of a configuration, if it is started without arguments. */
export function examplesFor({
  project,
  runCommand,
}: Pick<Configuration, 'project' | 'runCommand'>): readonly ArgumentExample[] {
  const [program = '', ...given] = withoutLauncher(runCommand(1));
  return given.length > 0 ? [] : argumentExamples(project, program);
}

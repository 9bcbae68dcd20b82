/** Writing a configuration that people like to read and change. */
import { parseYaml } from '../../base/yaml.js';

/** A build, and what it does, for the comment above it. */
export interface ProposedBuild {
  readonly comment: string;
  readonly commands: readonly (readonly string[])[];
}

/** Contents of a new configuration. */
export interface ConfigurationParts {
  readonly program: string;
  readonly ranks: number;
  /** OpenMP threads of each process; undefined where OpenMP is not used. */
  readonly threads: number | undefined;
  /** Commands that build the program; omitted if it is measured unmodified. */
  readonly build?: ProposedBuild;
  /** Whether Trimtab puts the launcher of the program's MPI before the command, which has none. */
  readonly isLaunched?: boolean;
  readonly run: readonly string[];
  /** Whether input and output are recorded: of a program that is not built and uses no MPI there is little else. */
  readonly withIo?: boolean;
  readonly sources: readonly string[];
}

/** A text as a YAML scalar inside `[…]`, in quotes only where they are needed. */
function scalar(text: string): string {
  const plain = /^[\w./@%+-][\w./@%+=:-]*$/.test(text) && !text.endsWith(':');
  return plain && parseYaml(text).data === text ? text : JSON.stringify(text);
}

/** Line length at which a list is wrapped. */
const LINE = 110;

/** A list of scalars; a long one in several lines. @param indent how many spaces its further lines begin with */
function list(words: readonly string[], indent: number): string {
  const lines: string[] = [];
  let line = '[';
  for (const [index, word] of words.entries()) {
    const item = scalar(word) + (index + 1 < words.length ? ',' : ']');
    const separator = line === '[' || line === '' ? '' : ' ';
    if (line !== '[' && line.length + separator.length + item.length > LINE - indent) {
      lines.push(line);
      line = item;
    } else line += separator + item;
  }
  return [...lines, words.length === 0 ? '[]' : line].join(`\n${' '.repeat(indent)}`);
}

function commands(step: readonly (readonly string[])[]): string {
  const only = step.length === 1 ? step.at(0) : undefined;
  if (only !== undefined) return `  command: ${list(only, 4)}`;
  return ['  command:', ...step.map((words) => `    - ${list(words, 6)}`)].join('\n');
}

function environment(threads: number | undefined): string {
  if (threads === undefined)
    return `# Variables for build and run:
# environment:
#   OMP_NUM_THREADS: "1"`;
  return `# Variables for build and run; how many OpenMP threads each process has.
environment:
  OMP_NUM_THREADS: "${threads}"`;
}

function buildText({ comment, commands: steps }: ProposedBuild): string {
  return `# ${comment}
# ${
    steps.some((words) => words.includes('trimtab-build'))
      ? 'trimtab-build in front of a command makes every compiler it calls add the instrumentation.'
      : 'trimtab-cc in front of the compiler adds the instrumentation; without it nothing is measured.'
  }
build:
${commands(steps)}

`;
}

const NOT_BUILT = `# Nothing is built: trimtab-preload in front of the program loads the measurement library into it.
`;

const WITH_IO = `# File input and output are recorded: without functions and MPI there is nothing else to record.
measure: { io: true }

`;

function ranksComment({ run, isLaunched = false }: ConfigurationParts): string {
  if (run.includes('{ranks}')) return 'Number of MPI ranks to start; it replaces {ranks} below.';
  return isLaunched
    ? "Number of MPI ranks to start; Trimtab puts the launcher of the program's MPI in front of its command."
    : 'The program is one process, without MPI.';
}

/** The text of `trimtab.yaml`. */
export function configurationText(parts: ConfigurationParts): string {
  return `# How Trimtab ${parts.build === undefined ? 'runs' : 'builds and runs'} this program to measure it.
version: 1
program: ${scalar(parts.program)}
target: local
# ${ranksComment(parts)}
ranks: ${parts.ranks}

${parts.build === undefined ? NOT_BUILT : buildText(parts.build)}# Commands are lists of program and arguments; no shell reads them.${
    parts.run.includes('{program}')
      ? `
# {program} is what the build makes; Trimtab writes its path here when it has seen it, and changes ranks if it has none.`
      : ''
  }
run:
  command: ${list(parts.run, 4)}

${parts.withIo === true ? WITH_IO : ''}# Files whose text is kept with each experiment, so that lines can be found again after edits.
sources: ${parts.sources.length === 0 ? '[]' : list(parts.sources, 2)}

${environment(parts.threads)}
# Seconds after which ${parts.build === undefined ? 'the run is stopped:\n# timeouts: { run: 3600 }' : 'build and run are stopped:\n# timeouts: { build: 1800, run: 3600 }'}
`;
}

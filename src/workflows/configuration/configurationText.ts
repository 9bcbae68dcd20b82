/** Writing a configuration that people like to read and change. */
import { parseYaml } from '../../base/yaml.js';

/** What goes into a new configuration. */
export interface ConfigurationParts {
  readonly program: string;
  readonly ranks: number;
  /** OpenMP threads of each process; undefined where OpenMP is not used. */
  readonly threads: number | undefined;
  /** What the build does, for the comment above it. */
  readonly buildComment: string;
  readonly build: readonly (readonly string[])[];
  readonly run: readonly string[];
  readonly sources: readonly string[];
}

/** A text as a YAML scalar inside `[…]`, in quotes only where they are needed. */
function scalar(text: string): string {
  const plain = /^[\w./@%+-][\w./@%+=:-]*$/.test(text) && !text.endsWith(':');
  return plain && parseYaml(text).data === text ? text : JSON.stringify(text);
}

/** Longest line of a list before it goes on in the next. */
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

/** The text of `trimtab.yaml`. */
export function configurationText(parts: ConfigurationParts): string {
  return `# How Trimtab builds and runs this program to measure it.
version: 1
program: ${scalar(parts.program)}
target: local
# ${
    parts.run.includes('{ranks}')
      ? 'How many MPI ranks to start; {ranks} below stands for this number.'
      : 'The program is one process, without MPI.'
  }
ranks: ${parts.ranks}

# ${parts.buildComment}
# ${
    parts.build.some((words) => words.includes('trimtab-build'))
      ? 'trimtab-build in front of a command makes every compiler it calls add the instrumentation.'
      : 'trimtab-cc in front of the compiler adds the instrumentation; without it nothing is measured.'
  }
build:
${commands(parts.build)}

# Commands are lists of program and arguments; no shell reads them.${
    parts.run.includes('{program}')
      ? `
# {program} is what the build makes; Trimtab writes its path here when it has seen it, and changes ranks if it has none.`
      : ''
  }
run:
  command: ${list(parts.run, 4)}

# Files whose text is kept with each experiment, so that lines can be found again after edits.
sources: ${list(parts.sources, 2)}

${environment(parts.threads)}
# Seconds after which build and run are stopped:
# timeouts: { build: 1800, run: 3600 }
`;
}

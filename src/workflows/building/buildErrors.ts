/** Finding the message that matters in what a compiler printed. */
import { relative, resolve } from 'node:path';

/** Patterns of error lines with file and line, as gcc, gfortran, clang, Intel and CMake print them. */
const located: readonly RegExp[] = [
  /^(?<file>[^\s:][^:\n]*):(?<line>\d+):(?:\d+:)?\s*(?:fatal )?error:\s*(?<message>.+)$/i,
  /^(?<file>[^\s(][^(\n]*)\((?<line>\d+)\):\s*(?:catastrophic )?error[^:]*:\s*(?<message>.+)$/i,
];
/** Messages of the tool that failed, without file and line. */
const unlocated: readonly RegExp[] = [
  /^.*undefined reference to .+$/,
  /^.*: multiple definition of .+$/,
  /^.*: cannot find -l.+$/,
  /^.*: cannot open output file .+$/,
  // An included part of a makefile.
  /^[^\s:]+:\d+: [^\s:]+: No such file or directory$/,
  // A program that the shell or make cannot start.
  /^(?:\S*\/)?(?:ba|da|k|z)?sh: (?:(?:line )?\d+: )?\S+: (?:command )?not found$/,
  /^(?:\S*\/)?g?make(?:\[\d+\])?: \S+: (?:No such file or directory|Permission denied|Command not found)$/,
  /^(?:.*\b(?:fatal )?error: .+)$/i,
];
/** Messages about another one that failed, which come after it: of compilers about the linker, of makefiles, of make. */
const secondhand: readonly RegExp[] = [
  /\berror: (?:ld|linker) .*(?:exit status|exit code)/,
  /^[^\s:]+:\d+: \*\*\* .+$/,
  /^(?:\S*\/)?g?make(?:\[\d+\])?: \*\*\* .+$/,
];
/** gfortran and CMake print the location first and the error on a later line. */
const announced: readonly { readonly place: RegExp; readonly message: RegExp }[] = [
  { place: /^(?<file>[^\s:][^:\n]*):(?<line>\d+):\d+:$/, message: /^(?:Fatal )?Error: (.+)$/ },
  { place: /^CMake Error at (?<file>[^:]+):(?<line>\d+)/, message: /^\s+(\S.*)$/ },
];

/** Watches output for the first error, keeping only that. */
export class ErrorFinder {
  private rest = '';
  private awaited: { readonly place: string; readonly message: RegExp } | undefined;
  private best: string | undefined;
  private ofTool: string | undefined;
  private fallback: string | undefined;

  add(text: string): void {
    if (this.best !== undefined) return;
    const lines = (this.rest + text).split('\n');
    // A line without end: bounded, in case a program never ends one.
    this.rest = (lines.pop() ?? '').slice(-4096);
    for (const line of lines) this.see(line.trimEnd());
  }

  private see(line: string): void {
    const message = this.awaited?.message.exec(line);
    if (this.awaited !== undefined && message) this.best ??= `${this.awaited.place}: ${message[1]}`;
    for (const form of announced) {
      const place = form.place.exec(line)?.groups;
      if (place !== undefined) this.awaited = { place: `${place.file}:${place.line}`, message: form.message };
    }
    for (const pattern of located) {
      const found = pattern.exec(line)?.groups;
      if (found !== undefined) this.best ??= `${found.file}:${found.line}: ${found.message}`;
    }
    if (secondhand.some((pattern) => pattern.test(line))) this.fallback ??= line.trim();
    else if (unlocated.some((pattern) => pattern.test(line))) this.ofTool ??= line.trim();
  }

  /** Whether an error was seen, with its location or not. */
  get hasFound(): boolean {
    return (this.best ?? this.ofTool ?? this.fallback) !== undefined;
  }

  /** The first error, with file and line where the compiler named them; undefined when none was seen. */
  get first(): string | undefined {
    if (this.rest !== '') {
      this.see(this.rest);
      this.rest = '';
    }
    return this.best ?? this.ofTool ?? this.fallback;
  }
}

const OUTPUT =
  /cannot open output file (\S+)\/[^/\s]+: No such file or directory[\s\S]*?(?:Leaving directory '([^']+)'|$)/;

/** A command that failed, as a person types it behind --build '…', between other quotes. */
function typed(argv: readonly string[]): string {
  const words = argv.filter((word) => word !== 'trimtab-build' && word !== '--fresh');
  return words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
}

/** @param folder absolute path of the folder the build began in */
type Advice = (build: string, folder: string, match: RegExpExecArray) => string;

/** Error messages of failed builds, with advice. */
const advices: readonly (readonly [RegExp, Advice])[] = [
  [
    OUTPUT,
    (build, folder, [, output = '', inside]) => {
      const missing = inside === undefined ? output : relative(folder, resolve(inside, output));
      return `the folder ${missing} is missing: make it first, once: trimtab run --build 'mkdir -p ${missing} && ${build}'`;
    },
  ],
  [
    /No rule to make target|: No such file or directory\n.*\*\*\* |\.config|\bconfigure\b/,
    () =>
      "if it needs a goal, variables or commands before it, give them once: trimtab run --build './configure && make GOAL VARIABLE=VALUE'",
  ],
];

/**
 * Returns the advice for a failed build, as the end of a sentence; undefined if its output has no known error.
 * @param output the last lines it printed
 * @param argv the command that failed
 * @param folder absolute path of the folder the build began in
 */
export function buildAdvice(output: string, argv: readonly string[], folder: string): string | undefined {
  for (const [pattern, say] of advices) {
    const match = pattern.exec(output);
    if (match !== null) return say(typed(argv), folder, match);
  }
  return undefined;
}

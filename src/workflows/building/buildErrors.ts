/** Finding the message that matters in what a compiler printed. */
import { relative, resolve } from 'node:path';

/** Patterns of error lines with file and line, as gcc, gfortran, clang, Intel and CMake print them. */
const located: readonly RegExp[] = [
  /^(?<file>[^\s:][^:\n]*):(?<line>\d+):(?:\d+:)?\s*(?:fatal )?error:\s*(?<message>.+)$/i,
  /^(?<file>[^\s(][^(\n]*)\((?<line>\d+)\):\s*(?:catastrophic )?error[^:]*:\s*(?<message>.+)$/i,
];
const unlocated: readonly RegExp[] = [
  /^(?:.*\b(?:fatal )?error: .+)$/i,
  /^.*undefined reference to .+$/,
  /^.*: cannot open output file .+$/,
  // What a makefile says itself, and then what make says of it.
  /^[^\s:]+:\d+: \*\*\* .+$/,
  /^make(?:\[\d+\])?: \*\*\* .+$/,
];
/** gfortran and CMake tell the place first and the error on a later line. */
const announced: readonly { readonly place: RegExp; readonly message: RegExp }[] = [
  { place: /^(?<file>[^\s:][^:\n]*):(?<line>\d+):\d+:$/, message: /^(?:Fatal )?Error: (.+)$/ },
  { place: /^CMake Error at (?<file>[^:]+):(?<line>\d+)/, message: /^\s+(\S.*)$/ },
];

/** Watches output for the first error, keeping only that. */
export class ErrorFinder {
  private rest = '';
  private awaited: { readonly place: string; readonly message: RegExp } | undefined;
  private best: string | undefined;
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
    if (unlocated.some((pattern) => pattern.test(line))) this.fallback ??= line.trim();
  }

  /** The first error, with file and line where the compiler named them; undefined when none was seen. */
  get first(): string | undefined {
    if (this.rest !== '') {
      this.see(this.rest);
      this.rest = '';
    }
    return this.best ?? this.fallback;
  }
}

/** What gives a flag to Fortran compilers besides the flags they have, behind make; undefined where no variable is there for it. */
function flagsGiven(makefile: string, flag: string): string | undefined {
  const assigned = new Map(
    [...makefile.matchAll(/^(\w+)[ \t]*[:?+]?=[ \t]*([^\n]*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const used = [...makefile.matchAll(/\$[({](\w+)[)}]/g)].map((match) => match[1]);
  // A variable that the makefile only asks for is there for such flags.
  const open = used.find(
    (name) => !assigned.has(name) && /^(F|FC|F90|FORTRAN|EXTRA|USER)?_?(FLAGS|OPTIONS|OPTS?)$/i.test(name),
  );
  if (open !== undefined) return `${open}=${flag}`;
  const own = used.find((name) => assigned.has(name) && /^(F|FC|F90|FORTRAN_?)FLAGS$/i.test(name));
  const value = (assigned.get(own ?? '') ?? '').replace(/#.*/, '').trim();
  return own === undefined || /["'\\]/.test(value) ? undefined : `${own}="${`${value} ${flag}`.trim()}"`;
}

const MISMATCH = '-fallow-argument-mismatch';

const OUTPUT =
  /cannot open output file (\S+)\/[^/\s]+: No such file or directory[\s\S]*?(?:Leaving directory '([^']+)'|$)/;

/** A command that failed, as a person types it behind --build '…', between other quotes. */
function typed(argv: readonly string[]): string {
  const words = argv.filter((word) => word !== 'trimtab-build' && word !== '--fresh');
  return words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
}

/** Where a build was. */
interface BuildSource {
  /** Absolute path of the folder the build began in. */
  readonly folder: string;
  /** The text of its makefiles, '' where there is none. */
  readonly makefile: string;
}

type Advice = (build: string, source: BuildSource, match: RegExpExecArray) => string;

/** What failed builds say, and what to do about it. */
const advices: readonly (readonly [RegExp, Advice])[] = [
  [
    /Error: (?:Type|Rank) mismatch (?:between actual argument|in argument)/,
    (build, { makefile }) =>
      `gfortran 10 and newer refuses this older Fortran without ${MISMATCH}: give it in the makefile's variable for flags, once: trimtab run --build '${build} ${flagsGiven(makefile, MISMATCH) ?? `VARIABLE=${MISMATCH}`}'`,
  ],
  [
    OUTPUT,
    (build, { folder }, [, output, inside]) => {
      // An optional group that matched nothing is undefined, whatever its type says.
      const missing = inside ? relative(folder, resolve(inside, output)) : output;
      return `the folder ${missing} is missing: make it first, once: trimtab run --build 'mkdir -p ${missing} && ${build}'`;
    },
  ],
  [
    /No rule to make target|: No such file or directory\n.*\*\*\* |\.config|\bconfigure\b/,
    () =>
      "if it wants a goal, variables or commands before it, say so once: trimtab run --build './configure && make GOAL VARIABLE=VALUE'",
  ],
];

/**
 * What to do about a failed build, as the end of a sentence; undefined when its output does not tell.
 * @param output the last lines it printed
 * @param argv the command that failed
 */
export function buildAdvice(output: string, argv: readonly string[], source: BuildSource): string | undefined {
  for (const [pattern, say] of advices) {
    const match = pattern.exec(output);
    if (match !== null) return say(typed(argv), source, match);
  }
  return undefined;
}

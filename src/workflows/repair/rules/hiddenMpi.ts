/** Programs whose sources use MPI under a macro, which the build did not define. */
import { dirname } from 'node:path';
import { configures, definitionIn, withDefinitions, withVariables } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';
import { cmakeVariable, compilerFor, type Language } from '../../configuration/languages.js';
import { onFor } from '../switches.js';
import { compilersHere } from './compilers.js';

const USE =
  /^[ \t]*#[ \t]*include[ \t]*[<"]mpi\.h|^[ \t]*use[ \t]*(,[ \t]*intrinsic[ \t]*::)?[ \t]*mpi(_f08)?\b|^[ \t]*#?[ \t]*include[ \t]*['"<]mpif\.h/i;
const OPEN = /^[ \t]*#[ \t]*if(def|ndef)?\b[ \t]*(.*)$/;
/** The macro that a condition of the preprocessor asks for. */
function macroOf(kind: string | undefined, condition: string): string | undefined {
  if (kind === 'ndef') return undefined;
  if (kind === 'def') return /^\w+/.exec(condition)?.[0];
  return condition.startsWith('!')
    ? undefined
    : (/defined[ \t]*\(?[ \t]*(\w+)/.exec(condition)?.[1] ?? /^\w+/.exec(condition)?.[0]);
}

/** The macro under which sources use MPI; undefined if some use it without. */
export function macroForMpi(texts: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) {
    if (!/mpi/i.test(text)) continue;
    const open: (string | undefined)[] = [];
    for (const line of text.split('\n')) {
      const [, kind, condition = ''] = OPEN.exec(line) ?? [];
      if (OPEN.test(line)) open.push(macroOf(kind, condition));
      else if (/^[ \t]*#[ \t]*endif/.test(line)) open.pop();
      else if (/^[ \t]*#[ \t]*el(se|if)/.test(line)) open.splice(-1, 1, undefined);
      else if (USE.test(line)) {
        const macro = open.findLast((name) => name !== undefined);
        if (macro === undefined) return undefined;
        counts.set(macro, (counts.get(macro) ?? 0) + 1);
      }
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).at(0)?.[0];
}

/**
 * Whether a macro is used next to a main program: that of a library alone leaves the program without MPI_Init.
 * @param folder of the build, whose main programs are the ones that it makes, if it has some
 */
function isOfProgram(macro: string, texts: ReadonlyMap<string, string>, folder: string): boolean {
  const mains = new Set([...texts].flatMap(([path, text]) => (isMainProgram(text) ? [dirname(path)] : [])));
  const folders = mains.has(folder) ? new Set([folder]) : mains;
  const used = new RegExp(`\\b${macro}\\b`);
  return [...texts].some(([path, text]) => folders.has(dirname(path)) && used.test(text));
}

const isMainProgram = (text: string): boolean => /\bmain\s*\(|^\s*program\s+\w+/im.test(text);

const escaped = (text: string): string => text.replace(/\W/g, '\\$&');

/** The assignment that a makefile has, commented out or under a condition, to define the macro. */
function switchFor(macro: string, text: string, { make }: FailedBuild): readonly [string, string] | undefined {
  const define = new RegExp(`-D[ \\t]*${escaped(macro)}\\b`);
  const commented = text.split('\n').find((line) => /^[ \t]*#+[ \t]*\w+[ \t]*[:?]?=/.test(line) && define.test(line));
  const [, name, value = ''] = /^[ \t]*#+[ \t]*(\w+)[ \t]*[:?]?=[ \t]*([^#]*)/.exec(commented ?? '') ?? [];
  if (name !== undefined) return [name, value.trim()];
  const conditional = conditionFor(define, text);
  if (conditional !== undefined) return conditional;
  const off = make?.variables.find(
    ({ name: one, value: is, own }) => own && /(^|_)MPI($|_)/i.test(one) && onFor(is) !== undefined,
  );
  return off === undefined ? undefined : [off.name, onFor(off.value) ?? '1'];
}

/** The variable and value under whose condition a makefile has a line. */
function conditionFor(wanted: RegExp, text: string): readonly [string, string] | undefined {
  const open: (readonly [string, string] | undefined)[] = [];
  for (const line of text.split('\n')) {
    const equal = /^[ \t]*ifeq[ \t]*\(?["' ]*\$[({](?:strip[ \t]+\$[({])?(\w+)[)}]*["' ]*,?[ \t]*["' ]*([\w.-]+)/.exec(
      line,
    );
    const defined = /^[ \t]*ifdef[ \t]+(\w+)/.exec(line);
    if (/^[ \t]*(ifeq|ifneq|ifdef|ifndef)\b/.test(line))
      open.push(
        equal !== null ? [equal[1] ?? '', equal[2] ?? ''] : defined !== null ? [defined[1] ?? '', '1'] : undefined,
      );
    else if (/^[ \t]*endif\b/.test(line)) open.pop();
    else if (/^[ \t]*else\b/.test(line)) open.splice(-1, 1, undefined);
    else if (!line.trimStart().startsWith('#') && wanted.test(line)) {
      const inner = open.at(-1);
      if (inner !== undefined && inner[0] !== '') return inner;
    }
  }
  return undefined;
}

/** Variables for flags of the preprocessor, by language. */
const FLAGS: Readonly<Record<Language, readonly string[]>> = {
  C: ['CPPFLAGS', 'CFLAGS', 'COPTFLAGS', 'DEFINES', 'DEFS'],
  'C++': ['CPPFLAGS', 'CXXFLAGS', 'CPP_FLAGS', 'CFLAGS', 'DEFINES', 'DEFS'],
  Fortran: ['FPPFLAGS', 'FFLAGS', 'FCFLAGS', 'F90FLAGS', 'DEFINES', 'DEFS'],
};

/** Defines the macro in the flags that the makefile has. */
function defined(macro: string, { make, sources }: FailedBuild): readonly [string, string] | undefined {
  const names = [...sources.languages].flatMap((language) => FLAGS[language]);
  const found = make?.variables.find(({ name, own }) => own && names.includes(name));
  return found === undefined ? undefined : [found.name, `${found.value} -D${macro}`.trim()];
}

function enabledInCMake(build: FailedBuild, cache: string): Repair | undefined {
  const { commands, sources } = build;
  const off = [...cache.matchAll(/^(\w+):BOOL=(?:OFF|NO|FALSE|0)$/gim)].map(([, name = '']) => name);
  const names = off.filter((name) => /(^|_)MPI($|_)/i.test(name) && !/^(MPI_|CMAKE_|NO_)|NO_?MPI|DISABLE/i.test(name));
  const name = names.find((one) => definitionIn(commands, one) === undefined);
  if (name === undefined) return undefined;
  const compilers = [...sources.languages].map((language): [string, string] => [
    cmakeVariable(language, 'COMPILER'),
    compilerFor(language, true),
  ]);
  return {
    commands: withDefinitions(commands, new Map([...compilers, [name, 'ON']])),
    reason: `the program was built without MPI, which ${name} enables`,
  };
}

/**
 * Enables MPI for a program that was built without it.
 * @param text the makefiles
 * @param cache CMakeCache.txt, if CMake configured the project
 */
export function enabledMpi(build: FailedBuild, text: string, cache: string | undefined): Repair | undefined {
  const { commands, sources } = build;
  const macro = macroForMpi(sources.texts.values());
  if (macro === undefined || !isOfProgram(macro, sources.texts, build.folder)) return undefined;
  if (commands.some(configures)) return cache === undefined ? undefined : enabledInCMake(build, cache);
  const set = switchFor(macro, text, build) ?? defined(macro, build);
  if (set === undefined) return undefined;
  return {
    commands: withVariables(commands, new Map([...compilersHere(build, [], true), set])),
    reason: `the program was built without MPI, which its sources use if ${macro} is defined`,
  };
}

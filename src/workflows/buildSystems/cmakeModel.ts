/** CMake's own report on a configured project, through its File API (codemodel, version 2). */
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { isFile, readText, statOf, writeForPerson } from '../../base/files/index.js';

const API = '.cmake/api/v1';
const QUERY = { requests: [{ kind: 'codemodel', version: 2 }] };
/** Bytes of a file of a reply; those of targets list every source. */
const LARGEST = 64 << 20;
/** Number of targets above which a list is useless to the user. */
const MOST_TARGETS = 5000;

const list = <T extends v.GenericSchema>(item: T) => v.optional(v.array(item), []);
const model = v.object({
  kind: v.literal('codemodel'),
  paths: v.object({ source: v.string(), build: v.string() }),
  configurations: v.array(v.object({ targets: list(v.object({ name: v.string(), jsonFile: v.string() })) })),
});
const target = v.object({
  name: v.string(),
  type: v.string(),
  artifacts: list(v.object({ path: v.string() })),
  sources: list(v.object({ path: v.string() })),
  compileGroups: list(v.object({ language: v.string() })),
});

/** A program that a configured project can build. */
export interface CMakeProgram {
  readonly name: string;
  /** Absolute path of where it is built. */
  readonly path: string;
  /** Absolute paths. */
  readonly sources: readonly string[];
  /** As CMake calls them: C, CXX, Fortran. */
  readonly languages: readonly string[];
}

/** The folder that a command configures, as a path relative to where it is started; undefined for other commands. */
export function configuredFolder(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => basename(word) === 'cmake');
  const words = at < 0 ? [] : argv.slice(at + 1);
  const folder = words.findIndex((word) => word === '-B');
  return folder >= 0 ? words.at(folder + 1) : words.find((word) => /^-B./.test(word))?.slice(2);
}

/**
 * Requests from CMake a report on the targets, for the next time it configures one of the folders of these commands.
 */
export function askCMake(folder: string, commands: readonly (readonly string[])[]): void {
  for (const argv of commands) {
    const inside = configuredFolder(argv);
    if (inside === undefined) continue;
    const query = join(resolve(folder, inside), API, 'query/client-trimtab');
    mkdirSync(query, { recursive: true });
    writeForPerson(join(query, 'query.json'), JSON.stringify(QUERY));
  }
}

/** A file of the reply, which lies in its folder; undefined when it is none of the kind that is wanted. */
function readReply<T>(folder: string, name: string, schema: v.GenericSchema<unknown, T>): T | undefined {
  const path = join(folder, name);
  if (basename(name) !== name || !isFile(path)) return undefined;
  try {
    const parsed = v.safeParse(schema, JSON.parse(readText(path, { limit: LARGEST })));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // being written, or not by CMake
    throw error;
  }
}

/**
 * The programs of the project that was configured in a folder, also those that are built only when they are asked for.
 * @returns undefined when CMake was not asked there, or has not answered
 */
export function programsOfCMake(buildFolder: string): readonly CMakeProgram[] | undefined {
  const reply = join(buildFolder, API, 'reply');
  if (statOf(reply)?.isDirectory() !== true) return undefined;
  const newest = readdirSync(reply).filter((name) => /^codemodel-v2-.*\.json$/.test(name));
  const code = newest.map((name) => readReply(reply, name, model)).find((one) => one !== undefined);
  if (code === undefined) return undefined;
  // Generators of several configurations repeat the targets.
  const targets = code.configurations.at(0)?.targets.slice(0, MOST_TARGETS) ?? [];
  return targets.flatMap(({ jsonFile }) => {
    const found = readReply(reply, jsonFile, target);
    const artifact = found?.artifacts.at(0)?.path;
    if (found?.type !== 'EXECUTABLE' || artifact === undefined) return [];
    return [
      {
        name: found.name,
        path: resolve(code.paths.build, artifact),
        sources: found.sources.map(({ path }) => resolve(code.paths.source, path)),
        languages: found.compileGroups.map(({ language }) => language),
      },
    ];
  });
}

/** Facts about a build that failed, for the rules that propose the next one. */
import { join, relative, resolve } from 'node:path';
import { isFile, PROJECT_TEXT, readText } from '../../../base/files/index.js';
import { isInside } from '../../../base/files/inside.js';
import type { Seconds } from '../../../base/units.js';
import { allLanguages, languageOf, languages } from '../../configuration/languages.js';
import { usesMpi } from '../../configuration/parallelism.js';
import { findSources } from '../../provenance/sourceFiles.js';
import type { Commands, Descriptions, FailedBuild, Sources } from '../../repair/index.js';
import { configuredFolder } from '../../buildSystems/cmakeModel.js';
import { databaseCommand, isMake, parseMakeDatabase, type MakeDatabase } from '../../repair/makeDatabase.js';
import type { ActionContext } from '../../steps/action.js';
import type { Site } from '../../steps/site.js';
import type { Ended } from './commands.js';

/** How long make may take to read its files. */
const READING: Seconds = 60;
/** Characters of its report. */
const LARGEST_REPORT = 16 << 20;

function sourcesOf(project: string): Sources {
  const patterns = allLanguages.flatMap((language) => languages[language].sources);
  const texts = new Map(findSources(project, patterns).map((path) => [path, readText(path, PROJECT_TEXT)]));
  const used = [...texts.keys()].map(languageOf).filter((language) => language !== undefined);
  return { languages: new Set(used), texts, mpi: [...texts.values()].some(usesMpi) };
}

/** The folders of a build: that of its commands, and where make was at the end, as here and as in a copy of the sources. */
function placesOf(folder: string, commands: Commands, failedIn: string | undefined): { where: string; actual: string } {
  const argv = commands.find((words) => words.includes('--copy'));
  const at = argv?.indexOf('--copy') ?? -1;
  const [copy, root] = [argv?.[at + 1], argv?.[at + 2]];
  if (argv === undefined || copy === undefined || root === undefined)
    return { where: failedIn ?? folder, actual: failedIn ?? folder };
  const [from, to] = [resolve(folder, copy), resolve(folder, root)];
  const actual = failedIn ?? join(from, relative(to, folder));
  return { where: isInside(from, actual) ? join(to, relative(from, actual)) : folder, actual };
}

/** Variables and goals of make; undefined if it cannot read its files. */
async function databaseOf(
  { configuration }: ActionContext,
  { target }: Site,
  argv: readonly string[],
  folder: string,
): Promise<MakeDatabase | undefined> {
  let report = '';
  await target.run(
    // Messages would come in the middle of a line of the report.
    { argv: ['sh', '-c', 'exec "$@" 2>/dev/null', 'sh', ...argv], folder, environment: configuration.environment },
    { timeout: READING, onOutput: (text) => (report = report.length < LARGEST_REPORT ? report + text : report) },
  );
  const database = parseMakeDatabase(report);
  return database.variables.length === 0 ? undefined : database;
}

/** Returns the facts of a build that ended, and the texts that describe it. */
export async function surveyed(
  context: ActionContext,
  site: Site,
  commands: Commands,
  { failed, output, compilations }: Ended,
): Promise<{ readonly build: FailedBuild; readonly descriptions: Descriptions }> {
  const { project, build } = context.configuration;
  const folder = build?.folder ?? project;
  const { where, actual } = placesOf(folder, commands, site.isHere ? output.folder : undefined);
  const called = failed?.argv ?? commands.at(-1) ?? [];
  const query = databaseCommand(
    where === folder ? called : called.filter((word) => isMake(word) || word.includes('=')),
  );
  const make = called.some(isMake)
    ? await databaseOf(context, site, query, site.isHere ? actual : site.there(folder))
    : undefined;
  const texts = (make?.files ?? ['CMakeLists.txt']).map((name) => resolve(actual, name)).filter(isFile);
  const cache = commands
    .flatMap((argv) => configuredFolder(argv) ?? [])
    .map((name) => resolve(folder, name, 'CMakeCache.txt'));
  return {
    build: {
      commands,
      failed: failed?.argv,
      folder,
      where,
      output: output.aroundError === '' ? (compilations.words ?? '') : output.aroundError,
      sources: sourcesOf(project),
      make,
    },
    descriptions: {
      text: texts.map((path) => readText(path, PROJECT_TEXT)).join('\n'),
      cache: cache
        .filter(isFile)
        .map((path) => readText(path, PROJECT_TEXT))
        .at(0),
    },
  };
}

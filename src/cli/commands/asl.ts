/** `trimtab asl`: properties written in the language of problems, looked through, evaluated and explained. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataOfRun, dataOfTrace } from '../../analysis/asl/data.js';
import { changesOfRun } from '../../analysis/dynamics/index.js';
import { changesOfTrace } from '../../analysis/dynamics/ofTrace.js';
import { analyzeProfile } from '../../analysis/profile/index.js';
import { analyzeTrace } from '../../analysis/trace/index.js';
import { evaluate } from '../../asl/compile/evaluate.js';
import type { AslData } from '../../asl/data.js';
import type { ChangesEvidence } from '../../asl/measured/changes.js';
import { formatted } from '../../asl/language/format.js';
import { ASL_FILE, LARGEST_ASL } from '../../asl/files.js';
import { shippedTexts } from '../../asl/library.js';
import { ownTexts } from '../../asl/ownTexts.js';
import { importedTexts } from '../../asl/imports.js';
import { diagnosticLine, type Source } from '../../asl/syntax/diagnostics.js';
import { parse } from '../../asl/syntax/parse.js';
import { LineIndex } from '../../asl/syntax/position.js';
import { checkTexts, patternsOf, soundProperties } from '../../asl/texts.js';
import type { Checked } from '../../asl/types/check.js';
import type { TypedPattern } from '../../asl/types/pattern.js';
import { readText, writeForPerson } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { counted, plainLine } from '../../base/text.js';
import { dynamicsOfProfile } from '../../engine/measurements/dynamics/ofProfile.js';
import { resultsOf } from '../../experiments/index.js';
import { dataOfExperiment } from '../../experiments/store/propertyData.js';
import { openMeasurement, programOf } from '../../formats/registry.js';
import type { MetricDefinition } from '../../model/performanceSpace.js';
import { shippedProperties } from '../../properties/index.js';
import type { AslRequest } from '../arguments/asl.js';
import { evaluatedJson, evaluatedLines, explainedLines } from '../text/aslLines.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { find } from './experiments.js';

type Of<Action extends AslRequest['action']> = Extract<AslRequest, { readonly action: Action }>;

/** Does what `trimtab asl` asks for. @throws TrimtabError where a text has mistakes, or there is nothing to evaluate on */
export async function asl(context: Context, request: AslRequest): Promise<void> {
  switch (request.action) {
    case 'check':
      return checkFiles(context, request);
    case 'eval':
      return evaluateFiles(context, request);
    case 'format':
      return formatFiles(context, request);
    case 'explain':
      return explain(context, request);
  }
}

function textAt({ folder }: Context, path: string): Source {
  return { name: path, text: readText(resolve(folder, path), { limit: LARGEST_ASL, within: null }) };
}

/** Returns the imports of texts, which are in the same folder or shipped. */
const importedBy = ({ folder }: Context, sources: readonly Source[]): Source[] =>
  importedTexts(sources.map((source) => ({ ...source, name: resolve(folder, source.name) })));

async function checkFiles(context: Context, { files, json }: Of<'check'>): Promise<void> {
  const checked = files.flatMap((file) => {
    const source = textAt(context, file);
    return checkTexts([source], [], undefined, importedBy(context, [source]));
  });
  if (json) await context.terminal.json(checked.flatMap(diagnosticsJson));
  else await context.terminal.lines(checked.flatMap(told));
  const mistakes = checked.flatMap(errorsOf).length;
  if (mistakes > 0) throw new TrimtabError(`There ${mistakes === 1 ? 'is' : 'are'} ${counted(mistakes, 'mistake')}.`);
  if (json) return;
  const properties = checked.reduce((sum, each) => sum + each.properties.length, 0);
  const patterns = checked.reduce((sum, { source }) => sum + [...source.text.matchAll(/^\s*pattern\b/gim)].length, 0);
  const number = properties === 1 ? '1 property' : `${properties} properties`;
  await context.terminal.lines([`No mistakes: ${number}, ${counted(patterns, 'pattern')}.`]);
}

const errorsOf = ({ diagnostics }: Checked) => diagnostics.filter(({ level }) => level === 'error');

const told = ({ source, diagnostics }: Checked): string[] =>
  diagnostics.map((each) => plainLine(diagnosticLine(source, each)));

function diagnosticsJson({ source, diagnostics }: Checked) {
  const lines = new LineIndex(source.text);
  return diagnostics.map(({ level, code, message, start, end }) => ({
    ...{ file: source.name, level, code, message },
    ...{ start: lines.at(start), end: lines.at(end) },
  }));
}

async function evaluateFiles(context: Context, request: Of<'eval'>): Promise<void> {
  const measured = measuredOn(context, request.on);
  const shipped = [...ownTexts(storeFor(context.folder).project), ...shippedTexts()];
  const named = request.files.map(
    (file) =>
      (existsSync(resolve(context.folder, file))
        ? undefined
        : shipped.find(({ name }) => name === `${file}${ASL_FILE}`)) ?? textAt(context, file),
  );
  const files = new Set(named.map(({ name }) => resolve(context.folder, name)));
  const imported = importedBy(context, named).filter(({ name }) => !files.has(name));
  const others = [...shipped.filter((source) => !named.includes(source)), ...imported.filter(isNoShipped(shipped))];
  const all = checkTexts(named.length === 0 ? shipped : [...named, ...others], measured.metrics, request.parameters);
  const checked = named.length === 0 ? all : all.slice(0, named.length);
  const mistakes = checked.flatMap(errorsOf).length;
  if (mistakes > 0)
    context.terminal.status(
      checked
        .flatMap(told)
        .map((line) => `${line}\n`)
        .join(''),
    );
  const properties = checked.flatMap(soundProperties);
  const data = measured.data(patternsOf(properties, checked));
  const results = properties.map((property) => evaluate(property, data));
  if (request.json) await context.terminal.json(evaluatedJson(results, data));
  else await context.terminal.lines(evaluatedLines(results, data, context.terminal));
  if (mistakes > 0)
    throw new TrimtabError(`${counted(mistakes, 'mistake')} above: properties with mistakes were excluded.`);
}

/** Returns a test whether a text is not one of the shipped ones. */
const isNoShipped = (shipped: readonly Source[]) => {
  const names = new Set(shipped.map(({ name }) => name));
  return ({ name }: Source): boolean => !names.has(name);
};

/** Formats files, or lists unformatted ones. @throws TrimtabError if there are some, or they have errors */
async function formatFiles(context: Context, { files, check }: Of<'format'>): Promise<void> {
  const sources = files.map((file) => textAt(context, file));
  const broken = sources.flatMap(({ name, text }) =>
    parse(text)
      .diagnostics.filter(({ level }) => level === 'error')
      .slice(0, 1)
      .map((each) => diagnosticLine({ name, text }, each)),
  );
  const others = sources.filter(({ text }) => formatted(text) !== text);
  await context.terminal.lines(
    [...broken, ...others.map(({ name }) => (check ? `${name} is not formatted.` : `${name} formatted.`))].map(
      plainLine,
    ),
  );
  if (!check)
    for (const { name, text } of others) writeForPerson(resolve(context.folder, name), [Buffer.from(formatted(text))]);
  if (broken.length > 0)
    throw new TrimtabError(`${counted(broken.length, 'file')} above: files with mistakes were not changed.`);
  if (check && others.length > 0) throw new TrimtabError('Format these files with "trimtab asl format".');
}

interface MeasuredOn {
  readonly metrics: readonly MetricDefinition[];
  /** The run as properties see it, with the matches of patterns where it has events. */
  readonly data: (patterns: readonly TypedPattern[]) => AslData;
}

/** Returns the measured data: of a file, else of an experiment of the project. */
function measuredOn(context: Context, on: string): MeasuredOn {
  const path = resolve(context.folder, on);
  if (existsSync(path)) {
    const opened = openMeasurement(path);
    const program = programOf(path);
    if (opened.kind === 'trace') {
      const { trace } = opened;
      const run = analyzeTrace(trace, { program });
      const changes = (): ChangesEvidence | undefined =>
        changesOfTrace(trace, analyzeTrace(trace, { program, waits: true }));
      return {
        metrics: run.space.metrics,
        data: (patterns) => dataOfTrace(run, trace, patterns, undefined, { changes }),
      };
    }
    const { profile, definitions } = opened;
    const run = analyzeProfile(profile, program);
    const { space, report } = run;
    const changes = (): ChangesEvidence | undefined => {
      const found = dynamicsOfProfile(path, () => profile, space, definitions, report);
      const of = { callTree: space.callTree, definitions, properties: shippedProperties };
      return found?.run === undefined ? undefined : changesOfRun(found.run, of);
    };
    const more = { changes, parallelRegions: () => profile.parallelRegions };
    return { metrics: space.metrics, data: () => dataOfRun(run, definitions, more) };
  }
  const experiment = find(storeFor(context.folder), on);
  const results = resultsOf(experiment);
  return { metrics: results.space.metrics, data: (patterns) => dataOfExperiment(experiment, results, patterns) };
}

async function explain({ terminal, folder }: Context, { property, json }: Of<'explain'>): Promise<void> {
  const checked = checkTexts([...ownTexts(storeFor(folder).project), ...shippedTexts()]);
  const wanted = property.toLowerCase();
  for (const { source, properties } of checked) {
    const found = properties.find(({ name }) => name.toLowerCase() === wanted);
    if (found === undefined) continue;
    const text = source.text.slice(found.whole.start, found.whole.end);
    if (json) await terminal.json({ property: found.name, explain: found.explain, advice: found.advice, text });
    else await terminal.lines(explainedLines(found, text, source.name, terminal));
    return;
  }
  const names = checked.flatMap(({ properties }) => properties.map(({ name }) => name)).sort();
  throw new TrimtabError(`There is no property "${property}"; there are ${names.join(', ')}.`);
}

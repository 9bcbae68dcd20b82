/** Parts of a build description that are made by copying: config/make.def from config/make.def.template. */
import { basename, dirname, extname, join } from 'node:path';
import { entriesOf, PROJECT_TEXT, readText, statOf } from '../../base/files/index.js';
import { MAKEFILES } from './buildFolders.js';
import { hasBlas, NO_BLAS, wantsBlas } from './blas.js';
import { makeUsage } from './makeUsage.js';

const ENDINGS = /\.(template|tmpl|sample|example|dist|default)$/i;
const ASIDE = /^(\.|node_modules$|CMakeFiles$)/;
/** Included parts of makefiles, by the usual names. */
const PARTS = /\.mk$|(^|\/)make\.(def|inc|config|include)$/;
/** Makefiles of other tools than make. */
const NOT_FOR_MAKE = /\.(in|am|top|bak|old|orig)$/i;
const DEEPEST = 2;

/** Files of a project and of two levels of folders below, relative to it. */
function filesNear(project: string, inside = '', depth = DEEPEST): string[] {
  const entries = entriesOf(join(project, inside));
  const here = entries.filter((entry) => entry.isFile()).map(({ name }) => join(inside, name));
  const folders = entries.filter((entry) => depth > 0 && entry.isDirectory() && !ASIDE.test(entry.name));
  return [...here, ...folders.flatMap(({ name }) => filesNear(project, join(inside, name), depth - 1))];
}

/** A file that make does not find, as its output names it. */
function missingMakefile(output: string): string | undefined {
  return /No rule to make target ['`]([^']+)'\.\s+Stop/.exec(output)?.[1];
}

/** The command that copies the templates whose copies are missing; of a named file only its own template. */
function copying(files: readonly string[], missing: string | undefined): string | undefined {
  const templates = files.filter((name) => ENDINGS.test(name) && !files.includes(name.replace(ENDINGS, '')));
  const wanted = templates.filter(
    (name) => missing === undefined || basename(name).replace(ENDINGS, '') === basename(missing),
  );
  const from = wanted.find((name) => /make|config|arch/i.test(name)) ?? wanted.at(0);
  return from === undefined ? undefined : `cp ${from} ${from.replace(ENDINGS, '')}`;
}

/** The text of all makefiles of a project and of the parts they include. */
function makefileText(project: string): string {
  const named = filesNear(project).filter((name) => MAKEFILES.includes(basename(name)) || PARTS.test(name));
  return named.map((name) => readText(join(project, name), PROJECT_TEXT)).join('\n');
}

/** Returns the variable of the makefile that has a value, unexpanded. */
function variableOf(project: string, value: string): string | undefined {
  return [...makefileText(project).matchAll(/^(\w+)[ \t]*[:?]?=[ \t]*(\S+)[ \t]*$/gm)].find(
    (match) => match[2] === value,
  )?.[1];
}

/** Folders that the build puts its programs into and does not make, relative to the project. */
function missingFolders(project: string): string[] {
  const names = filesNear(project);
  const parts = names.filter((name) => PARTS.test(name.replace(ENDINGS, '')) || MAKEFILES.includes(basename(name)));
  const text = parts.map((name) => readText(join(project, name), PROJECT_TEXT)).join('\n');
  if (/\bmkdir\b/.test(text)) return [];
  const outputs = [...text.matchAll(/^(?:BIN_?DIR|EXE_?DIR)[ \t]*[:?]?=[ \t]*((?:\.\.?\/)?[\w-]+)\/?[ \t]*$/gim)];
  const builders = names.filter((name) => MAKEFILES.includes(basename(name))).map(dirname);
  const folders = outputs.map(([, path = '']) => (path.startsWith('../') ? path.slice(3) : path));
  // Paths to parent folders start in the folders below, whose makefiles are called from the one here.
  const wanted = folders.filter((path) => builders.length > 1 && statOf(join(project, path)) === undefined);
  return [...new Set(wanted.map((path) => path.replace(/^\.\//, '')))];
}

/**
 * Returns the advice for a build that made nothing. It prints its usage, or has templates that were not copied: all of
 * it in one command, as the end of a sentence.
 * @param output the last lines it printed
 */
export function callAdvice(project: string, output: string): string | undefined {
  const usage = makeUsage(output);
  const copy = copying(filesNear(project), undefined);
  if (usage === undefined) return copy === undefined ? undefined : uncopiedAdvice(project);
  const folders = missingFolders(project);
  const commands = [
    ...(copy === undefined ? [] : [copy]),
    ...(folders.length === 0 ? [] : [`mkdir -p ${folders.join(' ')}`]),
    usage.example,
  ];
  const choices = usage.choices === '' ? '' : ` (${usage.choices})`;
  return `choose what to build, once: trimtab run --build '${commands.join(' && ')}'${choices}`;
}

/** Returns the advice to copy a part of a build from a template, as the end of a sentence. */
function uncopiedAdvice(project: string, missing?: string): string | undefined {
  const copy = copying(filesNear(project), missing);
  if (copy === undefined) return undefined;
  return `a part of its build is made from a template: give the build command once: trimtab run --build '${copy} && make GOAL VARIABLE=VALUE'`;
}

/**
 * Returns the advice for a missing part of the build description that has to be made first, as the end of a sentence.
 * Undefined if there is no hint how.
 * @param output the last lines that the build printed
 */
export function missingPartAdvice(project: string, output: string): string | undefined {
  const missing = missingMakefile(output);
  if (missing === undefined) return undefined;
  const copied = uncopiedAdvice(project, missing);
  if (copied !== undefined) return copied;
  const kind = extname(missing);
  const stem = basename(missing, kind);
  // Make.Linux for Make.UNKNOWN: such files are kept for each kind of machine.
  const related = filesNear(project).filter(
    (name) => basename(name).startsWith(`${stem}.`) && dirname(name) !== '.' && !NOT_FOR_MAKE.test(name),
  );
  const example = related.find((name) => /linux/i.test(name)) ?? related.at(0);
  if (kind === '' || example === undefined) return undefined;
  const text = readText(join(project, example), PROJECT_TEXT);
  const lacking = wantsBlas(text) && !hasBlas() ? `. ${NO_BLAS}` : '';
  const beside = related.filter((name) => dirname(name) === dirname(example)).length;
  const variable = variableOf(project, kind.slice(1)) ?? 'VARIABLE';
  return (
    `${missing} is to be written for this machine, after one of the ${beside} in ${dirname(example)} such as ${basename(example)}; ` +
    `save it as ${stem}.NAME and give the build command once: trimtab run --build 'make ${variable}=NAME'${lacking}`
  );
}

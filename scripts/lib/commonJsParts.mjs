/**
 * Writes the parts of a split bundle as CommonJS modules.
 *
 * esbuild splits ES modules only, but these start slower, and its own conversion reads each imported name through a
 * getter, which costs a quarter of an analysis. Here, imported names become variables.
 *
 * Each replacement is at most as long as the statement and padded, so that source maps stay correct.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import ts from 'typescript';

/**
 * The first line of each part: what import statements become. The names are short enough for replacements of the same
 * length, and too long for esbuild to shorten others to them.
 */
const banner = '"use strict";const $req=require,$imp=(name)=>Promise.resolve().then(()=>require(name));';

/**
 * Options of a build that writes such parts.
 * @param {string} folder
 * @param {string} shared the beginning of the names of shared parts
 * @param {import('esbuild').Plugin[]} plugins further ones
 * @returns {import('esbuild').BuildOptions}
 */
export const commonJsParts = (folder, shared, plugins = []) => ({
  format: 'esm',
  splitting: true,
  outdir: folder,
  outExtension: { '.js': '.cjs' },
  chunkNames: `${shared}-[hash]`,
  banner: { js: banner },
  plugins: [...plugins, writingParts(shared)],
  write: false,
});

/** @param {string} shared @returns {import('esbuild').Plugin} */
const writingParts = (shared) => ({
  name: 'commonJsParts',
  setup(build) {
    build.onEnd(({ outputFiles = [], errors }) => {
      if (errors.length === 0) writeParts(outputFiles, shared);
    });
  },
});

/** @param {import('esbuild').OutputFile[]} files @param {string} shared */
function writeParts(files, shared) {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path.endsWith('.map') ? text : checked(commonJs(text, basename(path)), path));
  }
  removeOthers(
    files.map(({ path }) => path),
    shared,
  );
}

/**
 * Compiles a CommonJS module without running it.
 * @param {string} code
 * @param {string} filename
 */
function checked(code, filename) {
  new Script(Module.wrap(code.replace(/^#!.*/, '')), { filename });
  return code;
}

/**
 * Removes parts of earlier builds, which would be packaged.
 * @param {readonly string[]} written
 * @param {string} shared
 */
function removeOthers(written, shared) {
  for (const folder of new Set(written.map((path) => dirname(path))))
    for (const name of readdirSync(folder))
      if (name.startsWith(`${shared}-`) && !written.includes(join(folder, name))) rmSync(join(folder, name));
}

/**
 * @param {string} code an ES module as esbuild writes it
 * @param {string} name of its file, for errors
 */
export function commonJs(code, name) {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  /** @type {{ from: number, to: number, text: string }[]} */
  const edits = [];
  /** @type {(node: ts.Node, text: string, to?: number) => void} */
  const replace = (node, text, to = node.getEnd()) => edits.push({ from: node.getStart(file), to, text });
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) replace(node, imported(node, name));
    else if (ts.isExportDeclaration(node)) replace(node, exported(node));
    else if (ts.isExportAssignment(node)) replace(node, 'exports.default=', node.expression.getStart(file));
    else if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword)
      throw new Error(`${name}: import.meta has no value in CommonJS modules.`);
    else if (node.kind === ts.SyntaxKind.ImportKeyword) replace(node, '$imp');
    else ts.forEachChild(node, visit);
  };
  visit(file);
  refuseLateValues(file, name);
  let [result, at] = ['', 0];
  for (const { from, to, text } of edits) {
    // Exports are the end of the file: nothing behind them can move.
    if (text.length > to - from && !text.includes('exports'))
      throw new Error(`${name}: "${text}" is longer than "${code.slice(from, to)}", so source maps would be wrong.`);
    const lines = code.slice(from, to).replace(/[^\n]/g, '');
    result += code.slice(at, from) + text.padEnd(to - from - lines.length) + lines;
    at = to;
  }
  return result + code.slice(at);
}

/** @param {ts.ImportDeclaration} declaration @param {string} name */
function imported({ importClause, moduleSpecifier }, name) {
  const loaded = `$req(${JSON.stringify(textOf(moduleSpecifier))})`;
  if (importClause === undefined) return `${loaded};`;
  const { name: whole, namedBindings: names } = importClause;
  if (whole !== undefined && names !== undefined)
    throw new Error(`${name}: import either the whole of ${textOf(moduleSpecifier)} or names of it.`);
  if (whole !== undefined) return `var ${whole.text}=${loaded};`;
  if (names === undefined) return `${loaded};`;
  if (ts.isNamespaceImport(names)) return `var ${names.name.text}=${loaded};`;
  const pairs = names.elements.map(({ name: to, propertyName: from }) => pair(from ?? to, to));
  return `var{${pairs.join()}}=${loaded};`;
}

/** @param {ts.ExportDeclaration} declaration */
function exported(declaration) {
  const pairs = exportsOf(declaration).map(({ name: to, propertyName: from }) => pair(to, from ?? to));
  return `Object.assign(exports,{${pairs.join()}});`;
}

/**
 * Importing modules copy values when they load this one, so values must not be assigned later.
 * @param {ts.SourceFile} file
 * @param {string} name
 */
function refuseLateValues({ statements }, name) {
  const shared = new Set(
    statements.flatMap((statement) =>
      ts.isExportDeclaration(statement)
        ? exportsOf(statement).map(({ name: to, propertyName: from }) => textOf(from ?? to))
        : [],
    ),
  );
  for (const statement of statements)
    for (const { name: declared, initializer } of ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [])
      if (initializer === undefined && ts.isIdentifier(declared) && shared.has(declared.text))
        throw new Error(`${name}: ${declared.text} is exported before it has a value.`);
}

/** @param {ts.ExportDeclaration} declaration */
const exportsOf = ({ exportClause }) =>
  exportClause !== undefined && ts.isNamedExports(exportClause) ? [...exportClause.elements] : [];

/** @param {ts.ModuleExportName} key @param {ts.ModuleExportName} value */
const pair = (key, value) => (textOf(key) === textOf(value) ? textOf(key) : `${textOf(key)}:${textOf(value)}`);

/** @param {ts.Expression | ts.ModuleExportName} node */
function textOf(node) {
  if (ts.isIdentifier(node) || ts.isStringLiteral(node)) return node.text;
  throw new Error('a name is neither an identifier nor a string');
}

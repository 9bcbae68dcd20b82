/** Which declarations of the sources nothing of the product reaches: they live for tests only, or for nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/**
 * A statement at the top of a module: what it declares, and the names that it uses.
 * @typedef {object} Statement
 * @property {readonly string[]} names
 * @property {readonly string[]} uses
 * @property {boolean} runs whether it does something as soon as the module is loaded
 */

/**
 * A module as far as names go. `imports` and `exports` lead from a name here to the module and the name there (`*` for all
 * of it); what is exported without a module is declared here.
 * @typedef {object} Module
 * @property {string} path
 * @property {Statement[]} statements
 * @property {Map<string, { from: string, name: string }>} imports
 * @property {Map<string, { from?: string, name: string }>} exports
 * @property {string[]} passesOn modules all of whose exports are exported
 * @property {string[]} loads modules that are imported
 */

/** @param {string} folder @returns {string[]} absolute paths of its sources */
export function sourcesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs|cjs)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

/** @param {string} from @param {string} specifier @returns {string | undefined} the source that an import means */
function target(from, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const path = resolve(dirname(from), specifier);
  const bare = path.replace(/\.(js|mjs|cjs)$/, '');
  return [path, `${bare}.ts`, `${bare}.tsx`].find(
    (candidate) => /\.(ts|tsx|mjs|cjs)$/.test(candidate) && existsSync(candidate),
  );
}

/** @param {import('typescript').Node} node @returns {string[]} names that a statement may refer to, its own among them */
function namesUsed(node) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {import('typescript').Node} part */
  const visit = (part) => {
    if (ts.isIdentifier(part) && !isKey(part)) found.add(part.text);
    ts.forEachChild(part, visit);
  };
  visit(node);
  return [...found];
}

/** @param {import('typescript').Identifier} name @returns {boolean} whether it names a member, not a binding */
function isKey(name) {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === name;
  if (ts.isQualifiedName(parent)) return parent.right === name;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent)) &&
    parent.name === name
  );
}

/** @param {import('typescript').BindingName} name @returns {string[]} */
const bound = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((part) => (ts.isBindingElement(part) ? bound(part.name) : []));

/** @param {import('typescript').Statement} statement @returns {string[]} */
function declared(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
  const named =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return named && statement.name !== undefined ? [statement.name.text] : [];
}

/** @param {string} path @returns {Module} */
export function readModule(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
  /** @type {Module} */
  const module = { path, statements: [], imports: new Map(), exports: new Map(), passesOn: [], loads: [] };
  for (const statement of source.statements) addStatement(module, statement);
  /** Modules that are named in the middle of code: by import(), and as types. @param {import('typescript').Node} node */
  const visit = (node) => {
    const named =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined;
    const from = named !== undefined && ts.isStringLiteral(named) ? target(path, named.text) : undefined;
    if (from !== undefined) module.imports.set(`import(${from})`, { from, name: '*' });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return module;
}

/** @param {Module} module @param {import('typescript').Statement} statement */
function addStatement(module, statement) {
  if (ts.isImportDeclaration(statement)) return addImport(module, statement);
  if (ts.isExportDeclaration(statement)) return addExport(module, statement);
  const names = declared(statement);
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const isDefault =
    ts.isExportAssignment(statement) || modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  if (isExported) for (const name of names) module.exports.set(name, { name });
  if (isDefault) module.exports.set('default', { name: names[0] ?? 'default' });
  const uses = namesUsed(statement);
  module.statements.push({
    names: isDefault ? [...names, 'default'] : names,
    uses,
    runs: names.length === 0 && !isDefault,
  });
}

/** @param {Module} module @param {import('typescript').ImportDeclaration} statement */
function addImport(module, { moduleSpecifier, importClause }) {
  const from = ts.isStringLiteral(moduleSpecifier) ? target(module.path, moduleSpecifier.text) : undefined;
  if (from === undefined) return;
  module.loads.push(from);
  if (importClause?.name !== undefined) module.imports.set(importClause.name.text, { from, name: 'default' });
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) module.imports.set(bindings.name.text, { from, name: '*' });
  else
    for (const { name, propertyName } of bindings.elements)
      module.imports.set(name.text, { from, name: (propertyName ?? name).text });
}

/** @param {Module} module @param {import('typescript').ExportDeclaration} statement */
function addExport(module, { moduleSpecifier, exportClause }) {
  const named = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  const from = named === undefined ? undefined : target(module.path, named);
  if (named !== undefined && from === undefined) return;
  if (from !== undefined) module.loads.push(from);
  if (exportClause === undefined) module.passesOn.push(from ?? '');
  else if (ts.isNamespaceExport(exportClause))
    module.exports.set(exportClause.name.text, { ...(from && { from }), name: '*' });
  else
    for (const { name, propertyName } of exportClause.elements)
      module.exports.set(name.text, { ...(from && { from }), name: (propertyName ?? name).text });
}

/** Declarations reachable from the entry points of the product. */
class Reach {
  /** Names that are used, by module. @type {Map<string, Set<string>>} */
  used = new Map();
  /** @type {Set<string>} */
  loaded = new Set();

  /** @param {ReadonlyMap<string, Module>} modules */
  constructor(modules) {
    this.modules = modules;
  }

  /** Reaches all of a module, as of an entry point. @param {string} path */
  whole(path) {
    const module = this.modules.get(path);
    if (module === undefined) return;
    this.load(path);
    for (const { names, uses } of module.statements) for (const name of [...names, ...uses]) this.use(module, name);
    this.everyExport(path);
  }

  /** Reaches the side effects of loading a module. @param {string} path */
  load(path) {
    const module = this.modules.get(path);
    if (module === undefined || this.loaded.has(path)) return;
    this.loaded.add(path);
    for (const other of module.loads) this.load(other);
    for (const { runs, uses } of module.statements) if (runs) for (const name of uses) this.use(module, name);
  }

  /** @param {string} path @param {string} name of an export */
  export(path, name) {
    const module = this.modules.get(path);
    if (module === undefined) return;
    if (name === '*') return this.everyExport(path);
    this.load(path);
    const leads = module.exports.get(name);
    if (leads === undefined) for (const other of module.passesOn) this.export(other, name);
    else if (leads.from === undefined) this.use(module, leads.name);
    else this.export(leads.from, leads.name);
  }

  /** @param {string} path */
  everyExport(path) {
    const module = this.modules.get(path);
    for (const name of module?.exports.keys() ?? []) this.export(path, name);
    for (const other of module?.passesOn ?? []) this.everyExport(other);
  }

  /** @param {Module} module @param {string} name that a reached statement uses */
  use(module, name) {
    const known = this.used.get(module.path) ?? new Set();
    if (known.has(name)) return;
    this.used.set(module.path, known.add(name));
    const imported = module.imports.get(name);
    if (imported !== undefined) this.export(imported.from, imported.name);
    for (const { names, uses } of module.statements)
      if (names.includes(name)) {
        for (const other of [...names, ...uses]) this.use(module, other);
        for (const [key, { from }] of module.imports) if (key.startsWith('import(')) this.everyExport(from);
      }
  }
}

/**
 * @param {object} product
 * @param {string} product.root
 * @param {readonly string[]} product.entries absolute paths of what is started: all of it counts
 * @param {readonly string[]} product.folders what is looked at, relative to the root
 * @param {readonly string[]} [product.others] further modules that may be imported
 * @returns {{ path: string, name: string }[]} what nothing reaches, with paths relative to the root
 */
export function unreached({ root, entries, folders, others = [] }) {
  const paths = new Set([...folders.flatMap((folder) => sourcesIn(join(root, folder))), ...entries, ...others]);
  const modules = new Map([...paths].map((path) => [path, readModule(path)]));
  const reach = new Reach(modules);
  for (const entry of entries) reach.whole(entry);
  const looked = [...modules.values()].filter(({ path }) =>
    folders.some((folder) => path.startsWith(join(root, folder) + sep)),
  );
  return looked.flatMap(({ path, statements }) =>
    statements
      .flatMap(({ names }) => names)
      .filter((name) => reach.used.get(path)?.has(name) !== true)
      .map((name) => ({ path: relative(root, path).split(sep).join('/'), name })),
  );
}

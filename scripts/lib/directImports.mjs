/**
 * Imports names from where they are declared instead of from an `index.ts` that exports them again. Otherwise, whatever
 * imports one name of such a list loads all modules in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

/** @typedef {{ file: string, name: string }} Origin */

/** @type {import('esbuild').Plugin} */
export const directImports = {
  name: 'directImports',
  setup(build) {
    /** @type {Map<string, ReadonlyMap<string, Origin> | undefined>} */
    const lists = new Map();
    build.onStart(() => lists.clear());
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: withDirectImports(path, readFileSync(path, 'utf8'), lists),
      loader: 'ts',
    }));
  },
};

/**
 * @param {string} path
 * @param {string} code
 * @param {Map<string, ReadonlyMap<string, Origin> | undefined>} lists
 */
function withDirectImports(path, code, lists) {
  if (!code.includes("/index.js'")) return code;
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.ES2022);
  let [result, at] = ['', 0];
  for (const statement of file.statements) {
    const direct = directOf(statement, path, lists);
    if (direct === undefined) continue;
    const [from, to] = [statement.getStart(file), statement.getEnd()];
    // Lines stay, so that source maps are correct.
    result += code.slice(at, from) + direct + code.slice(from, to).replace(/[^\n]/g, '');
    at = to;
  }
  return result + code.slice(at);
}

/**
 * The statements in place of an import from a list; undefined for others.
 * @param {ts.Statement} statement
 * @param {string} path
 * @param {Map<string, ReadonlyMap<string, Origin> | undefined>} lists
 */
function directOf(statement, path, lists) {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  const { importClause, moduleSpecifier } = statement;
  const names = importClause?.namedBindings;
  if (names === undefined || !ts.isNamedImports(names) || importClause?.isTypeOnly === true) return undefined;
  const list = listAt(sourceOf(path, moduleSpecifier.text), lists);
  if (list === undefined) return undefined;
  return names.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName = name }) => {
      const origin = list.get(propertyName.text);
      const from = origin === undefined ? moduleSpecifier.text : specifierOf(path, origin.file);
      return `import { ${origin?.name ?? propertyName.text} as ${name.text} } from '${from}';`;
    })
    .join('');
}

/**
 * The values that an `index.ts` exports again, with their origin; undefined for other modules.
 * @param {string} file
 * @param {Map<string, ReadonlyMap<string, Origin> | undefined>} lists
 * @returns {ReadonlyMap<string, Origin> | undefined}
 */
function listAt(file, lists) {
  if (basename(file) !== 'index.ts' || !existsSync(file)) return undefined;
  if (!lists.has(file)) lists.set(file, originsIn(file, lists));
  return lists.get(file);
}

/**
 * @param {string} file
 * @param {Map<string, ReadonlyMap<string, Origin> | undefined>} lists
 */
function originsIn(file, lists) {
  /** @type {Map<string, Origin>} */
  const origins = new Map();
  for (const statement of ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022).statements) {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) continue;
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) continue;
    const from = sourceOf(file, moduleSpecifier.text);
    for (const { name, propertyName = name, isTypeOnly } of exportClause.elements)
      if (!isTypeOnly)
        origins.set(name.text, listAt(from, lists)?.get(propertyName.text) ?? { file: from, name: propertyName.text });
  }
  return origins;
}

/** @param {string} from @param {string} specifier */
const sourceOf = (from, specifier) => resolve(dirname(from), specifier.replace(/\.js$/, '.ts'));

/** @param {string} from @param {string} file */
function specifierOf(from, file) {
  const path = relative(dirname(from), file).replaceAll('\\', '/').replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

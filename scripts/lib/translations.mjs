/** The texts of the extension that VS Code translates: first arguments of `l10n.t`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './layout.mjs';
import { sourceOf } from './userTexts.mjs';

/** Translations are files next to it, such as `bundle.l10n.de.json`. */
export const BUNDLE = 'l10n/bundle.l10n.json';

const SOURCES = join(root, 'src/extension');

/** Returns the content of the file: each text separately, sorted. */
export function translationBundle() {
  const paths = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const texts = new Set(paths.flatMap((path) => textsOf(join(SOURCES, path))));
  return `${JSON.stringify(Object.fromEntries([...texts].sort().map((text) => [text, text])), undefined, 2)}\n`;
}

/**
 * @param {string} path of a source
 * @returns {string[]}
 * @throws Error where a text is not a literal: it could not be translated
 */
export function textsOf(path) {
  const source = sourceOf(path);
  /** @type {string[]} */
  const texts = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText(source))) {
      const [text] = node.arguments;
      if (text === undefined || !ts.isStringLiteralLike(text))
        throw new Error(`${path}: the first argument of l10n.t is not a literal: ${node.getText(source)}`);
      texts.push(text.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

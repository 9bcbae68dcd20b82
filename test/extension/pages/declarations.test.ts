/** A page is declared once; all other lists of pages are checked here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { panelType, type PageDeclaration } from '../../../src/protocol/pages/declaration.js';

const root = join(import.meta.dirname, '../../..');
const view = v.looseObject({ id: v.string(), type: v.optional(v.string()) });
const { activationEvents, contributes } = v.parse(
  v.looseObject({
    activationEvents: v.array(v.string()),
    contributes: v.looseObject({ views: v.record(v.string(), v.array(view)) }),
  }),
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
);

function isPage(value: unknown): value is PageDeclaration<unknown, unknown> {
  return typeof value === 'object' && value !== null && 'name' in value && 'title' in value && 'actions' in value;
}

/** Returns the declarations in the files of a folder. */
async function declared(folder: string): Promise<PageDeclaration<unknown, unknown>[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name): Promise<Record<string, unknown>> => import(join(folder, name))));
  return modules.flatMap((module) => Object.values(module)).filter(isPage);
}

const pages = await declared(join(root, 'src/protocol/pages'));
const names = pages.map(({ name }) => name).sort();

/** The folders and files of a folder, without what all pages share. */
function parts(folder: string, shared: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .map(({ name }) => name.replace(/\.ts$/, ''))
    .filter((name) => !shared.includes(name))
    .sort();
}

describe('the pages', () => {
  it('are brought back by the editor when its window was loaded again', () => {
    const events = activationEvents.filter((event) => event.startsWith('onWebviewPanel:'));
    const editors = pages.filter(({ isView }) => isView !== true);
    expect(events.sort()).toEqual(editors.map((page) => `onWebviewPanel:${panelType(page)}`).sort());
  });

  it('that are views have a position next to the editors', () => {
    const ids = Object.values(contributes.views)
      .flat()
      .filter(({ type }) => type === 'webview')
      .map(({ id }) => id);
    expect(ids).toEqual(pages.filter(({ isView }) => isView === true).map(panelType));
  });

  it('have a folder each, with a script and a style sheet', () => {
    expect(parts('src/webviews', ['kit', 'README.md', 'tsconfig.json'])).toEqual(names);
    for (const name of names) {
      const files = readdirSync(join(root, 'src/webviews', name));
      expect(files).toEqual(expect.arrayContaining(['main.tsx', `${name}.css`, `${name}Page.tsx`]));
    }
  });

  it('are all declared, each in a separate file', () => {
    expect(parts('src/protocol/pages', ['declaration', 'delta', 'messages', 'saved', 'questions'])).toEqual(names);
    for (const { name, title } of pages) {
      expect(name).toMatch(/^[a-z]+$/i);
      expect(title).not.toBe('');
    }
  });
});

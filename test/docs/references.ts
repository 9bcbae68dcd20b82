/** References of documentation pages to files, headings, commands, options, settings and keys, and those that do not exist. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The names that pages may refer to. */
export interface KnownNames {
  /** The help of a command of the command line; undefined if there is no such command. */
  readonly helpOf: (command: string) => { readonly text: string; readonly actions: readonly string[] } | undefined;
  /** The help of all commands. */
  readonly help: string;
  /** Titles of commands as the palette shows them, with their category. */
  readonly commandTitles: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
  /** Keys of `measure` in trimtab.yaml. */
  readonly measureKeys: ReadonlySet<string>;
}

/** Files whose names look like settings. */
const FILES = /^trimtab\.(yaml|h|F90)$/;

/** A sentence for each reference of a page that leads nowhere. @param path absolute path of the page */
export function wrongReferences(path: string, text: string, known: KnownNames): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  return [
    ...wrongLinks(path, prose, anchorsOf(text)),
    ...codeOf(text).flatMap((code) => [
      ...wrongCommands(code, known),
      ...wrongSettings(code, known),
      ...wrongKeys(code, known),
    ]),
    ...wrongTitles(prose, known),
  ];
}

/** The anchors of a page, as code hosts make them of headings. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)];
  const slug = (heading: string): string =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
  return new Set(headings.map(([, heading = '']) => slug(heading)));
}

function wrongLinks(path: string, prose: string, own: ReadonlySet<string>): string[] {
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.flatMap((target) => {
    if (/^(https?|mailto|vscode):/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const linked = join(dirname(path), decodeURIComponent(file));
    if (file !== '' && !existsSync(linked)) return [`${target}: no such file`];
    if (anchor === undefined) return [];
    const anchors = file === '' ? own : anchorsOf(readFileSync(linked, 'utf8'));
    return anchors.has(anchor) ? [] : [`${target}: no such heading`];
  });
}

/** Inline code, and the lines of blocks of code that a shell runs or that configure something. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)];
  const lines = blocks.flatMap(([, language = '', block = '']) =>
    ['sh', 'yaml'].includes(language) ? block.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '')) : [],
  );
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  return [...lines, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)];
}

const optionsIn = (text: string): string[] => [...text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([option]) => option);

/** Each `trimtab COMMAND` of a line with its action and options; words after ` -- ` are those of the program. */
function wrongCommands(code: string, { helpOf, help }: KnownNames): string[] {
  const wrong = (options: string, text: string, sentence: (option: string) => string): string[] => {
    const known = new Set([...optionsIn(text), '--project']);
    return optionsIn(options).flatMap((option) => (known.has(option) ? [] : [`${code}: ${sentence(option)}`]));
  };
  if (/^-{1,2}[a-z]/.test(code)) return wrong(code, help, () => 'no such option');
  // Quoted words are arguments of other programs.
  const unquoted = code.replaceAll(/'[^']*'|"[^"]*"/g, 'quoted');
  return unquoted.split(/&&|\|/).flatMap((part) => {
    const [, words] = /^\s*(?:npx )?trimtab (.+)$/.exec(part) ?? [];
    if (words === undefined) return [];
    const own = words.replace(/ -- .*$/, '');
    const [, command, action] = /^([a-z]+)(?: ([a-z]+)(?= |$))?/.exec(own) ?? [];
    if (command === undefined) return wrong(own, help, () => 'no such option');
    const found = helpOf(command);
    if (found === undefined) return [`${code}: no such command`];
    const { text, actions } = found;
    if (action !== undefined && actions.length > 0 && !actions.includes(action))
      return [`${code}: "${command}" has no ${action}`];
    return wrong(own, text, (option) => `no option ${option}`);
  });
}

function wrongSettings(code: string, { settings }: KnownNames): string[] {
  const names = /^trimtab\.[A-Za-z][\w.]*$/.test(code) && !FILES.test(code) ? [code] : [];
  return names.flatMap((name) => (settings.has(name) ? [] : [`${name}: no such setting`]));
}

function wrongKeys(code: string, { measureKeys }: KnownNames): string[] {
  const keys = [...code.matchAll(/\bmeasure(?:\.|: \{ ?)([A-Za-z]+)/g)].map(([, key = '']) => key);
  return keys.flatMap((key) => (measureKeys.has(key) ? [] : [`${code}: "measure" has no key ${key}`]));
}

function wrongTitles(prose: string, { commandTitles }: KnownNames): string[] {
  const titles = [...prose.matchAll(/\*(Trimtab: [^*]+)\*/g)].map(([, title = '']) => title);
  return titles.flatMap((title) => (commandTitles.has(title) ? [] : [`${title}: no such command`]));
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { absent, elementAt } from '../../src/base/elements.js';
import { offeredPatternsOf, patternsOf } from '../../src/formats/fileNames.js';
import { formats } from '../../src/formats/index.js';
import { commandNames } from '../../src/extension/commands/commandTable.js';
import { colorOf, type MarkStyle, markStyles, severityOrder } from '../../src/extension/decorations/levels.js';
import { contrast } from './contrast.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const Item = v.looseObject({ command: v.string(), when: v.optional(v.string()) });
const Color = v.object({
  light: v.string(),
  dark: v.string(),
  highContrast: v.string(),
  highContrastLight: v.string(),
});
/** A picture for each kind of theme. */
const Themed = v.strictObject({ dark: v.string(), light: v.string(), hc: v.string(), hcLight: v.string() });

const Manifest = v.looseObject({
  icon: v.string(),
  capabilities: v.looseObject({
    untrustedWorkspaces: v.looseObject({
      supported: v.string(),
      restrictedConfigurations: v.array(v.string()),
    }),
    virtualWorkspaces: v.looseObject({ supported: v.boolean() }),
  }),
  contributes: v.looseObject({
    commands: v.array(v.looseObject({ command: v.string(), title: v.string(), enablement: v.optional(v.string()) })),
    menus: v.record(v.string(), v.array(Item)),
    colors: v.array(v.looseObject({ id: v.string(), defaults: Color })),
    customEditors: v.array(
      v.looseObject({
        viewType: v.string(),
        priority: v.string(),
        selector: v.array(v.object({ filenamePattern: v.string() })),
      }),
    ),
    views: v.record(v.string(), v.array(v.looseObject({ id: v.string() }))),
    walkthroughs: v.array(
      v.looseObject({
        steps: v.array(
          v.looseObject({
            media: v.union([
              v.strictObject({ markdown: v.string() }),
              v.strictObject({
                image: v.union([v.string(), Themed]),
                altText: v.string(),
              }),
            ]),
          }),
        ),
      }),
    ),
    configuration: v.array(
      v.looseObject({ properties: v.record(v.string(), v.looseObject({ default: v.unknown() })) }),
    ),
  }),
});

const text = readFileSync(join(root, 'package.json'), 'utf8');
const { contributes, icon, capabilities } = v.parse(Manifest, JSON.parse(text));
const itemsOf = (menu: string) => contributes.menus[menu] ?? absent(menu);
const strings = v.parse(
  v.record(v.string(), v.string()),
  JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')),
);

describe('file types', () => {
  it('of all formats open in the editor for measurements, and no others', () => {
    const editor = contributes.customEditors.find(({ viewType }) => viewType === 'trimtab.measurement');
    expect(editor?.selector.map(({ filenamePattern }) => filenamePattern)).toEqual(formats.flatMap(patternsOf));
    expect(editor?.priority).toBe('default');
  });

  it('that other editors open too are offered to be opened there', () => {
    const editor = contributes.customEditors.find(({ viewType }) => viewType === 'trimtab.offeredMeasurement');
    expect(editor?.selector.map(({ filenamePattern }) => filenamePattern)).toEqual(formats.flatMap(offeredPatternsOf));
    expect(editor?.priority).toBe('option');
  });

  it('of all formats are in the menu of the file explorer, and no others', () => {
    const item = itemsOf('explorer/context').find(({ command }) => command === 'trimtab.openTrace');
    const escaped = (text: string): string => text.replaceAll('.', '\\.');
    const endings = formats.flatMap(({ extensions, offered = [] }) => [...extensions, ...offered].map(escaped));
    const names = formats.flatMap(({ fileNames = [] }) =>
      fileNames.map((name) => escaped(name).replaceAll('*', '[^.]*')),
    );
    const expression = [`\\.(${endings.join('|')})$`, ...names.map((name) => `^${name}$`)].join('|');
    expect(item?.when).toBe(`resourceFilename =~ /${expression}/`);
  });
});

describe('commands', () => {
  it('are the same in the manifest and in the code', () => {
    expect(contributes.commands.map((entry) => entry.command).sort()).toEqual(Object.keys(commandNames).sort());
  });

  it('in menus and links exist', () => {
    const menus = Object.values(contributes.menus).flatMap((items) => items.map((item) => item.command));
    const links = Object.values(strings).flatMap((string) =>
      [...string.matchAll(/\(command:(trimtab\.[\w.]+)\)/g)].map((match) => match[1]),
    );
    const views = Object.values(contributes.views).flatMap((group) => group.map((view) => `${view.id}.focus`));
    for (const command of [...menus, ...links]) expect([...Object.keys(commandNames), ...views]).toContain(command);
  });

  it('that explain a property are on the rows that have one', () => {
    const items = itemsOf('view/item/context').filter((item) => item.command === 'trimtab.explainProperty');
    expect(items).not.toEqual([]);
    for (const { when } of items) expect(when).toBe('view == trimtab.findings && viewItem == property');
  });

  it('that run programs need a trusted workspace', () => {
    const analyze = contributes.commands.find((entry) => entry.command === 'trimtab.analyzePerformance');
    expect(analyze?.enablement).toContain('isWorkspaceTrusted');
    expect(capabilities.untrustedWorkspaces.supported).toBe('limited');
    expect(capabilities.virtualWorkspaces.supported).toBe(false);
  });
});

describe('the setting trimtab.targets', () => {
  const setting = elementAt(contributes.configuration, 0).properties['trimtab.targets'];

  it('knows what trimtab.yaml knows', () => {
    const file: unknown = JSON.parse(readFileSync(join(root, 'schemas/trimtab.schema.json'), 'utf8'));
    const { definitions, properties } = v.parse(
      v.object({
        definitions: v.record(v.string(), v.unknown()),
        properties: v.looseObject({ targets: v.looseObject({ description: v.string() }) }),
      }),
      file,
    );
    /** The same with every definition in the place where it is referred to: settings have none. */
    const inlined = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(inlined);
      if (typeof part !== 'object' || part === null) return part;
      if ('$ref' in part) return inlined(definitions[String(part.$ref).replace('#/definitions/', '')]);
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inlined(value)]));
    };
    const { description, ...targets } = properties.targets;
    expect(description).not.toBe('');
    expect(setting).toMatchObject(v.parse(v.looseObject({}), inlined(targets)));
  });

  it('counts in a workspace only where that is trusted', () => {
    expect(setting?.scope).toBe('machine-overridable');
    expect(capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(['trimtab.targets']);
  });
});

describe('menus', () => {
  /** The regular expressions in the `when` clauses of a command's menu, as VS Code reads them. */
  const patterns = (menu: string, key: string) =>
    itemsOf(menu)
      .filter((item) => item.command === 'trimtab.analyzePerformance')
      .flatMap((item) => [...(item.when ?? '').matchAll(/(\w+) =~ \/(.+?)\/(i?)(?= |$)/g)])
      .filter((match) => match[1] === key)
      .map((match) => new RegExp(elementAt(match, 2), match[3]));

  it.each(['editor/context', 'explorer/context'])('%s offers the analysis on sources and build files', (menu) => {
    const matches = (key: string, value: string) => patterns(menu, key).some((pattern) => pattern.test(value));
    for (const extension of ['.c', '.C', '.cpp', '.c++', '.f90', '.F90', '.f', '.F08', '.py'])
      expect(matches('resourceExtname', extension), extension).toBe(true);
    for (const extension of ['.pyc', '.md', '.cs', '.otf2', '.css'])
      expect(matches('resourceExtname', extension), extension).toBe(false);
    for (const name of ['Makefile', 'makefile', 'GNUmakefile', 'CMakeLists.txt', 'trimtab.yaml'])
      expect(matches('resourceFilename', name), name).toBe(true);
    for (const name of ['Makefile.bak', 'CMakeLists.txtX']) expect(matches('resourceFilename', name), name).toBe(false);
  });

  it('of the explorer offer it on what may be a program, by its name', () => {
    const fits = (name: string) => patterns('explorer/context', 'resourceFilename').some((one) => one.test(name));
    for (const name of ['solver', 'heat2d_mpi', 'xhpl']) expect(fits(name), name).toBe(true);
    for (const name of ['README', 'LICENSE', 'Dockerfile', 'notes.txt', '.gitignore'])
      expect(fits(name), name).toBe(false);
  });
});

describe('strings', () => {
  it('all exist and are all used', () => {
    const used = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1]));
    expect([...used].sort()).toEqual(Object.keys(strings).sort());
  });
});

/** Of a picture that everybody installs. */
const MOST_BYTES = 150_000;

describe('files', () => {
  it('named by the manifest exist', () => {
    const pictures = contributes.walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ media }) => {
        if ('markdown' in media) return [media.markdown];
        return typeof media.image === 'string' ? [media.image] : Object.values(media.image);
      }),
    );
    for (const file of [icon, 'media/icon.svg', ...pictures]) {
      const { size } = statSync(join(root, file));
      expect(size, file).toBeGreaterThan(0);
      expect(size, file).toBeLessThan(MOST_BYTES);
    }
    expect(readdirSync(join(root, 'media/walkthrough')).length).toBe(new Set(pictures).size);
  });
});

describe('colors', () => {
  const defaults = new Map(contributes.colors.map((color) => [color.id, color.defaults]));
  const defaultsOf = (style: MarkStyle) => defaults.get(colorOf(style))!;

  it.each(markStyles)('%s is readable in every kind of theme', (style) => {
    const { light, dark, highContrast, highContrastLight } = defaultsOf(style);
    // WCAG 2.2: 4.5 for text, 7 for text where contrast is asked for. Backgrounds of VS Code's default themes.
    expect(contrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, '#1f1f1f')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(highContrast, '#000000')).toBeGreaterThanOrEqual(7);
    expect(contrast(highContrastLight, '#ffffff')).toBeGreaterThanOrEqual(7);
  });

  it.each(markStyles)('of the gutter icon of %s are those of the text next to it, in a distinct shape', (style) => {
    const icons = (['light', 'dark'] as const).map((theme) => {
      const svg = readFileSync(join(root, 'media/gutter', `${style}-${theme}.svg`), 'utf8');
      const color = defaultsOf(style)[theme];
      expect(svg).toContain(color);
      return svg.replaceAll(color, '');
    });
    expect(icons[0]).toBe(elementAt(icons, 1));
    const others = markStyles.filter((other) => other !== style);
    for (const other of others) {
      const svg = readFileSync(join(root, 'media/gutter', `${other}-light.svg`), 'utf8');
      expect(svg.replaceAll(defaultsOf(other).light, '')).not.toBe(icons[0]);
    }
  });

  it('has a setting value for every severity', () => {
    const level = elementAt(contributes.configuration, 0).properties['trimtab.marks.minimumLevel'];
    expect(level).toMatchObject({ enum: [...severityOrder], default: 'low' });
  });
});

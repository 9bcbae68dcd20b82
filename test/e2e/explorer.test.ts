import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { combinations } from '../support/matrix.js';
import { clippedTexts, frameViolations } from './support/accessibility.js';
import { openFromMenu, tracedProgram } from './support/tracedProgram.js';
import { lineIn } from './support/sourceLines.js';
import { EDITORS_WEBVIEW, VIEWS_WEBVIEW, Workbench } from './support/workbench.js';

const themes = ['Dark Modern', 'Light Modern', 'Dark High Contrast', 'Light High Contrast'] as const;
/** CSS pixels of the window: activity bar and side bar take 350 of them, and leave 240 of the narrowest. */
const widths = [1600, 900, 592] as const;
const HEIGHT = 1100;

/** Views that show when and where a program loses time. */
describe('timeline and Explorer of a traced program', () => {
  let folder: string;
  let bench: Workbench;
  let timeline: FrameLocator;
  const told = () => timeline.locator('.told');
  const picture = () => timeline.getByRole('application', { name: /^Timeline of / });

  beforeAll(async () => {
    folder = tracedProgram();
    bench = await Workbench.open(folder, join(folder, 'heat2d.c'));
    timeline = bench.timeline();
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    await bench.close();
    rmSync(dirname(folder), { recursive: true, force: true });
  });

  const lineOf = (text: string): number => lineIn(join(folder, 'heat2d.c'), text);

  /** The two keys that bring the keyboard into the timeline, and what a person sees before the next one. */
  async function enterTimeline(): Promise<void> {
    await bench.page.keyboard.press('Control+k');
    await bench.page.keyboard.press('t');
  }
  const focused = () => timeline.locator('.picture:focus').waitFor();

  it('explains in one sentence what to do if nothing can be shown', async () => {
    await bench.line('heat2d.c', 'heat2d: the steady temperature').waitFor();
    await bench.showTrimtab();
    await bench.editor('heat2d.c').click();
    await enterTimeline();
    await timeline.getByText(/^No experiment is selected\. Analyze a program, /).waitFor();
    await bench.screenshot('50-empty');
  });

  it('a person finds why heat2d waits without reading one sentence', async () => {
    await bench.page.locator('.activitybar').getByRole('tab', { name: 'Explorer' }).click();
    await openFromMenu(bench);
    // The experiment is open, and the timeline shows its worst wait.
    await told()
      .filter({ hasText: / waited / })
      .waitFor();
    const shown = /^([\d.]+)–([\d.]+) s of ([\d.]+) s$/.exec(
      await timeline.locator('header .quiet').first().innerText(),
    );
    const [from = 0, to = 0, whole = 0] = (shown ?? []).slice(1).map(Number);
    expect(to - from).toBeGreaterThan(0);
    expect(to - from).toBeLessThan(whole / 10);
    // Something is drawn: more than the ground and one class of time.
    const colors = () =>
      picture()
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          const found = new Set<number>();
          for (let at = 0; at + 2 < data.length; at += 4)
            found.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
          return found.size;
        });
    await expect.poll(colors).toBeGreaterThan(4);
    await bench.screenshot('51-worst-wait');
    // Three keys: two to go there, and the cause.
    await enterTimeline();
    await focused();
    await bench.page.keyboard.press('c');
    await bench.page.locator('.statusbar-item', { hasText: 'Ln 165,' }).waitFor();
    expect(lineOf('return relax_rows(b, alloy_begin')).toBe(165);
    await bench.line('heat2d.c', 'return relax_rows(b, alloy_begin').waitFor();
    await bench.screenshot('52-cause');
  });

  it('nothing is cut and nothing inaccessible in four themes and at three widths', async () => {
    await bench.command('Trimtab: Open Explorer');
    await bench
      .webview()
      .getByRole('treegrid', { name: /^Call paths by / })
      .waitFor();
    const looks = themes.flatMap((theme) => widths.map((width) => [theme, width] as const));
    for (const [theme, width] of combinations(looks)) {
      await bench.changeTheme(theme);
      await bench.page.setViewportSize({ width, height: HEIGHT });
      await timeline.locator('.timeline:not(.loading)').waitFor();
      for (const page of [EDITORS_WEBVIEW, VIEWS_WEBVIEW]) {
        const look = `${page} in ${theme}, ${width} px`;
        expect(await clippedTexts(bench.page, page), look).toEqual([]);
        expect(await frameViolations(bench.page, page), look).toEqual([]);
      }
      await bench.screenshot(`53-${theme.toLowerCase().replaceAll(' ', '-')}-${width}`);
    }
    await bench.page.setViewportSize({ width: widths[0], height: HEIGHT });
  });

  it('shows what README and docs depict', async () => {
    await bench.changeTheme('Light Modern');
    await bench.page.mouse.move(0, 0);
    await timeline.locator('.timeline:not(.loading)').waitFor();
    const drawn = () =>
      picture()
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await bench.docsPicture('timeline', bench.page.locator(VIEWS_WEBVIEW));
    await bench.docsPicture('explorer', bench.page.locator(EDITORS_WEBVIEW));
    // Nothing keeps the colors of a theme that is shown no longer.
    const before = await drawn();
    await bench.changeTheme('Dark High Contrast');
    await expect.poll(drawn).not.toBe(before);
    await bench.changeTheme('Light Modern');
    await expect.poll(drawn).toBe(before);
    await bench.command('View: Close Editor');
    await bench.goToLine(165);
    await bench.mark('heat2d.c', 'return relax_rows(b, alloy_begin', 'makes others wait');
    const first = await bench.line('heat2d.c', 'static double relax_alloy(struct band').boundingBox();
    const height = first?.height ?? 0;
    // The lens above the function, and the lines to the end of it.
    const range = { top: (first?.y ?? 0) - 1.2 * height, height: 7.6 * height };
    await bench.docsPicture('cause', bench.editor('heat2d.c'), range);
    await bench.command('Trimtab: Open Explorer');
    await bench
      .webview()
      .getByRole('treegrid', { name: /^Call paths by / })
      .waitFor();
  });

  it('what is under the cursor of the timeline is selected in the trees, and call paths of the trees color the timeline', async () => {
    const trees = bench.webview();
    const chosen = (name: RegExp) => trees.getByRole('treegrid', { name }).getByRole('row', { selected: true });
    await enterTimeline();
    await focused();
    // The cursor begins in the worst wait.
    await picture().press('ArrowDown');
    await told()
      .filter({ hasText: / waited .* \(Late Sender/ })
      .waitFor();
    const who = /^(MPI Rank \d) /.exec(await told().innerText())?.[1] ?? 'a rank';
    await chosen(/^Properties$/)
      .filter({ hasText: 'Late Sender' })
      .waitFor();
    await chosen(/^Call paths by /)
      .filter({ hasText: 'MPI_Waitall' })
      .waitFor();
    await expect.poll(() => chosen(/^Locations by /).allInnerTexts()).toEqual([expect.stringContaining(who)]);
    await bench.screenshot('53-selected-by-cursor');
    const paths = trees.getByRole('treegrid', { name: /^Call paths by / });
    await paths.focus();
    await paths.press('Home');
    await paths.press(' ');
    const color = timeline.getByRole('combobox', { name: 'color' });
    await color.selectOption({ label: 'selected call paths' });
    await timeline
      .getByRole('list', { name: 'Colors' })
      .getByText(/ and what it calls$/)
      .waitFor();
    await bench.screenshot('53-selected-call-paths');
    await color.selectOption('class');
  });

  it('a selected call path shows its line, and the line in the editor selects its call paths, where a person wants that', async () => {
    const trees = bench.webview();
    const paths = trees.getByRole('treegrid', { name: /^Call paths by / });
    const chosen = (name: RegExp) => trees.getByRole('treegrid', { name }).getByRole('row', { selected: true });
    await trees.getByRole('checkbox', { name: 'follow line' }).check();
    await timeline.getByRole('checkbox', { name: 'follow line', checked: true }).waitFor();
    // The row keeps the keyboard, and its line comes in sight.
    await paths.focus();
    await paths.press('End');
    await paths.press(' ');
    await bench.line('heat2d.c', 'MPI_Waitall(').waitFor();
    await chosen(/^Call paths by /)
      .filter({ hasText: 'MPI_Waitall' })
      .waitFor();
    await trees.locator('.tree:focus').waitFor();
    await bench.screenshot('53-line-of-call-path');
    await bench.editor('heat2d.c').click();
    // It has nothing of the selected property, and is seen as what is selected.
    await bench.goToLine(lineOf('MPI_Allreduce('));
    await chosen(/^Call paths by /)
      .filter({ hasText: 'MPI_Allreduce' })
      .waitFor();
    await bench.screenshot('53-followed-line');
    await bench.goToLine(lineOf('exchange_halo('));
    await chosen(/^Call paths by /)
      .filter({ hasText: 'exchange_halo' })
      .waitFor();
    // The line of a wait is shown, and that of its cause: the wait stays selected.
    await enterTimeline();
    await focused();
    await picture().press('n');
    await chosen(/^Call paths by /)
      .filter({ hasText: 'MPI_Waitall' })
      .waitFor();
    await picture().press('c');
    await bench.page.locator('.statusbar-item', { hasText: 'Ln 165,' }).waitFor();
    await bench.screenshot('53-wait-and-cause');
    expect(await chosen(/^Call paths by /).allInnerTexts()).toEqual([expect.stringContaining('MPI_Waitall')]);
    await timeline.getByRole('checkbox', { name: 'follow line' }).uncheck();
  });

  it('messages are announced one by one, and tables have the numbers of the picture', async () => {
    await enterTimeline();
    await focused();
    await picture().press('n');
    await picture().press('ArrowRight');
    const sender = async (): Promise<string> => {
      await picture().press('[');
      return told().innerText();
    };
    await expect.poll(sender).toMatch(/^MPI Rank \d sent [\d,]+ B to MPI Rank \d at /);
    await bench.screenshot('53-message');
    await picture().press('t');
    const table = timeline.getByRole('combobox', { name: 'table' });
    for (const [kind, head] of [
      ['messages', 'In transit'],
      ['collective operations', 'Last rank'],
      ['time by row', 'point-to-point'],
    ] as const) {
      await table.selectOption({ label: kind });
      await timeline.getByRole('columnheader', { name: head, exact: true }).waitFor();
      await bench.screenshot(`53-table-${kind.replaceAll(' ', '-')}`);
    }
    await timeline.getByRole('cell', { name: 'all rows', exact: true }).waitFor();
    expect(await frameViolations(bench.page, VIEWS_WEBVIEW)).toEqual([]);
    await picture().press('Escape');
  });

  it('waiting is hatched where a person wants that', async () => {
    const colors = timeline.getByRole('list', { name: 'Colors' });
    const waiting = timeline.getByRole('checkbox', { name: 'waits' });
    const hatching = colors.getByText('waiting', { exact: true });
    await hatching.waitFor();
    await waiting.uncheck();
    await hatching.waitFor({ state: 'detached' });
    await timeline.locator('.timeline:not(.loading)').waitFor();
    await bench.screenshot('53-without-waiting');
    await waiting.check();
    await hatching.waitFor();
  });

  it('a part of the run that is selected in the timeline is what the trees weigh', async () => {
    const trees = bench.webview();
    const visits = trees
      .getByRole('treegrid', { name: /^Properties$/ })
      .getByRole('row')
      .filter({ hasText: 'Visits' });
    const value = async () => Number((await visits.innerText()).replace(/[^\d]/g, ''));
    await trees.getByRole('combobox', { name: 'Numbers' }).selectOption('value');
    await expect.poll(value).toBeGreaterThan(0);
    const whole = await value();
    const canvas = picture().locator('canvas');
    const { width = 0 } = (await canvas.boundingBox()) ?? {};
    await canvas.hover({ position: { x: width * 0.4, y: 80 } });
    await bench.page.keyboard.down('Shift');
    await bench.page.mouse.down();
    await canvas.hover({ position: { x: width * 0.6, y: 90 } });
    await bench.page.mouse.up();
    await bench.page.keyboard.up('Shift');
    await told()
      .filter({ hasText: /^Selected .* in all views\.$/ })
      .waitFor();
    await trees.getByRole('checkbox', { name: /^only / }).waitFor();
    // The header has one line, also with what is selected.
    const header = timeline.locator('header');
    await header.getByRole('button', { name: /is selected in all views/ }).waitFor();
    const heights = await header
      .locator(':scope > *, .about > *')
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
      );
    expect(Math.max(...heights) - Math.min(...heights.filter((middle) => middle > 0))).toBeLessThan(12);
    await expect.poll(value).toBeLessThan(whole);
    await bench.screenshot('53-selected-time');
    expect(await clippedTexts(bench.page, VIEWS_WEBVIEW)).toEqual([]);
    await enterTimeline();
    await focused();
    await picture().press('Shift+X');
    await expect.poll(value).toBe(whole);
    await trees.getByRole('combobox', { name: 'Numbers' }).selectOption('run');
  });

  it('what is seen is saved as pictures and tables, and a link leads back to it', async () => {
    const saved = (ending: string): Buffer | undefined => {
      const name = readdirSync(folder).find((file) => file.endsWith(ending));
      return name === undefined ? undefined : readFileSync(join(folder, name));
    };
    const save = async (button: () => Promise<void>, ending: string): Promise<Buffer> => {
      await button();
      const path = bench.page.locator('.quick-input-widget input').first();
      await path.waitFor();
      await expect.poll(() => path.inputValue()).toContain(ending);
      await bench.page.keyboard.press('Enter');
      await path.waitFor({ state: 'hidden' });
      await expect.poll(() => (saved(ending)?.length ?? 0) > 0).toBe(true);
      return saved(ending) ?? Buffer.alloc(0);
    };
    const fromTimeline = (name: string) => async () => {
      await enterTimeline();
      await focused();
      await picture().press('e');
      await timeline.getByRole('button', { name }).click();
    };
    const svg = await save(fromTimeline('Save Picture as SVG'), '-timeline.svg');
    expect(svg.toString()).toContain('MPI Rank 3');
    const png = await save(fromTimeline('Save Picture as PNG'), '-timeline.png');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const waits = await save(fromTimeline('Save Waits as CSV'), '-timeline.csv');
    expect(waits.toString()).toMatch(/^Who,Waited \(s\),From \(s\),To \(s\),In,For\nMPI Rank \d,0\.\d/);
    const trees = await save(async () => {
      await bench.webview().getByRole('button', { name: 'Export' }).click();
      await bench.webview().getByRole('button', { name: 'Trees as CSV' }).click();
    }, '-explorer.csv');
    expect(trees.toString()).toContain('Late Sender');
    await bench
      .webview()
      .getByRole('treegrid', { name: /^Call paths by / })
      .press('?');
    await bench.webview().getByRole('region', { name: 'Keys' }).getByText('open the line of a call path').waitFor();

    const seen = () => timeline.locator('header .quiet').first().innerText();
    const window = await seen();
    await fromTimeline('Copy Link')();
    await picture().press('0');
    await expect.poll(seen).not.toBe(window);
    await bench.command('Developer: Open URL');
    await bench.page.locator('.quick-input-widget input').first().waitFor();
    await bench.page.keyboard.press('Control+v');
    await bench.page.keyboard.press('Enter');
    // VS Code asks before an extension opens a link.
    await bench.page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(seen).toBe(window);
    // It shows the time range, and selects none.
    await timeline.locator('.timeline:not(.loading)').waitFor();
    expect(await timeline.getByRole('button', { name: /is selected in all views/ }).count()).toBe(0);
    expect(await seen()).toBe(window);
  });

  it('the picture returns after the engine ends, and reports a missing trace', async () => {
    await enterTimeline();
    await focused();
    rmSync(join(folder, 'trace'), { recursive: true });
    bench.processesOf('engine.cjs').forEach((pid) => process.kill(pid, 'SIGKILL'));
    await bench.notifications().filter({ hasText: 'The Trimtab engine was restarted after a failure' }).waitFor();
    await picture().press('n');
    await told()
      .filter({ hasText: / waited / })
      .waitFor();
    // Calls that were shown before stay: these are others. If the worst wait appears only after the keys, they are
    // pressed again.
    const isGone = timeline.getByText(
      /^The trace of this run is gone or may not be read here: single calls are not shown, and /,
    );
    const lookElsewhere = async (): Promise<boolean> => {
      for (let times = 0; times < 8; times++) await picture().press('w');
      await timeline.locator('.timeline:not(.loading)').waitFor();
      return isGone.isVisible();
    };
    await expect.poll(lookElsewhere, { interval: 1000 }).toBe(true);
    await bench.screenshot('54-trace-removed');
  });
});

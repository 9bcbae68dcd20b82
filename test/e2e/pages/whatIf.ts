/** Predicted run times of a run: from a finding to its fix, its slider, and what remains after it. */
import { beforeAll, expect, it } from 'vitest';
import { clippedTexts } from '../support/accessibility.js';
import { checkInThemes, type OnHistory, type Pages } from '../support/onHistory.js';
import { EDITORS_WEBVIEW, VIEWS_WEBVIEW, type Workbench } from '../support/workbench.js';

function register(on: () => OnHistory): void {
  let bench: Workbench;

  beforeAll(() => {
    ({ bench } = on());
  });

  it('what if: predicts the change that a finding needs, others on top of it, and a curve', async () => {
    await bench.command('Trimtab: Experiment History');
    await bench.webview().getByRole('button', { name: 'heat2d, first version', exact: true }).click();
    const finding = bench.rows('Findings').filter({ hasText: 'Late Sender' }).first();
    await finding.waitFor();
    await bench.command('Trimtab: What If…');
    const page = bench.webview();
    await page.getByText('Measured run time. Add a change').waitFor();
    await page.getByRole('button', { name: 'Add: relax_rows balanced over ranks' }).waitFor();
    await page
      .getByText(/^saves \d/)
      .first()
      .waitFor();
    await bench.screenshot('38-what-if-empty');
    await finding.click({ button: 'right' });
    const item = bench.page.getByRole('menuitem', { name: 'What If This Were Faster?' });
    await item.hover();
    await bench.screenshot('38-what-if-menu');
    await item.click();
    const balanced = page.getByRole('checkbox', { name: 'relax_rows balanced over ranks' });
    await balanced.waitFor();
    const headline = page.locator('.headline');
    await expect.poll(() => headline.innerText()).toMatch(/→.*saves .* \(\d+\.\d %\)/s);
    await page.getByRole('heading', { name: 'Next', exact: true }).waitFor();
    const withBalance = await headline.innerText();
    await page.getByRole('button', { name: 'Add: relax_rows twice as fast' }).click();
    const slider = page.getByRole('slider', { name: 'Time of relax_rows' });
    await slider.focus();
    await expect.poll(() => headline.innerText()).not.toBe(withBalance);
    for (const key of ['End', 'Home', 'ArrowRight', 'ArrowRight', 'PageUp']) await slider.press(key);
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^\d+ % of the measured time$/);
    await page.getByRole('combobox', { name: 'Function' }).fill('nonsense');
    await page.getByRole('combobox', { name: 'Function' }).press('Enter');
    await page.getByText('The trace has no calls of a function or construct "nonsense".').waitFor();
    const chart = page.getByRole('application', { name: /^Run time by the time of relax_rows/ });
    await chart.focus();
    await chart.press('Home');
    await page.getByText(/^0 % of the time of relax_rows: .*, saves /).waitFor();
    await page.getByRole('button', { name: 'Try This' }).waitFor();
    await checkInThemes(bench, 'light', '38-what-if');
    await page.getByText(/^Caches, memory bandwidth/).scrollIntoViewIfNeeded();
    await bench.screenshot('38-what-if-limits');
    await page.getByRole('heading', { name: 'What If', exact: true }).scrollIntoViewIfNeeded();
    await inPageOfWidth240(bench, async () => {
      await checkInThemes(bench, 'light', '38-what-if-narrow');
    });
    await page.getByRole('button', { name: 'Remove: nonsense twice as fast' }).click();
    await page.getByRole('button', { name: /^Remove: relax_rows with / }).click();
    await page.getByRole('button', { name: 'Show Timeline' }).click();
    const timeline = bench.timeline();
    await timeline.locator('strong', { hasText: 'Predicted: relax_rows balanced over ranks' }).waitFor();
    await timeline.getByText(/^Measured: /).waitFor();
    await bench.screenshot('38-what-if-timeline');
    await bench.command('View: Toggle Maximized Panel');
    // No tip of the workbench covers the picture.
    await bench.page.mouse.move(900, 12);
    await timeline.locator('.timeline:not(.loading)').waitFor();
    await bench.screenshot('38-what-if-timeline-large');
    await bench.docsPicture('what-if', bench.page.locator(VIEWS_WEBVIEW));
    await bench.command('View: Toggle Maximized Panel');
    await bench.command('View: Hide Panel');
    await balanced.uncheck();
    await page
      .getByRole('button', { name: /^heat2d\.c:\d+$/ })
      .first()
      .click();
    await bench.page.locator('.monaco-editor.focused').first().waitFor();
  });
}

/** Does something while the page has 240 pixels. */
async function inPageOfWidth240(bench: Workbench, look: () => Promise<void>): Promise<void> {
  const { width, height } = bench.page.viewportSize() ?? { width: 1440, height: 860 };
  await bench.page.setViewportSize({ width: 590, height });
  await expect
    .poll(() =>
      bench
        .webview()
        .locator('body')
        .evaluate(() => innerWidth),
    )
    .toBeLessThanOrEqual(240);
  expect(await clippedTexts(bench.page, EDITORS_WEBVIEW)).toEqual([]);
  await look();
  await bench.page.setViewportSize({ width, height });
}

export const whatIfPages: Pages = { name: 'what if', register };

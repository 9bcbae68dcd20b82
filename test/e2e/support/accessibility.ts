import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { EDITORS_WEBVIEW } from './workbench.js';

/**
 * What axe finds seriously wrong in a part of the page, one line each.
 * Rows that draw a bar of block characters speak the number only, so name and visible text differ on purpose.
 * @param selector the part; the workbench around it is not ours
 */
export async function seriousViolations(page: Page | Frame, selector: string): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async (part) => {
    const { violations } = await window.axe.run(part, {
      resultTypes: ['violations'],
      rules: { 'label-content-name-mismatch': { enabled: false } },
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help} (${nodes
            .slice(0, 5)
            .map((node) => node.html.slice(0, 200))
            .join(' | ')})`,
      );
  }, selector);
}

/** The same for the page that is shown in a webview, one that is an editor unless another is meant. */
export async function frameViolations(page: Page, webview = EDITORS_WEBVIEW): Promise<string[]> {
  const outer = await page.locator(webview).first().elementHandle();
  const guard = await outer.contentFrame();
  const inner = await guard?.locator('#active-frame').elementHandle();
  const frame = await inner?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('No webview is shown.');
  return seriousViolations(frame, '#page');
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

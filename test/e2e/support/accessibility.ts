import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { EDITORS_WEBVIEW } from './workbench.js';

/**
 * Returns the serious violations that axe finds in a part of the page, one line each. Rows that draw a bar of block
 * characters expose the number only, so name and visible text differ on purpose.
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
  return seriousViolations(await shownFrame(page, webview), '#page');
}

/**
 * Returns texts of the page in a webview that extend beyond its edges without scrolling, or are cut without a sign of
 * it.
 */
export async function clippedTexts(page: Page, webview: string): Promise<string[]> {
  const frame = await shownFrame(page, webview);
  return await frame.evaluate(() => {
    const { innerWidth, innerHeight } = window;
    const scrolls = (value: string) => value === 'auto' || value === 'scroll';
    const isFixed = getComputedStyle(document.body).overflowY === 'hidden';
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('#page *')) {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const text = own
        .map(({ textContent }) => textContent ?? '')
        .join('')
        .trim();
      const { left, right, bottom, width, height } = element.getBoundingClientRect();
      if (text === '' || width <= 1 || height <= 1) continue;
      const style = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden';
      if (isCut && style.textOverflow !== 'ellipsis') found.push(`cut: ${text}`);
      let [isReached, isReachedBelow] = [false, !isFixed];
      for (let above = element.parentElement; above !== null; above = above.parentElement) {
        isReached ||= scrolls(getComputedStyle(above).overflowX);
        isReachedBelow ||= scrolls(getComputedStyle(above).overflowY);
      }
      if (!isReached && (right > innerWidth + 1 || left < -1)) found.push(`beside the page: ${text}`);
      if (!isReachedBelow && bottom > innerHeight + 1) found.push(`below the page: ${text}`);
    }
    return found;
  });
}

async function shownFrame(page: Page, webview: string): Promise<Frame> {
  const outer = await page.locator(webview).first().elementHandle();
  const guard = await outer.contentFrame();
  const inner = await guard?.locator('#active-frame').elementHandle();
  const frame = await inner?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('No webview is shown.');
  return frame;
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

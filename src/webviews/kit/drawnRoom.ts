/** Size and theme with which a canvas is drawn. */
import { useEffect, useState } from 'preact/hooks';
import { severityScales, type SeverityScale } from '../../pictures/colors/severity.js';
import { themeChanges } from './theme.js';

/** @returns `width` in CSS pixels, undefined until it is measured; `theme`, another number for each theme */
export function useDrawnRoom(holder: { readonly current: HTMLElement | null }) {
  const [width, setWidth] = useState<number>();
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const { current } = holder;
    if (current === null) return;
    const measure = (): void => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    const stop = themeChanges(() => setTheme((count) => count + 1));
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);
  return { width, theme };
}

/** Colors of severities in the present theme. */
export function themeScale(): SeverityScale {
  const isLight = document.body.matches('.vscode-light, .vscode-high-contrast-light');
  return severityScales[isLight ? 'light' : 'dark'];
}

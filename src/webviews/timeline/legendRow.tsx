import { useEffect, useState } from 'preact/hooks';
import { type BarInk, partInks } from '../../pictures/colors/inks.js';
import type { Coloring } from '../../pictures/timeline/coloring.js';
import { themeChanges } from '../kit/theme.js';
import { themePalette } from '../kit/palette.js';

interface KeyProps {
  readonly coloring: Coloring;
  readonly isSteps: boolean;
  /** Whether rows are hatched because their values are uncertain. */
  readonly isUncertain: boolean;
}

/** Legend of colors and patterns. */
export function Key({ coloring, isSteps, isUncertain }: KeyProps) {
  const [palette, setPalette] = useState(themePalette);
  useEffect(() => themeChanges(() => setPalette(themePalette())), []);
  const inks: BarInk[] = partInks.filter((ink) => coloring.inks.includes(ink) && !(isSteps && ink === 'other'));
  return (
    <ul class="legend" aria-label="Colors">
      {[...inks, ...(coloring.showsWaiting ? (['waiting'] as const) : [])].map((ink) => (
        <li key={ink}>
          <span
            class={`swatch ${ink}`}
            aria-hidden="true"
            {...(/\d$/.test(ink) ? { style: { background: palette[ink] } } : {})}
          />
          <span class="short" title={coloring.names[ink]}>
            {coloring.names[ink] ?? ink}
          </span>
        </li>
      ))}
      {isUncertain && (
        <li>
          <span class="swatch uncertain" aria-hidden="true" />
          <span>uncertain: records are missing</span>
        </li>
      )}
    </ul>
  );
}

/** The theme's colors as pictures take them. */
import { type Ink, type Palette, palettes, TIME_COLORS } from '../../pictures/colors/inks.js';
import { CanvasPen } from '../../pictures/drawing/canvasPen.js';
import { color } from './theme.js';

/** A color of the theme as `#rrggbb`: what is see-through is laid upon the ground. */
function solid(value: string, ground: string): string {
  const canvas = new OffscreenCanvas(1, 1);
  const pen = canvas.getContext('2d');
  if (pen === null) return ground;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, 1, 1);
  pen.fillStyle = value;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** @param grounds variables of what pictures lie on, the first that the theme has */
export function themePalette(
  grounds: readonly string[] = ['--vscode-panel-background', '--vscode-editor-background'],
): Palette {
  const isLight = document.body.matches('.vscode-light, .vscode-high-contrast-light');
  const isContrast = document.body.matches('.vscode-high-contrast');
  const own = palettes[isLight ? 'light' : 'dark'];
  const ground = solid(color(...grounds), own.ground);
  const of = (ink: Ink, ...variables: readonly string[]): string => {
    const value = color(...variables);
    return solid(value === 'gray' ? own[ink] : value, ground);
  };
  const time = Object.fromEntries(
    Object.entries(TIME_COLORS[isLight ? 'light' : 'dark']).map(([name, fallback]) => {
      const value = color(`--vscode-trimtab-time.${name}`);
      return [name, solid(value === 'gray' ? fallback : value, ground)];
    }),
  );
  return {
    ...own,
    isHighContrast: document.body.matches('.vscode-high-contrast, .vscode-high-contrast-light'),
    ...time,
    ground,
    text: of('text', '--vscode-foreground'),
    quiet: of('quiet', '--vscode-descriptionForeground'),
    rule: of('rule', ...(isContrast ? ['--vscode-contrastBorder'] : []), '--vscode-panel-border'),
    path: of('path', '--vscode-foreground'),
    message: of('message', '--vscode-descriptionForeground'),
    chosen: of('chosen', '--vscode-focusBorder'),
  };
}

/** A pen that draws with these colors in the font of the page. */
export function penOf(palette: Palette): CanvasPen {
  const makePattern = (square: Uint8ClampedArray<ArrayBuffer>, size: number): string | object => {
    const canvas = new OffscreenCanvas(size, size);
    const pen = canvas.getContext('2d');
    pen?.putImageData(new ImageData(square, size, size), 0, 0);
    return pen?.createPattern(canvas, 'repeat') ?? '#888888';
  };
  return new CanvasPen(palette, makePattern, getComputedStyle(document.body).fontFamily);
}

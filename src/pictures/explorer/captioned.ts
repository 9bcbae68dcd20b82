/** Standalone pictures in files: a page shows their titles and sentences itself. */
import type { Drawn, Picture } from '../drawing/drawList.js';
import { wrapped } from '../drawing/fonts.js';
import { lowered } from '../drawing/lowered.js';
import { MARGIN, TEXT } from './diagram.js';

const TITLE = 15;
const LINE = 17;

/** A picture with its title above and its description below, in as many lines as they need. */
export function captioned(picture: Picture): Picture {
  const { width, height, title, description, items } = picture;
  const room = width - 2 * MARGIN;
  const above = wrapped(title, TITLE, room);
  const below = wrapped(description, TEXT, room);
  const top = above.length * 20 + 12;
  return {
    ...picture,
    height: top + height + below.length * LINE + 10,
    items: [
      ...above.map((text, at): Drawn => ({
        ...{ is: 'text', x: MARGIN, y: 22 + at * 20, text, ink: 'text', size: TITLE, isBold: true },
      })),
      ...lowered(items, top),
      ...below.map((text, at): Drawn => ({
        ...{ is: 'text', x: MARGIN, y: top + height + 12 + at * LINE, text, ink: 'text', size: TEXT },
      })),
    ],
  };
}

/** Pictures as files: the content of a page, redrawn with another pen or larger. */
import type { Palette } from '../../pictures/colors/inks.js';
import type { Picture } from '../../pictures/drawing/drawList.js';
import { svgOf } from '../../pictures/drawing/svgPen.js';
import type { SaveAction } from '../../protocol/pages/saved.js';
import { penOf } from './palette.js';

type Saved = Pick<SaveAction, 'do' | 'kind' | 'text'>;

/** Pixels of a bitmap for a pixel of the page. */
const SCALE = 2;
/** Pixels to a side, and in all, that browsers draw on. */
const LONGEST_SIDE = 16_000;
const MOST_PIXELS = 1 << 27;

export const savedSvg = (picture: Picture, palette: Palette): Saved => ({
  ...{ do: 'save', kind: 'svg', text: svgOf(picture, palette) },
});

/** Twice as large as on the page; less where that is larger than a bitmap may be. */
export async function savedPng(picture: Picture, palette: Palette): Promise<Saved> {
  const { width, height, items } = picture;
  const scale = Math.min(SCALE, LONGEST_SIDE / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)));
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const surface = canvas.getContext('2d');
  if (surface === null) throw new Error('This browser draws on no canvas of this size.');
  surface.scale(scale, scale);
  surface.fillStyle = palette.ground;
  surface.fillRect(0, 0, width, height);
  penOf(palette).draw(surface, items);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return { do: 'save', kind: 'png', text: base64(new Uint8Array(await blob.arrayBuffer())) };
}

/** Bytes that become text at once: each is an argument. */
const PIECE = 1 << 15;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

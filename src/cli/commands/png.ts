/** Pictures as PNG, without a browser. */
import type * as resvg from '@resvg/resvg-wasm';
import { readBytes } from '../../base/files/index.js';
import { findRenderer } from '../services/paths.js';
import type { SystemFont } from './systemFonts.js';

/** Device pixels for each pixel of a picture, as the pages save them. */
const SCALE = 2;
/** Bytes of the compiled renderer. */
const LARGEST = 16 << 20;

type Renderer = typeof resvg;

/** It can be started once in a process. */
let renderer: Promise<Renderer> | undefined;

/**
 * Renders a picture.
 * @param svg the picture as the SVG pen writes it
 * @param font for its texts
 * @returns the file, with twice as many pixels in each direction
 */
export async function pngOf(svg: string, font: SystemFont): Promise<Uint8Array> {
  const { Resvg } = await (renderer ??= load());
  const rendered = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { fontBuffers: [...font.files], defaultFontFamily: font.family, sansSerifFamily: font.family },
  }).render();
  return rendered.asPng();
}

/** Loads the renderer when it is first needed: it costs time and memory that no other command needs. */
async function load(): Promise<Renderer> {
  const loaded = await import('@resvg/resvg-wasm');
  await loaded.initWasm(readBytes(findRenderer(), { limit: LARGEST, within: null }));
  return loaded;
}

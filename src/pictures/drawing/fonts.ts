/** The writing of pictures. */
export const FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

const NARROW = /[ilj.,:;'|!()[\]tfrI1 ]/;
const WIDE = /[mwMW@%—]/;

/**
 * How wide a text is at most, CSS pixels: more than nearly all fonts take, so that what is laid out by it does not touch.
 * @param size of the font
 */
export function widthOfText(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width * size;
}

/** In shares of the font's size. */
function widthOf(character: string): number {
  if (character.charCodeAt(0) > 0x2e80) return 1.05;
  if (NARROW.test(character)) return 0.42;
  if (WIDE.test(character)) return 0.98;
  return character >= 'A' && character <= 'Z' ? 0.75 : 0.65;
}

/** Returns a text shortened to a width; its end is replaced by “…”, or all of it if fewer than three characters fit. */
export function shortened(text: string, size: number, room: number): string {
  if (widthOfText(text, size) <= room) return text;
  const characters = Array.from(text);
  let width = widthOf('…') * size;
  let kept = 0;
  for (const character of characters) {
    width += widthOf(character) * size;
    if (width > room) break;
    kept++;
  }
  return kept < 3 ? '' : `${characters.slice(0, kept).join('')}…`;
}

/** A text in lines of at most this width, divided between words; a longer word is shortened. */
export function wrapped(text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOfText(longer, size) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].flatMap((one) => (one === '' ? [] : [shortened(one, size, room)]));
}

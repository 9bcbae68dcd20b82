import { pathInside } from '../../base/files/inside.js';
import { mappedFile } from '../../base/paths/pathMap.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { fileName, plainLine } from '../../base/text.js';
import { fit, type Layout } from '../terminal/layout.js';

/**
 * A place as `heat2d.c:88`, with the way from the folder where the file lies below it, also where it was measured
 * elsewhere and is mapped; its line is never cut.
 */
export function placeText(
  place: SourcePlace | undefined,
  { folder, pathMap = [] }: Pick<Layout, 'folder' | 'pathMap'>,
  width = Number.POSITIVE_INFINITY,
): string {
  if (place === undefined) return 'no source line';
  const file = mappedFile(place.file, pathMap) ?? place.file;
  const inside = pathInside(folder, file);
  const line = `:${place.line}`;
  const ways = inside === undefined ? [] : [inside];
  const fitting = [...ways, fileName(place.file)].map(plainLine).find((file) => file.length + line.length <= width);
  return (fitting ?? fit(plainLine(fileName(place.file)), Math.max(2, width - line.length), 'end')) + line;
}

import type { Region } from '../definitions.js';
import type { SourcePlace } from '../findings/findings.js';

/** Returns the location of a region's definition, if the file contains it. */
export function regionPlace(region: Region | undefined): SourcePlace | undefined {
  if (region?.file === undefined || region.file === '' || region.beginLine === 0) return undefined;
  return { file: region.file, line: region.beginLine };
}

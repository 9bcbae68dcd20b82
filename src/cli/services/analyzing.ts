import { programOf } from '../../formats/registry.js';
import { ProgressLine } from '../terminal/progress.js';
import type { Context } from './context.js';

type AnalyzeArchive = Context['analyzeArchive'];

/**
 * Analyzes an archive, with its progress in the terminal.
 * @param how further options of the analysis; the program is named after the archive if omitted
 */
export async function analyzeWithProgress(
  { terminal, analyzeArchive, signal }: Context,
  archive: string,
  how: Partial<Omit<Parameters<AnalyzeArchive>[1], 'signal' | 'onProgress'>> = {},
): ReturnType<AnalyzeArchive> {
  const progress = new ProgressLine(terminal);
  try {
    return await analyzeArchive(archive, {
      program: programOf(archive),
      ...how,
      signal,
      onProgress: (fraction, message) => progress.show(message, fraction),
    });
  } finally {
    progress.clear();
  }
}

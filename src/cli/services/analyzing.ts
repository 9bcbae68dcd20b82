import { programOf } from '../../formats/registry.js';
import { ProgressLine } from '../terminal/progress.js';
import type { Context } from './context.js';

type AnalyzeArchive = Context['analyzeArchive'];

/** Analyzes an archive, with its progress in the terminal. @param how further options of the analysis */
export async function analyzeWithProgress(
  { terminal, analyzeArchive, signal }: Context,
  archive: string,
  how: Omit<Parameters<AnalyzeArchive>[1], 'program' | 'signal' | 'onProgress'> = {},
): ReturnType<AnalyzeArchive> {
  const progress = new ProgressLine(terminal);
  try {
    return await analyzeArchive(archive, {
      ...how,
      program: programOf(archive),
      signal,
      onProgress: (fraction, message) => progress.show(message, fraction),
    });
  } finally {
    progress.clear();
  }
}

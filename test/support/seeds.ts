import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A text of the language as a founding document prints it. */
export interface SeedText {
  /** The document, and which of its texts it is, such as `oleynik-2014-performance-dynamics 3`. */
  readonly name: string;
  readonly text: string;
}

const DOCUMENTS = [
  'fuerlinger-gerndt-2005-openmp-properties',
  'wolf-2003-expert',
  'oleynik-2014-performance-dynamics',
] as const;

const BEGINS = /^\s*(?:property\b|pattern\b|ParPerf \{|Event PRED)/i;

/**
 * Returns all texts of the language in the founding documents; undefined, with one message, if this machine has none.
 * They are not part of the repository, and are looked for next to the conformance data.
 */
export function seedTexts(): readonly SeedText[] | undefined {
  const data = process.env.TRIMTAB_CONFORMANCE_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');
  const folder = path.join(data, '..', 'seeds');
  if (!existsSync(folder)) {
    console.warn(`Skipped: the founding documents ${folder} are not there (set TRIMTAB_CONFORMANCE_DATA).`);
    return undefined;
  }
  return DOCUMENTS.flatMap((document) => {
    const whole = readFileSync(path.join(folder, `${document}.txt`), 'utf8');
    const blocks = [...whole.matchAll(/^```[^\n]*\n(.*?)^```$/gms)].map(([, block = '']) => block);
    return blocks
      .filter((block) => BEGINS.test(block))
      .map((block, index) => ({ name: `${document} ${index + 1}`, text: restored(block) }));
  });
}

/** The text without the captions within it, and with the underscore that the page lost in a name of MPI. */
function restored(block: string): string {
  return block.replace(/^\s*Figure \d.*$/gm, '').replace(/\bMPI Send\b/g, 'MPI_Send');
}

import { commonSuffix, pathParts } from '../../base/paths/suffixMatch.js';
import type { LineTexts } from './lineTexts.js';

/**
 * Reports whether an assistant means a measured file. The given name may be the end of its path as measured or in the
 * project. It may also be a longer path that ends like the one in the project. Only names are compared; no file is
 * read.
 * @param wanted undefined: every file
 */
export function isMeantFile(
  wanted: string | undefined,
  { projectPath }: Pick<LineTexts, 'projectPath'>,
): (measured: string) => boolean {
  if (wanted === undefined) return () => true;
  const asked = pathParts(wanted);
  const known = new Map<string, boolean>();
  const fits = (measured: string): boolean => {
    const project = projectPath(measured);
    const inProject = project === undefined ? [] : pathParts(project);
    const shared = commonSuffix(asked, inProject);
    return (
      commonSuffix(asked, pathParts(measured)) === asked.length ||
      (shared > 0 && (shared === asked.length || shared === inProject.length))
    );
  };
  return (measured) => {
    const found = asked.length > 0 && (known.get(measured) ?? fits(measured));
    known.set(measured, found);
    return found;
  };
}

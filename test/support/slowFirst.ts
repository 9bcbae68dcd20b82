import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests build and run programs, or read large traces. */
export const SLOW_FOLDERS = [
  'bombs',
  'conformance',
  'examples',
  'fuzz',
  'measurement/forecast',
  'measurement/probe',
  'workflows',
  'targets',
  'cli',
  'engine',
];

const isSlow = ({ moduleId }: TestSpecification): boolean =>
  SLOW_FOLDERS.some((folder) => moduleId.includes(`/test/${folder}/`));

/**
 * The order of test files: slow ones first, so that no core is idle at the end. Vitest knows durations of earlier runs
 * only, and takes large files first in a new clone.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => (file.project.name === 'alone' ? 0 : 2) + (isSlow(file) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests read large or hostile files. */
const READING = ['bombs', 'conformance', 'fuzz'];

/** Folders whose tests build and run programs, or read large traces. */
export const SLOW_FOLDERS = [
  ...READING,
  'examples',
  'measurement/forecast',
  'probe',
  'workflows',
  'targets',
  'cli',
  'engine',
];

const isIn = ({ moduleId }: TestSpecification, folders: readonly string[]): boolean =>
  folders.some((folder) => moduleId.includes(`/test/${folder}/`));

/** Slow files first; among these, those that read, since the probe is built in parallel with them (`buildProbe.ts`). */
function rankOf(file: TestSpecification): number {
  const place = isIn(file, READING) ? 0 : isIn(file, SLOW_FOLDERS) ? 1 : 2;
  return (file.project.name === 'alone' ? 0 : 3) + place;
}

/**
 * The order of test files: slow ones first, so that no core is idle at the end. Vitest knows durations of earlier runs
 * only, and takes large files first in a new clone.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

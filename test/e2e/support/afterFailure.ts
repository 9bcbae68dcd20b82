/**
 * Each test continues from the end of the previous one in its file: after a failure, the rest of the file could only
 * wait in vain.
 */
import { afterEach, beforeEach } from 'vitest';

/** Files share this module. */
let failedFile: string | undefined;

beforeEach(({ skip, task }) => {
  if (failedFile === task.file.filepath) skip('a test before it in this file failed');
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') failedFile = task.file.filepath;
});

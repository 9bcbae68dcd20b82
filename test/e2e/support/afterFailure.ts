/** Each test goes on where the one before it in its file ended: after a failure, the rest of the file could only wait in vain. */
import { afterEach, beforeEach } from 'vitest';

let hasFailed = false;

beforeEach(({ skip }) => {
  if (hasFailed) skip('a test before it in this file failed');
});

afterEach(({ task }) => {
  hasFailed ||= task.result?.state === 'fail';
});

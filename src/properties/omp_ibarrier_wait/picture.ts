import { type Picture, waitForLast } from '../pictures.js';

export const picture: Picture = {
  ...waitForLast('Wait at Implicit OpenMP Barrier', 'barrier at the end', 'thread'),
  description:
    'Three threads enter the barrier at the end of a loop one after the other. The first two wait until the last one, thread 2, enters it. It does not wait.',
};

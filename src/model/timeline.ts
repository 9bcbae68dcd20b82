/** What a run did when: time by class in blocks of events, and everything that happened between locations. Pure data. */

/** What time is told apart by in pictures of time. */
export const TIME_CLASSES = [
  'computation',
  'point-to-point',
  'collective',
  'one-sided',
  'OpenMP',
  'I/O',
  'device',
  'other',
] as const;

/** Values of switches in makefiles and their opposites. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['yes', 'no'],
  ['YES', 'NO'],
  ['Yes', 'No'],
  ['1', '0'],
  ['on', 'off'],
  ['ON', 'OFF'],
  ['true', 'false'],
  ['TRUE', 'FALSE'],
];

/** The value that turns a switch off; undefined if it is not on. */
export const offFor = (value: string): string | undefined => PAIRS.find(([on]) => on === value.trim())?.[1];

/** The value that turns a switch on; undefined if it is not off. */
export const onFor = (value: string): string | undefined => PAIRS.find(([, off]) => off === value.trim())?.[0];

/**
 * Modules that no part of the product reaches and that stay nevertheless, with the reason. Paths of modules or folders,
 * and names in them if only parts are meant. `npm run check:exports` asks to remove entries that are no longer needed.
 * @type {readonly { path: string, names?: readonly string[], reason: string }[]}
 */
export const keptForTests = [
  { path: 'src/formats/ompp/format', names: ['readOmpp'], reason: 'a report as a text, which fuzzing changes' },
];

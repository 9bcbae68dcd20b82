/**
 * What no part of the product reaches and stays all the same, with the reason. Paths of modules or folders, and names in
 * them where not all of it is meant. `npm run check:exports` asks for entries that are needed no more to be taken off.
 * @type {readonly { path: string, names?: readonly string[], reason: string }[]}
 */
export const keptForTests = [
  { path: 'src/formats/ompp/format', names: ['readOmpp'], reason: 'a report as a text, which fuzzing changes' },
];

/**
 * What no part of the product reaches and stays all the same, with the reason. Paths of modules or folders, and names in
 * them where not all of it is meant. `npm run check:exports` asks for entries that are needed no more to be taken off.
 * @type {readonly { path: string, names?: readonly string[], reason: string }[]}
 */
export const keptForTests = [
  { path: 'src/pictures/colors/oklab', reason: 'the way between colours of severities' },
  {
    path: 'src/pictures/colors/severity',
    reason: 'colours of severities in trees, maps and matrices, which come next',
  },
];

/** The pictures of README, docs and walkthrough: how each is made, and which sources it depicts. */

/**
 * @typedef {object} Picture
 * @property {string} file the path of the picture in the repository
 * @property {readonly string[]} depicts folders and files of sources whose change makes the picture out of date
 * @property {string} [window] the name by which the end-to-end tests of `scripts/screenshots.mjs` take it in a window of the workbench
 * @property {readonly string[]} [draw] arguments of `trimtab picture`; `EQUAL` and `COST` are two runs of heat2d on two ranks
 */

const RECORDED = 'examples/heat2d-mpi/recorded';
const SVG = ['src/pictures', 'src/cli/commands/picture.ts'];
const BOTH_RUNS = ['EQUAL', '--compare', 'COST', '--width', '800'];

/** @type {readonly Picture[]} */
export const pictures = [
  { file: 'docs/images/timeline.png', window: 'timeline', depicts: ['src/webviews/timeline'] },
  { file: 'docs/images/explorer.png', window: 'explorer', depicts: ['src/webviews/explorer'] },
  { file: 'docs/images/what-if.png', window: 'what-if', depicts: ['src/webviews/timeline', 'src/webviews/whatIf'] },
  {
    file: 'media/walkthrough/cause.png',
    window: 'cause',
    depicts: ['src/extension/decorations', 'src/engine/presentation/codeLens.ts'],
  },
  { file: 'docs/images/heat2d-timeline.png', draw: [RECORDED, '--width', '1000'], depicts: SVG },
  { file: 'docs/images/dynamics.png', draw: [RECORDED, '--view', 'dynamics', '--width', '900'], depicts: SVG },
  { file: 'media/walkthrough/finding-light.svg', draw: ['EQUAL', '--width', '800'], depicts: SVG },
  { file: 'media/walkthrough/finding-dark.svg', draw: ['EQUAL', '--width', '800', '--theme', 'dark'], depicts: SVG },
  { file: 'media/walkthrough/change-light.svg', draw: BOTH_RUNS, depicts: SVG },
  { file: 'media/walkthrough/change-dark.svg', draw: [...BOTH_RUNS, '--theme', 'dark'], depicts: SVG },
];

/** The most days that a picture may be older than the sources that it depicts. */
export const MOST_DAYS_BEHIND = 7;

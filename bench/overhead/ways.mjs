// The ways in which each program is measured.

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {'plain' | 'hooks' | 'sleds'} build
 * @property {Record<string, string>} settings of the run
 * @property {'tor' | 'por'} [strategy] whose selection it takes
 * @property {true} [eztrace] it is EZTrace that measures
 * @property {true} [once] in the first round only, since it takes many times as long
 * @property {number} [goal] times the plain run
 */

/** Settings of compiling by the name of the build; of the plain one there is no wrapper. */
export const builds = /** @type {const} */ ({ plain: {}, hooks: { TRIMTAB_SLEDS: '0' }, sleds: {} });

/** Everything that has sleds, whatever it costs. */
const all = { TRIMTAB_FUNCTIONS: 'all', TRIMTAB_BUDGET: '100' };

/** No function has its sleds on. */
const MPI_ALONE = { TRIMTAB_FUNCTIONS: '0', TRIMTAB_OPENMP: '0' };

/** @type {Way[]} */
export const ways = [
  { name: 'plain', build: 'plain', settings: {} },
  // Bounded, since it would be many gigabytes; then it continues as a profile.
  { name: "compiler's hooks", build: 'hooks', settings: { TRIMTAB_MAX_BYTES: '500000000' }, once: true },
  { name: 'sleds off', build: 'sleds', settings: { ...MPI_ALONE, TRIMTAB_MPI: '0' }, goal: 1.01 },
  { name: 'MPI alone', build: 'sleds', settings: MPI_ALONE },
  { name: 'first run', build: 'sleds', settings: {}, goal: 1.05 },
  { name: 'first run, profile', build: 'sleds', settings: { TRIMTAB_MODE: 'profile' }, goal: 1.05 },
  { name: 'all functions', build: 'sleds', settings: { ...all, TRIMTAB_MODE: 'profile' }, once: true },
  { name: 'TOR', build: 'sleds', settings: all, strategy: 'tor' },
  { name: 'POR', build: 'sleds', settings: all, strategy: 'por' },
  { name: 'sampling 1,000/s', build: 'sleds', settings: { TRIMTAB_SAMPLING: '1000' } },
  { name: 'EZTrace', build: 'plain', settings: {}, eztrace: true },
];

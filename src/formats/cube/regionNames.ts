/**
 * Kind of a region, by its name, if a file has no further data: before CUBE 4.3 regions had neither paradigm nor role.
 */
import { classified } from '../profile/classification.js';
import type { CubeRegion } from './anchor.js';
import { roleWord } from './names.js';

/** CUBE's words for the roles of OpenMP's constructs, by what OPARI calls these. */
const roles = new Map<string, string>([
  ['parallel', 'parallel'],
  ['do', 'loop'],
  ['for', 'loop'],
  ['sections', 'sections'],
  ['section', 'section'],
  ['workshare', 'workshare'],
  ['single', 'single'],
  ['single sblock', 'single sblock'],
  ['master', 'master'],
  ['critical', 'critical'],
  ['critical sblock', 'critical sblock'],
  ['atomic', 'atomic'],
  ['barrier', 'barrier'],
  ['ibarrier', 'implicit barrier'],
  ['implicit barrier', 'implicit barrier'],
  ['flush', 'flush'],
  ['ordered', 'ordered'],
  ['ordered sblock', 'ordered sblock'],
  ['task', 'task'],
  ['create task', 'task create'],
  ['taskwait', 'taskwait'],
]);
/** `!$omp for @solve.c:53`: what it is, and where it begins. */
const CONSTRUCT = /^!\$omp ([a-z ]+?)(?: @(.+):(\d{1,9}))?$/;

/** Returns the region with the facts implied by its name; unchanged if the file contains them. */
export function withNamesFacts(region: CubeRegion): CubeRegion {
  if (region.paradigm !== '') return region;
  const { name, file } = region;
  if (name === 'TRACE BUFFER FLUSH') return { ...region, paradigm: 'measurement', role: 'artificial' };
  const [, construct, place, line] = CONSTRUCT.exec(name) ?? [];
  const role = roles.get(construct ?? '');
  if (role === undefined) {
    const told = classified(name);
    return { ...region, paradigm: told.paradigm, role: roleWord(told.role) };
  }
  const known = { ...region, paradigm: 'openmp', role };
  if (region.beginLine > 0 || place === undefined) return known;
  return { ...known, file: file.endsWith(`/${place}`) ? file : place, beginLine: Number(line) };
}

/** The regions and call paths of ompP's constructs and of the parts of their time. */
import type { RegionRole } from '../../model/definitions.js';
import type { CallTreeBuilder } from '../profile/index.js';
import { kindOf } from './columns.js';
import type { OmppRegion } from './report.js';

export class OmppRegions {
  private readonly program: number;

  constructor(
    private readonly calls: CallTreeBuilder,
    program: string,
    /** Whether constructs are also distinguished by ompP's numbers. */
    private readonly isNumbered: boolean,
  ) {
    this.program = calls.region({ name: program, paradigm: 'user', role: 'function' });
  }

  root(): number {
    return this.calls.callPath(this.program);
  }

  /** The call path of a construct within others. */
  pathOf(callers: readonly OmppRegion[], region: OmppRegion): number {
    const within = callers.reduce(
      (path, one) => this.body(this.calls.callPath(this.region(one), path), one),
      this.root(),
    );
    return this.calls.callPath(this.region(region), within);
  }

  /** The construct itself. */
  region(region: OmppRegion): number {
    const { role, word } = kindOf(region.type);
    const name = [word, labelOf(region), placeOf(region, region.begin)].filter((part) => part !== '').join(' ');
    return this.part(region, name, role);
  }

  /**
   * Returns the call path of the work in a construct: the construct, except for critical sections, in which the
   * construct is the waiting to enter it.
   */
  body(path: number, region: OmppRegion): number {
    if (region.type !== 'CRITICAL' && region.type !== 'LOCK') return path;
    const { word } = kindOf(region.type);
    const name = `${word} sblock ${placeOf(region, region.begin)}`;
    return this.calls.callPath(this.part(region, name, 'critical-sblock'), path);
  }

  /** Returns the barrier at the end of a construct, at its last line. */
  exitBarrier(path: number, region: OmppRegion): number {
    const { end } = region;
    const name = `!$omp implicit barrier ${placeOf(region, end)}`;
    return this.calls.callPath(this.part({ ...region, begin: end }, name, 'implicit-barrier'), path);
  }

  /** Starting and ending threads. */
  management(path: number, region: OmppRegion): number {
    const { word } = kindOf(region.type);
    const name = `${word} management ${placeOf(region, region.begin)}`;
    return this.calls.callPath(this.part(region, name, 'thread-create'), path);
  }

  private part({ id, type, file, begin, end }: OmppRegion, name: string, role: RegionRole): number {
    return this.calls.region({
      name,
      canonicalName: this.isNumbered ? `${id} ${name}` : name,
      description: `ompP ${id}`,
      file: file === '' ? undefined : file,
      beginLine: begin,
      endLine: end,
      paradigm: kindOf(type).construct === 'user' ? 'user' : 'openmp',
      role,
    });
  }
}

/** The name of a critical section or a region of the program. */
const labelOf = ({ label }: OmppRegion): string => (label === '(unnamed)' ? '' : label);

const placeOf = ({ file }: OmppRegion, line: number): string => (file === '' ? '' : `@${file}:${line}`);

/** What views are told of a report: no more than they show. The whole of it is asked for with `trimtab/report`. */
import type { Finding, FindingPart, FindingsReport } from '../model/findings.js';
import type { Seconds } from '../base/units.js';

/** What a finding is recognised by, and where it stands. */
export type FoundAt = Pick<Finding, 'property' | 'callPath' | 'place'>;

export interface ShownPart extends FindingPart {
  /** Name of the page about its property, in the folder of src/properties of that name, without its ending. */
  readonly page: string;
}

export interface ShownFinding extends Omit<Finding, 'parts' | 'causes' | 'worst'> {
  /** Name of the page about its property, in the folder of src/properties of that name, without its ending. */
  readonly page: string;
  readonly parts?: readonly ShownPart[];
  /** What `locations` leaves out: a run may have thousands. */
  readonly more?: { readonly locations: number; readonly seconds: Seconds };
}

export type ShownReport = Pick<
  FindingsReport,
  | 'program'
  | 'measurement'
  | 'span'
  | 'totalTime'
  | 'events'
  | 'processes'
  | 'locations'
  | 'entities'
  | 'doubts'
  | 'problems'
> & { readonly findings: readonly ShownFinding[] };

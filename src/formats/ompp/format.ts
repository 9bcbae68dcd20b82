import { readBytes, utf8Bytes } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { Profile } from '../../model/profile.js';
import type { Format } from '../format.js';
import { reportsNextTo } from './nextTo.js';
import { parseReport } from './parse.js';
import type { OmppReport } from './report.js';
import { toProfile } from './toProfile.js';

/** Characters of a report; the largest are some hundred kilobytes. */
const LARGEST = 1 << 27;

/**
 * Reads the text of a report.
 * @param name what to call it in messages
 * @throws TrimtabError when it has no profile of a region
 */
export function readOmpp(text: string, name: string): Profile {
  return toProfile([{ report: reportOf(text, name), rank: undefined }]);
}

function reportOf(text: string, name: string): OmppReport {
  const report = parseReport(text);
  if (report.flat.length === 0 && report.callGraph.length === 0)
    throw new TrimtabError(
      `${name} has no region profile of ompP; check that the report is whole and the program was built with kinst-ompp.`,
    );
  return report;
}

const readAt = (path: string): OmppReport =>
  reportOf(Buffer.from(utf8Bytes(readBytes(path, { limit: LARGEST }))).toString('utf8'), path);

/** Reports of the OpenMP profiler ompP. */
export const ompp: Format = {
  title: 'ompP report',
  kind: 'profile',
  extensions: ['ompp.txt'],
  plainNames: [],
  recognizes: (head) => Buffer.from(head).toString('latin1').includes('     ompP General Information '),
  open: (path) => {
    const profile = toProfile(reportsNextTo(path).map(({ path: at, rank }) => ({ report: readAt(at), rank })));
    return { kind: 'profile', definitions: profile.definitions, profile };
  },
};

import { TrimtabError } from '../../base/problem.js';

/** The error for a trace that is not read, because it is elsewhere and the workspace is not trusted. */
export const untrustedTrace = (experiment: string): TrimtabError =>
  new TrimtabError(
    `The trace of experiment ${experiment} is outside of its folder and is read only in a trusted workspace; trust it (Workspaces: Manage Workspace Trust).`,
  );

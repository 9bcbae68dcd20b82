import type { Finding, FindingsReport } from '../../src/model/findings/findings.js';

/** A finding with what a test cares about. */
export function finding(part: Partial<Finding> = {}): Finding {
  return {
    property: 'mpi_latesender',
    title: 'Late Sender',
    callPath: [
      { region: 'main', definition: { file: '/far/heat2d.c', line: 100 } },
      { region: 'exchange_halo', definition: { file: '/far/heat2d.c', line: 60 } },
      { region: 'MPI_Waitall', callSite: { file: '/far/heat2d.c', line: 87 } },
    ],
    place: { file: '/far/heat2d.c', line: 87 },
    seconds: 1,
    severity: 0.1,
    confidence: 1,
    locations: [
      { location: 2, name: 'MPI Rank 2', seconds: 0.75 },
      { location: 0, name: 'MPI Rank 0', seconds: 0.25 },
    ],
    explanation: 'Receivers wait.',
    advice: 'Send earlier.',
    ...part,
  };
}

/** A report with what a test cares about. */
export function report(part: Partial<FindingsReport> = {}): FindingsReport {
  return {
    format: 'trimtab-findings',
    version: 2,
    program: 'heat2d',
    span: 2.5,
    totalTime: 10,
    events: 1234,
    processes: 4,
    locations: ['MPI Rank 0', 'MPI Rank 1', 'MPI Rank 2', 'MPI Rank 3'],
    metrics: [],
    findings: [finding()],
    functions: [],
    lines: [],
    problems: [],
    ...part,
  };
}

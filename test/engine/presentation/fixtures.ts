import type { Finding, FindingsReport } from '../../../src/model/findings/findings.js';

/** A finding at line 10 of heat.c where ranks 1 and 2 wait; give what matters to the test. */
export function finding(change: Partial<Finding> = {}): Finding {
  return {
    property: 'mpi_latesender',
    title: 'Late Sender',
    callPath: [
      { region: 'main', definition: { file: '/src/heat.c', line: 3 } },
      { region: 'MPI_Recv', callSite: { file: '/src/heat.c', line: 10 } },
    ],
    place: { file: '/src/heat.c', line: 10 },
    seconds: 1.21,
    severity: 0.121,
    confidence: 1,
    locations: [
      { location: 1, name: 'MPI Rank 1', seconds: 0.7 },
      { location: 2, name: 'MPI Rank 2', seconds: 0.51 },
    ],
    explanation: 'A receive waits for its message.',
    advice: 'Send earlier.',
    ...change,
  };
}

/** A report of four ranks, ten seconds together. */
export function report(change: Partial<FindingsReport> = {}): FindingsReport {
  return {
    format: 'trimtab-findings',
    version: 2,
    program: 'heat',
    span: 2.5,
    totalTime: 10,
    events: 100,
    processes: 4,
    locations: ['MPI Rank 0', 'MPI Rank 1', 'MPI Rank 2', 'MPI Rank 3'],
    metrics: [],
    findings: [finding()],
    functions: [
      {
        region: 'main',
        place: { file: '/src/heat.c', line: 3 },
        visits: 4000,
        inclusive: 3.82,
        exclusive: 0.5,
        share: 0.382,
        properties: [
          { property: 'mpi_latesender', title: 'Late Sender', severity: 0.121 },
          { property: 'mpi_wait_nxn', title: 'Wait at N×N', severity: 0.02 },
          { property: 'mpi_barrier_wait', title: 'Wait at Barrier (MPI)', severity: 0.01 },
        ],
      },
    ],
    lines: [{ place: { file: '/src/heat.c', line: 10 }, seconds: 1.5, share: 0.15 }],
    problems: [],
    ...change,
  };
}

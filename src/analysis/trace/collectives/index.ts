import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Problem } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import { CollectiveOrder } from '../clocks/collectiveOrder.js';
import type { ClockViolations } from '../clocks/violations.js';
import type { MetricName } from '../metrics/metrics.js';
import { Operation } from '../metrics/operations.js';
import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Tolerance } from '../tolerance/index.js';
import type { ProcessCertainty } from '../certainty/processCertainty.js';
import type { Waits } from '../waits/waits.js';
import type { CollectiveLog } from '../timeline/collectives.js';
import type { CollectiveWaits } from '../../../properties/collectiveWaits.js';
import type { PropertyCatalog } from '../../../properties/index.js';
import { visitParts } from '../matching/betweenGroups.js';
import { type CollectiveInstance, isPairwise, type LeftOut, visitInstances } from '../matching/collectives.js';
import { rulesOf } from './rules.js';

/** Searches the collective operations of a trace, and the start and end of MPI, for waiting time; looks at their clocks. */
export function analyzeCollectives(
  records: CommunicationRecords,
  definitions: Definitions,
  processes: Processes,
  properties: PropertyCatalog,
  waits: Waits,
  clocks: ClockViolations,
  tolerance: Tolerance,
  log?: CollectiveLog,
): Problem[] {
  const rulesFor = rulesOf(properties);
  let pairwise = 0;
  const order = new CollectiveOrder();
  const search = (part: CollectiveInstance): void => {
    clocks.checkCollective(order.stepsOf(part), part);
    waits.states.collective(part, () => {
      for (const { metric, formula } of rulesFor(part)) book(metric, formula(part), part, waits);
    });
  };
  const visit = (instance: CollectiveInstance): void => {
    if (isPairwise(instance.collective)) pairwise++;
    const searchParts = (): void => visitParts(instance, search);
    if (log === undefined) searchParts();
    else log.add(instance, searchParts);
  };
  const leftOut = visitInstances(records, definitions, processes, visit, tolerance.processes);
  tolerance.leaveOut(leftOut.uncertain, leftOut.since);
  const start = callsOf(Operation.Init, records, processes, tolerance.processes);
  if (start !== undefined) {
    waits.states.collectives.addStart(start.operation, start.end);
    for (const { metric, search: how } of properties.searchedIn('start of MPI'))
      book(metric, how.formula(start), start, waits);
  }
  const finish = callsOf(Operation.Finalize, records, processes, tolerance.processes);
  if (finish !== undefined)
    for (const { metric, search: how } of properties.searchedIn('end of MPI'))
      book(metric, how.formula(finish), finish, waits);
  return problemsOf(leftOut, pairwise);
}

function book(
  metric: MetricName,
  { seconds, lateRank }: CollectiveWaits,
  { operation }: Pick<CollectiveInstance, 'operation'>,
  waits: Waits,
): void {
  for (let rank = 0; rank < operation.length; rank++) {
    const waited = seconds(rank);
    if (waited <= 0) continue;
    const late = lateRank(rank);
    waits.add(metric, operation[rank] ?? absent(rank), waited, late === undefined ? undefined : operation[late]);
  }
}

/**
 * Returns the only call of an MPI function at each process that makes it, if there are several such processes. If the
 * call of a process may be missing from the trace, the first and the last are unknown.
 */
function callsOf(
  kind: number,
  { operations }: CommunicationRecords,
  processes: Processes,
  certainty: ProcessCertainty,
): Pick<CollectiveInstance, 'operation' | 'begin' | 'end'> | undefined {
  const { columns } = operations;
  const rows: number[] = [];
  const seen = new Set<number>();
  for (let row = 0; row < operations.length; row++) {
    if (columns.kind[row] !== kind) continue;
    const process = elementAt(processes.ofLocation, elementAt(columns.location, row));
    if (seen.has(process)) continue;
    seen.add(process);
    rows.push(row);
  }
  if (rows.length < 2) return undefined;
  for (let process = 0; process < certainty.count; process++) {
    if (certainty.hasThreads(process) && !certainty.isWhole(process) && !seen.has(process)) return undefined;
  }
  return {
    operation: Int32Array.from(rows),
    begin: Float64Array.from(rows, (row) => elementAt(columns.enter, row)),
    end: Float64Array.from(rows, (row) => elementAt(columns.leave, row)),
  };
}

function problemsOf({ uncertain }: LeftOut, pairwise: number): Problem[] {
  const problems: Problem[] = [];
  const tell = (level: Problem['level'], number: number, what: string, reason: string): void => {
    if (number === 0) return;
    problems.push({ level, message: `Excluded from the search for waiting time: ${counted(number, what)}. ${reason}` });
  };
  tell(
    'warning',
    uncertain,
    'collective operation',
    'Records of some processes are missing or contradict each other; the trace is probably incomplete.',
  );
  tell(
    'information',
    pairwise,
    'collective operation',
    'MPI_Alltoallv and MPI_Alltoallw synchronize only processes that exchange data, which the trace does not record.',
  );
  return problems;
}

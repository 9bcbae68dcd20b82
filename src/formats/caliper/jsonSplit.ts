/** Rows of a file that Caliper's formatter `json-split` wrote. */
import { Damaged } from '../stacks/damage.js';
import { fieldsOf, indexOf, listOf, numberOf, textOf } from '../stacks/json.js';
import { BranchSteps } from './branchSteps.js';
import { type AttributeFacts, CALL_PATH, type CaliperRow, PLACE, RANK, SNAPSHOT, THREAD } from './table.js';

/** Nodes from one to the root of its branch. */
const DEEPEST = 1 << 12;

/** A column of the table. */
interface Column {
  readonly name: string;
  /** Whether rows have the value itself, else the index of a node. */
  readonly isValue: boolean;
}

/** Returns the facts about a file's column attributes: it does not mark additive ones. */
export function jsonFacts(content: unknown): AttributeFacts {
  const { columns, column_metadata: described } = fieldsOf(content);
  const about = listOf(described).map(fieldsOf);
  const units = listOf(columns).map((name, i): [string, string] => [
    textOf(name),
    textOf(about[i]?.['attribute.unit']) || textOf(about[i]?.['time.unit']),
  ]);
  return { units: new Map(units.filter(([, unit]) => unit !== '')), aggregatable: new Set() };
}

/** The rows of a file. @throws Damaged where it is another one */
export function* jsonRows(content: unknown): Generator<CaliperRow> {
  const file = fieldsOf(content);
  const described = listOf(file.column_metadata);
  const columns = listOf(file.columns).map((name, i): Column => ({
    name: textOf(name),
    isValue: fieldsOf(described[i]).is_value === true,
  }));
  if (columns.length === 0)
    throw new Damaged('is no file of Caliper: it has no columns; write it with the formatter json-split');
  const nodes = listOf(file.nodes).map(fieldsOf);
  const steps = new BranchSteps();
  const branch = (index: unknown): string[] => {
    const labels: string[] = [];
    for (let at = indexOf(index); at >= 0 && labels.length < DEEPEST; at = indexOf(nodes[at]?.parent)) {
      const node = nodes[at];
      if (node === undefined) break;
      steps.add();
      labels.push(textOf(node.label));
    }
    return labels.reverse();
  };
  for (const row of listOf(file.data)) {
    steps.row();
    yield rowOf(listOf(row), columns, branch);
  }
}

function rowOf(
  cells: readonly unknown[],
  columns: readonly Column[],
  branch: (index: unknown) => string[],
): CaliperRow {
  let [path, callPath, place]: [string[], string[], string] = [[], [], ''];
  let [rank, thread, snapshot]: (number | undefined)[] = [];
  const values = new Map<string, number>();
  columns.forEach(({ name, isValue }, i) => {
    const cell = cells[i];
    if (cell === null || cell === undefined) return;
    const last = (): string => (isValue ? (numberOf(cell)?.toString() ?? textOf(cell)) : (branch(cell).at(-1) ?? ''));
    if (name === 'path') path = branch(cell);
    else if (CALL_PATH.test(name)) callPath = branch(cell);
    else if (PLACE.test(name)) place = last();
    else if (RANK.test(name)) rank = numberOf(Number(last()));
    else if (THREAD.test(name)) thread = numberOf(Number(last()));
    else if (name === SNAPSHOT) snapshot = numberOf(Number(last()));
    else if (isValue) {
      const number = numberOf(cell);
      if (number !== undefined) values.set(name, number);
    }
  });
  const isSampled = callPath.length > 0 || place !== '';
  return { path: callPath.length > 0 ? callPath : path, place, rank, thread, snapshot, isSampled, values };
}

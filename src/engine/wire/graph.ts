import type * as wire from '../../protocol/graph.js';
import type { GraphField, GraphStep, WorkflowGraph } from '../../workflows/graph/graph.js';

/** Returns the file of a workflow, as its page receives it. */
export function shownGraph({ name, description, steps, problems, kinds }: WorkflowGraph): wire.WorkflowGraph {
  return {
    name,
    description,
    steps: steps.map(shownStep),
    problems: problems.map(({ line, column, message }) => ({ line, column, message })),
    kinds: kinds.map(({ kind, description: sentence }) => ({ kind, description: sentence })),
  };
}

function shownStep(step: GraphStep): wire.GraphStep {
  const { path, key, id, kind, beside, repeats, title, detail, line, fields, steps } = step;
  return {
    path,
    key,
    id,
    kind,
    beside,
    repeats,
    title,
    detail,
    line,
    fields: fields.map(shownField),
    steps: steps.map(shownStep),
  };
}

function shownField({ keys, name, type, hint, description, value }: GraphField): wire.GraphField {
  return { keys, name, type, hint, description, value };
}

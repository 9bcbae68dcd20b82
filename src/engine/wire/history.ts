import { present } from '../../base/present.js';
import { measuredText } from '../../model/text/judgedText.js';
import { scenariosText } from '../../model/text/scenarioText.js';
import type { HistoryEntry, JudgedPrediction, RetentionPreview, RetentionResult } from '../../experiments/index.js';
import { type EndedRuns, unclearSentence } from '../../workflows/runs/endedRuns.js';
import type * as wire from '../../protocol/pages/history.js';

/** How many experiments of a preview are shown by name. */
const NAMED = 100;

/** Returns an experiment, as the history page receives it. */
export function shownEntry(entry: HistoryEntry): wire.HistoryRow {
  const { id, name, program, target, date, ranks, state, tags, baseline, size } = entry;
  const { problem, measurement, totalTime, span, worst, doubt, note } = entry;
  return {
    id,
    name,
    program,
    target,
    date,
    ranks,
    state,
    tags,
    baseline,
    size,
    ...present({ problem, measurement, totalTime, span }),
    ...(worst === undefined ? {} : { worst: { title: worst.title, severity: worst.severity } }),
    ...present({ doubt, note }),
  };
}

export function shownPrediction(judged: JudgedPrediction): wire.ShownPrediction {
  const { id, name, created, scenarios, note, measured, runTime, outcome } = judged;
  return {
    id,
    name,
    created,
    change: scenariosText(scenarios),
    ...present({ note }),
    before: measured,
    predicted: runTime,
    ...(outcome === undefined
      ? {}
      : { outcome: { measured: measuredText(outcome.runTime), error: outcome.error, ids: outcome.ids } }),
  };
}

export function shownPreview(
  { items, bytes, left }: RetentionPreview,
  { count, bytes: runBytes, unclear }: Omit<EndedRuns, 'items'> & { readonly count: number },
): wire.RetentionPreview {
  const sentence = unclearSentence(unclear);
  return {
    items: items.slice(0, NAMED).map((item) => ({ name: item.entry.name, bytes: item.bytes })),
    count: items.length,
    bytes,
    left,
    runs: { count, bytes: runBytes, ...present({ unclear: sentence }) },
  };
}

export function shownRetention({ failed }: RetentionResult): wire.RetentionResult {
  return { failed: failed.map(({ id, problem }) => ({ id, problem })) };
}

import { l10n } from 'vscode';
import { counted } from '../../base/text.js';
import type { LiveHypothesis, LiveRunSummary, LiveSwitch } from '../../protocol/live.js';
import type { Row, RowTick } from '../views/row.js';

/** Context values of a running program for menus. */
const contexts: Readonly<Record<LiveRunSummary['searching'], string>> = {
  possible: 'liveRun.unsearched',
  here: 'liveRun.searched',
  unavailable: 'liveRun',
};

/** Rows for running programs; functions, groups and counters can be ticked. */
export function liveRows(runs: readonly LiveRunSummary[]): Row[] {
  return runs.map((run) => {
    const children = [
      ...searchRows(run),
      ...section(run.id, 'Functions', switches(run, 'function', run.functions), { expanded: true, more: others(run) }),
      ...section(run.id, 'Groups', switches(run, 'group', run.groups)),
      ...section(run.id, 'Counters', switches(run, 'metric', run.metrics)),
      ...section(run.id, 'Ranks', ranks(run), { icon: 'server-process', more: said(run.id, 'ranks', run.moreRanks) }),
    ];
    return {
      // A row that was shown without children stays collapsed: one with children needs another identifier.
      id: children.length === 0 ? `${run.id}/untold` : run.id,
      label: run.title,
      description: run.description,
      tooltip: `${run.title}: ${run.description}`,
      icon: { id: 'pulse' },
      context: contexts[run.searching],
      liveRun: run.id,
      expanded: true,
      children,
    };
  });
}

interface SectionOptions {
  readonly expanded?: boolean;
  readonly icon?: string;
  /** Rows behind those of the section. */
  readonly more?: readonly Row[];
}

/** Returns the results of its search: iterations, their changes, and its hypotheses as a tree. */
function searchRows({ id, search }: LiveRunSummary): Row[] {
  if (search === undefined) return [];
  const sentences = search.sentences.map((text, index) => said(id, `search-${index}`, text)).flat();
  const hypotheses = search.hypotheses.map((one) => hypothesisRow(id, one));
  return [
    {
      id: `${id}/search`,
      label: l10n.t('Search'),
      description: search.headline,
      tooltip: [search.headline, ...search.sentences].join('\n'),
      icon: { id: 'search' },
      expanded: true,
      children: [...sentences, ...hypotheses],
    },
  ];
}

function hypothesisRow(run: string, { number, text, isTrue, children }: LiveHypothesis): Row {
  return {
    id: `${run}/hypothesis/${number}`,
    label: text,
    icon: { id: isTrue ? 'pass' : 'circle-outline' },
    expanded: isTrue,
    children: children.map((child) => hypothesisRow(run, child)),
  };
}

/** Nothing where there is nothing in it. */
function section(run: string, label: string, rows: readonly Row[], options: SectionOptions = {}): Row[] {
  const { expanded = false, icon = 'list-selection', more = [] } = options;
  if (rows.length === 0) return [];
  return [{ id: `${run}/${label}`, label, icon: { id: icon }, children: [...rows, ...more], expanded }];
}

/** Returns a row with a text only; none for ''. */
function said(run: string, of: string, text: string): Row[] {
  return text === '' ? [] : [{ id: `${run}/more-${of}`, label: text, children: [] }];
}

function others(run: LiveRunSummary): Row[] {
  const { id, otherFunctions, moreFunctions } = run;
  const uncounted =
    moreFunctions === 0
      ? ''
      : l10n.t("and {0} more: trimtab live function off 'name'", counted(moreFunctions, 'function'));
  return section(id, 'Other Functions', switches(run, 'function', otherFunctions), {
    more: said(id, 'functions', uncounted),
  });
}

function ranks({ id, ranks: all }: LiveRunSummary): Row[] {
  return all.map(({ rank, description }) => ({
    id: `${id}/rank/${rank}`,
    label: l10n.t('Rank {0}', rank),
    description,
    children: [],
  }));
}

function switches({ id }: LiveRunSummary, kind: RowTick['kind'], all: readonly LiveSwitch[]): Row[] {
  return all.map(({ name, on, description }) => ({
    id: `${id}/${kind}/${name}`,
    label: name,
    ...(description === '' ? {} : { description, tooltip: `${name}: ${description}` }),
    spoken: `${name}, ${on ? 'measured' : l10n.t('not measured')}${description === '' ? '' : `, ${description}`}`,
    children: [],
    tick: { on, kind, run: id, name },
  }));
}

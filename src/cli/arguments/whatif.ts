/** The declaration of `trimtab whatif`. */
import { Command } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import type { Scenario } from '../../model/findings/prediction.js';
import { LARGEST_BANDWIDTH, LARGEST_LATENCY, MOST_FACTOR } from '../../model/findings/scenarioSchema.js';
import { UsageError } from './usageError.js';
import { collect, jsonOption, type Submit } from './values.js';

export interface WhatIfRequest {
  readonly command: 'whatif';
  /** An experiment, by the beginning of its identifier, or a trace. */
  readonly run: string;
  /** Those that suit the trace if empty. */
  readonly scenarios: readonly Scenario[];
  /** Whether the prediction of all scenarios together is kept with the experiment. */
  readonly isTried: boolean;
  /** Folder to create with the predicted trace. */
  readonly output?: string;
  readonly json: boolean;
}

export function whatIfCommand(submit: Submit<WhatIfRequest>) {
  return new Command('whatif')
    .summary('predict the run time after a change')
    .description(
      'Predict the run time after changes of the program, by replaying its trace with changed times. A profile gives bounds. Without a change, the changes that suit the trace are compared. Several changes are predicted one by one, and together.',
    )
    .argument('[run]', 'an experiment, trace or profile', 'latest')
    .option(
      '--scale <function=factor>',
      'multiply the exclusive time of a function, such as solve=0.5; may be repeated',
      scaled,
    )
    .option(
      '--balance <function>',
      'divide the exclusive time of a function equally between the ranks that call it; may be repeated',
      collect,
    )
    .option('--per <run|iteration>', 'apply --balance to the run (default), or in each iteration of the main loop')
    .option('--with-callees', 'apply --scale, --balance and --parallelize to called functions too')
    .option(
      '--network <ideal|function|factors>',
      'communication, or one function of it, without time except waiting; or factors such as latency=0.5,bandwidth=2',
    )
    .option(
      '--teams <ideal|construct>',
      'threads of a team share the work before each barrier, or those of one construct, equally',
    )
    .option(
      '--overlap <all|function>',
      'no waiting in communication, or in that of one function, until the rank next sends: an upper bound',
    )
    .option(
      '--io <none|function>',
      'file I/O without time, or one function of it: POSIX, and individual operations of MPI',
    )
    .option(
      '--parallelize <function>',
      'divide the exclusive time of a function outside parallel regions by the threads of its rank; may be repeated',
      collect,
    )
    .option('--try', 'keep the prediction with the experiment: the next run of a changed version is compared with it')
    .option('-o, --output <folder>', 'write the trace of the run with all changes, in OTF2, to a new folder')
    .addOption(jsonOption())
    .action((run, { try: isTried = false, output, json = false, ...changes }) => {
      const scenarios = scenariosOf(changes);
      if (isTried && scenarios.length === 0) throw new UsageError('--try takes a change, such as --balance.');
      if (output !== undefined && scenarios.length === 0)
        throw new UsageError('--output takes a change, such as --balance.');
      submit({ command: 'whatif', run, scenarios, isTried, ...present({ output }), json });
    });
}

/** Options that select changes. */
interface Changes {
  readonly scale?: readonly Scaled[] | undefined;
  readonly balance?: readonly string[] | undefined;
  readonly per?: string | undefined;
  readonly withCallees?: boolean | undefined;
  readonly network?: string | undefined;
  readonly teams?: string | undefined;
  readonly overlap?: string | undefined;
  readonly io?: string | undefined;
  readonly parallelize?: readonly string[] | undefined;
}

function scenariosOf(changes: Changes): Scenario[] {
  const { scale = [], balance = [], per, withCallees, network, teams, overlap, io, parallelize = [] } = changes;
  const callees = withCallees === true ? { withCallees } : {};
  if (withCallees === true && scale.length + balance.length + parallelize.length === 0)
    throw new UsageError('--with-callees takes a --scale, --balance or --parallelize.');
  if (per !== undefined && (balance.length === 0 || !['run', 'iteration'].includes(per)))
    throw new UsageError('--per takes "run" or "iteration", together with a --balance.');
  const iterated = per === 'iteration' ? ({ per } as const) : {};
  return [
    ...scale.map((change): Scenario => ({ kind: 'scale', ...change, ...callees })),
    ...balance.map((region): Scenario => ({ kind: 'balance', region, ...callees, ...iterated })),
    ...(network === undefined ? [] : [networkOf(network)]),
    ...(teams === undefined ? [] : [{ kind: 'teams', ...regionOf(teams) } as const]),
    ...(overlap === undefined ? [] : [{ kind: 'overlap', ...(overlap === 'all' ? {} : { region: overlap }) } as const]),
    ...(io === undefined ? [] : [{ kind: 'io', ...(io === 'none' ? {} : { region: io }) } as const]),
    ...parallelize.map((region): Scenario => ({ kind: 'parallelize', region, ...callees })),
  ];
}

/** The word that chooses all communication or all teams. */
const ALL = 'ideal';

const regionOf = (chosen: string): { readonly region?: string } => (chosen === ALL ? {} : { region: chosen });

/** Factors of latency and bandwidth, in any order. */
const FACTORS = /^(latency|bandwidth)=[^,]*(,(latency|bandwidth)=[^,]*)?$/;
const FACTOR = /^(?:\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})$/;

function networkOf(text: string): Scenario {
  if (!FACTORS.test(text)) return { kind: 'network', ...regionOf(text) };
  const given = new Map(
    text.split(',').map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  );
  const [latency, bandwidth] = [given.get('latency'), given.get('bandwidth')];
  const isLatency = latency === undefined || (FACTOR.test(latency) && Number(latency) <= LARGEST_LATENCY);
  const isBandwidth =
    bandwidth === undefined ||
    (FACTOR.test(bandwidth) && Number(bandwidth) <= LARGEST_BANDWIDTH && Number(bandwidth) >= 1 / LARGEST_BANDWIDTH);
  if (!isLatency || !isBandwidth || given.size !== text.split(',').length)
    throw new UsageError(
      `--network takes factors of latency from 0 to ${LARGEST_LATENCY} and of bandwidth from ${1 / LARGEST_BANDWIDTH} to ${LARGEST_BANDWIDTH}, such as latency=0.5,bandwidth=2, not "${text}".`,
    );
  return {
    kind: 'network',
    ...(latency === undefined ? {} : { latency: Number(latency) }),
    ...(bandwidth === undefined ? {} : { bandwidth: Number(bandwidth) }),
  };
}

interface Scaled {
  readonly region: string;
  readonly factor: number;
}

function scaled(text: string, before: Scaled[] | undefined): Scaled[] {
  const [, region = '', factor = ''] = /^(.+)=(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})$/.exec(text) ?? [];
  if (region === '' || !(Number(factor) <= MOST_FACTOR))
    throw new UsageError(
      `--scale takes a function and a factor from 0 to ${MOST_FACTOR}, such as solve=0.5, not "${text}".`,
    );
  return [...(before ?? []), { region, factor: Number(factor) }];
}

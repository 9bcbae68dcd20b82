/** The declaration of `trimtab whatif`. */
import { Command } from '@commander-js/extra-typings';
import type { Scenario } from '../../model/findings/prediction.js';
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
  readonly json: boolean;
}

/** Factors above this are no changes that anybody plans. */
const LARGEST = 2;

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
    .option('--with-callees', 'apply --scale and --balance to called functions too')
    .option('--network <ideal|function>', 'communication, or one function of it, without time: only waiting remains')
    .option(
      '--teams <ideal|construct>',
      'threads of a team share the work before each barrier, or those of one construct, equally',
    )
    .option('--try', 'keep the prediction with the experiment: the next run of a changed version is compared with it')
    .addOption(jsonOption())
    .action((run, { scale = [], balance = [], withCallees, network, teams, try: isTried = false, json = false }) => {
      const callees = withCallees === true ? { withCallees } : {};
      if (withCallees === true && scale.length + balance.length === 0)
        throw new UsageError('--with-callees takes a --scale or a --balance.');
      const scenarios = [
        ...scale.map((change): Scenario => ({ kind: 'scale', ...change, ...callees })),
        ...balance.map((region): Scenario => ({ kind: 'balance', region, ...callees })),
        ...(network === undefined ? [] : [{ kind: 'network', ...regionOf(network) } as const]),
        ...(teams === undefined ? [] : [{ kind: 'teams', ...regionOf(teams) } as const]),
      ];
      if (isTried && scenarios.length === 0) throw new UsageError('--try takes a change, such as --balance.');
      submit({ command: 'whatif', run, scenarios, isTried, json });
    });
}

/** The word that chooses all communication or all teams. */
const ALL = 'ideal';

const regionOf = (chosen: string): { readonly region?: string } => (chosen === ALL ? {} : { region: chosen });

interface Scaled {
  readonly region: string;
  readonly factor: number;
}

function scaled(text: string, before: Scaled[] | undefined): Scaled[] {
  const [, region = '', factor = ''] = /^(.+)=(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})$/.exec(text) ?? [];
  if (region === '' || !(Number(factor) <= LARGEST))
    throw new UsageError(
      `--scale takes a function and a factor from 0 to ${LARGEST}, such as solve=0.5, not "${text}".`,
    );
  return [...(before ?? []), { region, factor: Number(factor) }];
}

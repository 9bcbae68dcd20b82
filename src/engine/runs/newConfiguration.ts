/** Configurations that are proposed and chosen before they are written. */
import { basename, dirname, isAbsolute, join } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { commandText } from '../../base/text.js';
import type * as wire from '../../protocol/workflows.js';
import { withChoices } from '../../workflows/building/choices.js';
import { type Configuration, parseConfiguration } from '../../workflows/configuration/configuration.js';
import { CONFIGURATION } from '../../workflows/configuration/fileName.js';
import { NothingToBuildError, proposeConfiguration } from '../../workflows/proposal/proposal.js';
import { shownProposal } from '../wire/workflows.js';

/**
 * A configuration for a source, a folder or a program; the programs to choose from if there are several.
 * @throws TrimtabError if nothing can be built or measured there
 */
export function proposedFor(path: string): wire.ConfigurationProposal | wire.ProposalChoice {
  try {
    return shownProposal(proposeConfiguration(path));
  } catch (error) {
    if (!(error instanceof NothingToBuildError)) throw error;
    const paths = error.programs.length > 0 ? error.programs : error.below.map((folder) => join(path, folder));
    if (paths.length === 0) throw error;
    return { reason: error.message, paths };
  }
}

/**
 * The text of a configuration with choices, and its effect.
 * @param path of the file that it will be written to
 * @throws TrimtabError naming the line if the text is not a valid configuration
 */
export function adjusted(path: string, text: string, choices: wire.ConfigurationChoices): wire.AdjustedConfiguration {
  if (!isAbsolute(path) || basename(path) !== CONFIGURATION || dirname(path) === path)
    throw new TrimtabError(`A configuration is written to a file named ${CONFIGURATION}, not to ${path}.`);
  parseConfiguration(text, path);
  const changed = Object.keys(choices).length === 0 ? text : withChoices(text, choices);
  const configuration = parseConfiguration(changed, path);
  return {
    text: changed,
    commands: commandsOf(configuration),
    ranks: startsRanks(configuration) ? configuration.ranks : null,
    target: configuration.target,
  };
}

function commandsOf({ build, run }: Configuration): string[] {
  const built = (build?.commands ?? []).map((argv) => `Build: ${commandText(argv)}`);
  return [...built, ...run.commands.map((argv) => `Run: ${commandText(argv)}`)];
}

/** Whether the rank count has an effect: in the command, or by a launcher that Trimtab puts in front of it. */
function startsRanks({ ranks, runCommand }: Configuration): boolean {
  return ranks > 1 || commandText(runCommand(2)) !== commandText(runCommand(3));
}

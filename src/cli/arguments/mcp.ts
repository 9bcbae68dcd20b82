/** The declaration of `trimtab mcp`. */
import { Command } from '@commander-js/extra-typings';
import { collect, projectOption, type Submit } from './values.js';

export interface McpRequest {
  readonly command: 'mcp';
  /** The project whose experiments are available. */
  readonly project: string;
  /** Further traces and profiles that are available. */
  readonly on: readonly string[];
}

export function mcpCommand(submit: Submit<McpRequest>) {
  return new Command('mcp')
    .summary('answer assistants (Model Context Protocol)')
    .description(
      'Answer assistants on standard input and output, by the Model Context Protocol: findings, lines, causes and comparisons of the experiments of a project. Read-only.',
    )
    .option('--on <file>', 'a profile or trace outside the project; may be repeated', collect)
    .addOption(projectOption())
    .action(({ project = '.', on = [] }) => submit({ command: 'mcp', project, on }));
}

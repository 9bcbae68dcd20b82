/** The grammar of `trimtab mcp`. */
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

export interface McpRequest {
  readonly command: 'mcp';
  /** The project whose experiments may be asked about. */
  readonly project: string;
  /** Traces and profiles that may be asked about too. */
  readonly on: readonly string[];
}

export const MCP_HELP = `  trimtab mcp                           answer assistants (Model Context Protocol on standard input and output) about
                                        experiments of the project: findings, lines, causes, comparisons; read-only
`;

const options = {
  on: { type: 'string', multiple: true },
  project: { type: 'string' },
} as const;

/** @param args the words after `mcp` */
export function mcpRequest(args: readonly string[]): McpRequest {
  const { values, positionals } = readWords(args, options);
  const [word] = positionals;
  if (word !== undefined) throw new UsageError(`mcp does not take "${word}"; to ask about a trace: --on ${word}.`);
  return { command: 'mcp', project: values.project ?? '.', on: values.on ?? [] };
}

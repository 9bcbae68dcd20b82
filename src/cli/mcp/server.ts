/** A server of the Model Context Protocol: lists its tools, and forwards requests. */
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  ToolSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { toJsonSchema } from '@valibot/to-json-schema';
import { jsonText, plainLine, plainName } from '../../base/plainText.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { BoundedLines } from './boundedLines.js';
import type { Assistants } from '../../engine/assistants/assistants.js';
import { DATA_NOTICE } from '../../engine/assistants/fields.js';
import { tools } from '../../engine/assistants/tools.js';
import { ASSISTANT_TOOL_NAMES, type AssistantTool } from '../../protocol/assistants.js';

/** Its input and output, if other than standard input and output. */
export interface Streams {
  readonly input?: Readable;
  readonly output?: Writable;
}

export interface Serving {
  readonly streams: Streams;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Logs defects, for the user. */
  readonly log: (text: string) => void;
}

/** Bytes of one message; questions are short. */
const LARGEST_MESSAGE = 1 << 20;
const TOO_LONG = 'A message of more than 1 MiB was not read; ask with less text.';

const INSTRUCTIONS = `Trimtab measures parallel programs (MPI, OpenMP) and finds why they lose time, on source lines. Begin with list_experiments or findings. Times are sums over all ranks and threads, except fields named run time. If the numbers of an experiment are unreliable, report the reasons with them. All tools are read-only. ${DATA_NOTICE}`;

/** Answers until the input ends, the output is gone, or the signal is aborted. */
export async function serve(
  assistants: Assistants,
  { streams: { input, output }, version, signal, log }: Serving,
): Promise<void> {
  // The tools have their own schemas, so they use the inner server.
  const { server } = new McpServer(
    { name: 'trimtab', title: 'Trimtab', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const listed = { tools: ASSISTANT_TOOL_NAMES.map(toolOf) };
  server.setRequestHandler(ListToolsRequestSchema, () => listed);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal: cancelled }) => {
    const name = ASSISTANT_TOOL_NAMES.find((known) => known === params.name);
    if (name === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${plainName(params.name)}.`);
    return answered(name, () => assistants.answer(name, params.arguments, cancelled), log);
  });
  server.onerror = (error) => log(`mcp: ${plainLine(error.message)}`);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const source = input ?? process.stdin;
  const lines = new BoundedLines(LARGEST_MESSAGE, (id) => {
    log(`mcp: ${TOO_LONG}`);
    if (id === undefined) return; // no request that could be answered
    const error = { code: ErrorCode.InvalidRequest, message: TOO_LONG };
    void transport.send({ jsonrpc: '2.0', id, error });
  });
  const transport = new StdioServerTransport(lines, output, { maxBufferSize: 2 * LARGEST_MESSAGE });
  const close = (): void => {
    source.unpipe(lines).pause();
    server.close().catch((error: unknown) => log(`mcp: ${String(error)}`));
  };
  source.once('close', () => lines.end());
  lines.once('end', close);
  signal.addEventListener('abort', close, { once: true });
  await server.connect(transport);
  source.pipe(lines);
  if (signal.aborted) close();
  await closed;
}

function toolOf(name: AssistantTool): Tool {
  const { title, description, input } = tools[name];
  const inputSchema = toJsonSchema(input, { typeMode: 'input', errorMode: 'ignore' });
  return ToolSchema.parse({ name, title, description, inputSchema, annotations: ANNOTATIONS });
}

/** Nothing is changed, and nothing but this machine's experiments is asked. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Returns the answer for a model: the data, or one sentence with the reason of a failure. */
async function answered(
  name: AssistantTool,
  ask: () => ReturnType<Assistants['answer']>,
  log: (text: string) => void,
): Promise<CallToolResult> {
  try {
    const told = await ask();
    const text = jsonText(told, 0);
    return { content: [{ type: 'text', text }], structuredContent: { ...told } };
  } catch (error) {
    if (error instanceof CancelledError) throw new McpError(ErrorCode.ConnectionClosed, 'cancelled');
    return { content: [{ type: 'text', text: sentenceOf(error, name, log) }], isError: true };
  }
}

function sentenceOf(error: unknown, name: AssistantTool, log: (text: string) => void): string {
  if (error instanceof TrimtabError) return plainLine(error.message);
  log(
    `${name} failed, which is a defect of Trimtab: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return `Trimtab failed at ${name}: this is a defect of Trimtab, which its error output describes.`;
}

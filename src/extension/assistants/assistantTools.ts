import * as vscode from 'vscode';
import { CancelledError } from '../../base/problem.js';
import {
  ASSISTANT_TOOL_NAMES,
  ASSISTANT_TOOLS,
  type AssistantTool,
  editorToolName,
} from '../../protocol/assistants.js';
import type { Engine } from '../client/engine.js';

/**
 * Registers the tools of package.json for language models. They query the engine, and change nothing, so that no
 * confirmation is required.
 * @returns nothing to dispose of in versions of VS Code without tools
 */
export function offerAssistantTools(engine: Engine): vscode.Disposable {
  const { registerTool } = vscode.lm;
  const { LanguageModelToolResult: Result, LanguageModelTextPart: Text } = vscode;
  if (registerTool === undefined || Result === undefined || Text === undefined) return vscode.Disposable.from();
  const toolOf = (tool: AssistantTool): vscode.LanguageModelTool => ({
    prepareInvocation: () => ({ invocationMessage: ASSISTANT_TOOLS[tool] }),
    invoke: async ({ input }, token) => {
      const text = await asked(engine, tool, input, token);
      return new Result([new Text(text)]);
    },
  });
  return vscode.Disposable.from(
    ...ASSISTANT_TOOL_NAMES.map((tool) => registerTool(editorToolName(tool), toolOf(tool))),
  );
}

async function asked(
  engine: Engine,
  tool: AssistantTool,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<string> {
  try {
    return (await engine.request('trimtab/askAssistant', { tool, input }, token)).text;
  } catch (error) {
    if (error instanceof CancelledError) throw new vscode.CancellationError();
    throw error;
  }
}

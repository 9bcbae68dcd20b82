/** Tools that assistants (language models) may call, by name. All of them are read-only. */

/** The tools, each with the message shown to the user while it is in use. */
export const ASSISTANT_TOOLS = {
  list_experiments: 'Looking through experiments',
  findings: 'Reading findings',
  explain_finding: 'Looking for what causes a finding',
  lines_of_file: 'Reading what is lost on lines',
  compare_experiments: 'Comparing experiments',
  explain_property: 'Reading about a property',
  efficiencies: 'Reading efficiencies',
  predict_gain: 'Predicting run times',
} as const;

export type AssistantTool = keyof typeof ASSISTANT_TOOLS;

export const ASSISTANT_TOOL_NAMES = [
  'list_experiments',
  'findings',
  'explain_finding',
  'lines_of_file',
  'compare_experiments',
  'explain_property',
  'efficiencies',
  'predict_gain',
] as const satisfies readonly AssistantTool[];

/** The name in VS Code, where tools of all extensions lie in one place. */
export function editorToolName(tool: AssistantTool): string {
  return `trimtab_${tool}`;
}

/** The tools as the manifest of the extension declares them; `npm run schemas` writes them there. */
import { ASSISTANT_TOOL_NAMES, editorToolName } from '../../protocol/assistants.js';
import { tools } from './tools.js';

export const editorTools = ASSISTANT_TOOL_NAMES.map((tool) => {
  const { title, description, input } = tools[tool];
  const name = editorToolName(tool);
  return {
    ...{ name, toolReferenceName: name, displayName: title, modelDescription: description, userDescription: title },
    ...{ canBeReferencedInPrompt: true, icon: '$(pulse)', tags: ['performance', 'hpc', 'trimtab'], input },
  };
});

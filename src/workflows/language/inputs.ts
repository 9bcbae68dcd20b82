/** Descriptions of a workflow file's inputs, for dialogs that ask for them. */
import { isMap, isScalar } from 'yaml';
import { parseYaml } from '../../base/yaml.js';

/** The comments right above the inputs of a workflow file, each as one line, by the input's name. */
export function inputDescriptions(content: string): Record<string, string> {
  const inputs = parseYaml(content).document?.get('inputs', true);
  if (!isMap(inputs)) return {};
  return Object.fromEntries(
    inputs.items.flatMap(({ key }, index) => {
      if (!isScalar(key) || typeof key.value !== 'string') return [];
      // The comment above the first one belongs to all of them, as YAML is read.
      const comment = key.commentBefore ?? (index === 0 ? inputs.commentBefore : undefined);
      const paragraph = comment?.split(/\n\s*\n/).at(-1);
      const text = paragraph?.replace(/\s+/g, ' ').trim() ?? '';
      return text === '' ? [] : [[key.value, text]];
    }),
  );
}

/** Writing a target into trimtab.yaml. */
import { isMap } from 'yaml';
import { parseYaml } from '../../base/yaml.js';
import { TrimtabError } from '../../base/problem.js';
import { parseTargets } from '../../targets/description.js';

/** User input for a new target; everything else can be written into the file. */
export interface NewTarget {
  readonly kind: string;
  /** By the keys of the form of its kind. */
  readonly answers: Readonly<Record<string, string>>;
}

/**
 * The text of a configuration with one more target; comments and everything else stay as they are.
 * @throws TrimtabError when the text is not a configuration, or has a target of that name, or the target is described wrongly
 */
export function withTarget(text: string, { kind, answers: { name = '', ...answers } }: NewTarget): string {
  const { document, problems } = parseYaml(text);
  if (document === undefined || problems.length > 0 || !isMap(document.contents))
    throw new TrimtabError('trimtab.yaml is not valid YAML; correct it before a target is added.');
  if (document.hasIn(['targets', name]))
    throw new TrimtabError(`There is a target "${name}" already; give the new one another name.`);
  const before = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  if (!isMap(document.get('targets', true))) document.set('targets', document.createNode({}));
  document.setIn(['targets', name], document.createNode({ kind }));
  for (const [key, answer] of Object.entries(answers)) document.setIn(['targets', name, ...key.split('.')], answer);
  const target = document.getIn(['targets', name]);
  const description: unknown = isMap(target) ? target.toJSON() : target;
  parseTargets({ [name]: description }, 'The new target');
  // Only the new lines are taken over where the rest was written in another style.
  const added = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return before === text || /^targets:/m.test(text) ? added : `${text.replace(/\n*$/, '\n')}\n${newSection(added)}`;
}

/** Returns the new section; it is the last one. */
function newSection(text: string): string {
  return text.slice(text.search(/^targets:/m));
}

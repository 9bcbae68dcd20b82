import type { Source } from '../../asl/syntax/diagnostics.js';
import { checkTexts } from '../../asl/texts.js';
import { typeText } from '../../asl/types/type.js';
import { Markdown } from '../../model/text/markdown.js';

/**
 * The page of a property that is written in ASL: what it means, what to try, its text, and the units of what it computes.
 * @returns undefined where no text has it
 */
export function ownPage(property: string, texts: readonly Source[]): Markdown | undefined {
  for (const { source, properties } of checkTexts(texts)) {
    const found = properties.find(({ name }) => name === property);
    if (found === undefined) continue;
    const { whole, locals, explain, causes, advice } = found;
    const units = locals.map(({ name, value }) => Markdown.of`- ${Markdown.code(name)}: ${typeText(value.type)}`);
    const parts = [
      Markdown.of`# ${property}`,
      ...(explain === undefined ? [] : [Markdown.of`${explain}`]),
      ...(causes === undefined ? [] : [Markdown.of`**Typical causes:** ${causes}`]),
      ...(advice === undefined ? [] : [Markdown.of`**Advice:** ${advice}`]),
      Markdown.of`## How it is computed`,
      Markdown.block(source.text.slice(whole.start, whole.end)),
      ...(units.length === 0 ? [] : [Markdown.join(units, Markdown.of`\n`)]),
      Markdown.of`The text is in ${Markdown.code(source.name)}.`,
    ];
    return Markdown.join(parts, Markdown.of`\n\n`);
  }
  return undefined;
}

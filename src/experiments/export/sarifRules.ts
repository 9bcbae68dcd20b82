import { Markdown } from '../../model/text/markdown.js';
import type { Finding } from '../../model/findings/findings.js';
import { shippedProperties } from '../../properties/index.js';
import { levelOf, type Json } from './sarifPlaces.js';
import { messageText } from './sarifText.js';

/**
 * A property as a rule: what is shipped by its own texts, a project's own property by those of its findings.
 * @param findings those of the property, at least one
 */
export function ruleOf(property: string, findings: readonly Finding[]): Json {
  const [finding] = findings;
  const declared = shippedProperties.get(property);
  const title = messageText(declared?.title ?? finding?.title ?? property);
  const explanation = messageText(declared?.finding?.explanation ?? finding?.explanation ?? '');
  const advice = messageText(declared?.finding?.advice ?? finding?.advice ?? '');
  const worst = Math.max(...findings.map(({ severity }) => severity));
  return {
    id: property,
    name: nameOf(title),
    shortDescription: { text: title },
    fullDescription: { text: messageText(declared?.description ?? '') || explanation || title },
    help: {
      text: `${explanation} ${advice}`.trim() || title,
      markdown: Markdown.of`${explanation}\n\n**Advice:** ${advice}`.toString(),
    },
    defaultConfiguration: { level: levelOf(worst) },
    properties: { tags: ['performance'] },
  };
}

/** `Wait at N×N` as `WaitAtNN`: names of rules are identifiers. */
function nameOf(title: string): string {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('') || 'Property';
}

import { plainLine } from '../../base/text.js';

/**
 * Text of a SARIF message, which has no links: `[text](target)` is one in plain texts too (SARIF 2.1.0, 3.11.6), and names in
 * measurements may hold it. A space between the parts takes it apart and leaves `operator[] (int)` legible.
 */
export function messageText(text: string): string {
  return plainLine(text).replace(/\](?=\()/g, '] ');
}

/** Reports for merge requests: GitHub-flavoured Markdown, readable as plain text too. */
import type { FindingsReport } from '../../model/findings/findings.js';
import { Markdown } from '../../model/text/markdown.js';
import type { Comparison } from '../compare/comparison.js';
import type { Manifest } from '../store/manifest.js';
import { type Block, isNumeric } from './blocks.js';
import { comparisonBlocks, experimentBlocks } from './report.js';

/** One experiment: what ran, what it found, and how to run it again. */
export function experimentMarkdown(manifest: Manifest, report: FindingsReport): Iterable<string> {
  return written(experimentBlocks(Markdown, manifest, report));
}

/** A comparison; with more than two groups, tables show the last against the first. */
export function comparisonMarkdown(comparison: Comparison): Iterable<string> {
  return written(comparisonBlocks(Markdown, comparison));
}

/** Yields lines of Markdown; external text in them is escaped. */
function* written(blocks: Iterable<Block<Markdown>>): Generator<string> {
  for (const block of blocks) {
    for (const line of linesOf(block)) yield line.toString();
    yield '';
  }
}

function linesOf(block: Block<Markdown>): Markdown[] {
  switch (block.is) {
    case 'heading':
      return [block.level === 1 ? Markdown.of`# ${block.text}` : Markdown.of`## ${block.text}`];
    case 'paragraph':
      return [block.text];
    case 'quote':
      return [Markdown.of`> ${block.text}`];
    case 'list':
      return block.items.map((item) => Markdown.of`- ${item}`);
    case 'table': {
      const [words, numbers] = [Markdown.of` --- `, Markdown.of` ---: `];
      const columns = block.headings.map((heading, column) => (isNumeric(heading, column) ? numbers : words));
      const rule = Markdown.of`|${Markdown.join(columns, Markdown.of`|`)}|`;
      return [tableRow(block.headings), rule, ...block.rows.map(tableRow)];
    }
  }
}

function tableRow(cells: readonly (Markdown | string)[]): Markdown {
  const texts = cells.map((cell) => Markdown.of`${cell}`);
  return Markdown.of`| ${Markdown.join(texts, Markdown.of` | `)} |`;
}

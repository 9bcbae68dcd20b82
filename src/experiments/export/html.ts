/** Reports as HTML: one file that loads nothing and runs nothing, with pictures in it. */
import type { FindingsReport } from '../../model/findings/findings.js';
import { Html } from '../../model/text/html.js';
import { palettes } from '../../pictures/colors/inks.js';
import type { Picture } from '../../pictures/drawing/drawList.js';
import { svgOf } from '../../pictures/drawing/svgPen.js';
import type { Comparison } from '../compare/comparison.js';
import type { Manifest } from '../store/manifest.js';
import { type Block, isNumeric } from './blocks.js';
import { comparisonBlocks, experimentBlocks } from './report.js';

/** One experiment, and pictures of it. */
export function experimentHtml(
  manifest: Manifest,
  report: FindingsReport,
  pictures: readonly Picture[],
): Iterable<string> {
  return written(manifest.name, experimentBlocks(Html, manifest, report), pictures);
}

/** A comparison, and pictures of it; with more than two groups, tables show the last against the first. */
export function comparisonHtml(comparison: Comparison, pictures: readonly Picture[]): Iterable<string> {
  const title = comparison.groups.map(({ label }) => label).join(' → ');
  return written(title, comparisonBlocks(Html, comparison), pictures);
}

const STYLE = Html.of`<style>
body { font: 14px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; color: #1f2328; background: #fff; max-width: 1040px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #d0d7de; padding: 3px 10px; text-align: left; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
code { font-family: ui-monospace, Consolas, monospace; font-size: 0.92em; }
blockquote { border-left: 4px solid #d0d7de; margin: 1em 0; padding: 0 1em; }
figure { margin: 1em 0; overflow-x: auto; }
</style>`;

/** The policy lets browsers load nothing, and run no script. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

function* written(title: string, blocks: Iterable<Block<Html>>, pictures: readonly Picture[]): Generator<string> {
  yield Html.of`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
${STYLE}
</head>
<body>`.toString();
  let isPictured = false;
  for (const block of blocks) {
    // After the summary, before the first section or table.
    if (!isPictured && (block.is === 'table' || (block.is === 'heading' && block.level === 2))) {
      isPictured = true;
      for (const [at, picture] of pictures.entries()) yield figure(picture, at).toString();
    }
    yield htmlOf(block).toString();
  }
  yield '</body>\n</html>';
}

/** Identifiers within a picture are distinguished by its number: all pictures of a file share them. */
function figure(picture: Picture, at: number): Html {
  return Html.of`<figure>${Html.picture(svgOf(picture, palettes.light, `picture${at + 1}-`))}</figure>`;
}

function htmlOf(block: Block<Html>): Html {
  switch (block.is) {
    case 'heading':
      return block.level === 1 ? Html.of`<h1>${block.text}</h1>` : Html.of`<h2>${block.text}</h2>`;
    case 'paragraph':
      return Html.of`<p>${block.text}</p>`;
    case 'quote':
      return Html.of`<blockquote>${block.text}</blockquote>`;
    case 'list':
      return Html.of`<ul>${joined(block.items.map((item) => Html.of`<li>${item}</li>`))}</ul>`;
    case 'table': {
      const { headings, rows } = block;
      const head = headings.map((text, at) =>
        isNumeric(text, at) ? Html.of`<th class="number">${text}</th>` : Html.of`<th>${text}</th>`,
      );
      const cell = (text: Html | string, at: number): Html =>
        isNumeric(headings[at] ?? '', at) ? Html.of`<td class="number">${text}</td>` : Html.of`<td>${text}</td>`;
      const body = rows.map((cells) => Html.of`<tr>${joined(cells.map(cell))}</tr>`);
      return Html.of`<table>\n<thead><tr>${joined(head)}</tr></thead>\n<tbody>\n${Html.join(body, Html.of`\n`)}\n</tbody>\n</table>`;
    }
  }
}

const joined = (parts: readonly Html[]): Html => Html.join(parts, Html.of``);

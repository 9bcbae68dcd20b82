/** Draws the timeline of a property: one lane per process or thread, its calls, and the hatched time that is lost. */

/**
 * @typedef {import('../../src/properties/pictures.js').Bar} Bar
 * @typedef {import('../../src/properties/pictures.js').Picture} Picture
 * @typedef {NonNullable<Picture['arrows']>[number]} Arrow
 */

/** The time axis in units, and its place in the picture in pixels. */
export const span = 10;
const left = 96;
const unit = 60;
const right = left + span * unit;
const width = right + 24;
const laneHeight = 46;
const top = 16;
const barTop = 18;
const barHeight = 20;

/** Pixels of one character of the monospace labels, rounded up. */
export const characterWidth = 6.7;

/**
 * Colors on a background of the picture's own, so that it is readable wherever it is shown. Lost time is hatched and
 * outlined too: color is never alone.
 */
export const palettes = {
  light: {
    background: '#ffffff',
    text: '#24292f',
    work: '#d5dbe3',
    call: '#2f6fb5',
    lost: '#a84300',
    line: '#57606a',
  },
  dark: {
    background: '#1f2328',
    text: '#e6edf3',
    work: '#3d4650',
    call: '#6ca7e8',
    lost: '#f2924a',
    line: '#9aa4af',
  },
};

/**
 * @param {Picture} picture
 * @returns {string} a whole SVG file
 */
export function drawTimeline({ title, description, lanes, marks = [], arrows = [] }) {
  const bottom = top + lanes.length * laneHeight;
  const height = bottom + 62;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(description)}</desc>`,
    ...head(),
    `<rect class="background" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
    ...lanes.flatMap(({ bars }, index) => laneBars(bars, top + index * laneHeight)),
    ...marks.flatMap(({ at, label }) => mark(at, label, bottom)),
    ...arrows.map(arrow),
    // Labels last, so that no line crosses them.
    ...lanes.flatMap(({ name, bars }, index) => laneLabels(name, bars, top + index * laneHeight)),
    ...axis(bottom + 22),
    ...legend(title, bottom + 40),
    '</svg>',
    '',
  ].join('\n');
}

function head() {
  const { light, dark } = palettes;
  return [
    '<style>',
    'text { font: 11px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }',
    ...rules(light),
    `@media (prefers-color-scheme: dark) {\n${rules(dark).join('\n')}\n}`,
    '</style>',
    '<defs>',
    '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">',
    '<rect class="background-fill" width="6" height="6"/><rect class="lost-fill" width="3" height="6"/>',
    '</pattern>',
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="line-fill" d="M0 0L8 4L0 8z"/></marker>',
    '</defs>',
  ];
}

/** @param {typeof palettes.light} palette */
function rules({ background, text, work, call, lost, line }) {
  return [
    `.background { fill: ${background}; stroke: ${line} }`,
    `.background-fill { fill: ${background} }`,
    `text { fill: ${text}; stroke: ${background}; stroke-width: 3; paint-order: stroke }`,
    `.work { fill: ${work} }`,
    `.call { fill: ${call}; stroke: ${background} }`,
    `.lost { fill: url(#hatch); stroke: ${lost} }`,
    `.lost-fill { fill: ${lost} }`,
    `.line { stroke: ${line}; fill: none }`,
    `.line-fill { fill: ${line} }`,
  ];
}

/**
 * @param {readonly Bar[]} bars
 * @param {number} y
 */
function laneBars(bars, y) {
  return [
    `<path class="line" d="M${left} ${y + barTop + barHeight / 2}H${right}"/>`,
    ...bars.map(({ from, to, call }) => rectangle(call === undefined ? 'work' : 'call', from, to, y + barTop)),
    ...bars.flatMap(({ lost }) => (lost === undefined ? [] : rectangle('lost', lost[0], lost[1], y + barTop))),
  ];
}

/**
 * @param {string} name
 * @param {readonly Bar[]} bars
 * @param {number} y
 */
function laneLabels(name, bars, y) {
  return [
    text(name, 12, y + barTop + barHeight / 2 + 4),
    ...bars.flatMap(({ from, call }) => (call === undefined ? [] : text(call, x(from), y + barTop - 5))),
  ];
}

/**
 * @param {number} at
 * @param {string} label
 * @param {number} bottom
 */
function mark(at, label, bottom) {
  return [
    `<path class="line" stroke-dasharray="4 3" d="M${x(at)} ${top}V${bottom + 2}"/>`,
    text(label, x(at), bottom + 14, 'middle'),
  ];
}

/** @param {Arrow} arrow */
function arrow({ from, to }) {
  const down = to[0] > from[0];
  const startY = top + from[0] * laneHeight + barTop + (down ? barHeight : 0);
  const endY = top + to[0] * laneHeight + barTop + (down ? 0 : barHeight);
  return `<path class="line" stroke-width="1.5" marker-end="url(#head)" d="M${x(from[1])} ${startY}L${x(to[1])} ${endY}"/>`;
}

/** @param {number} y */
function axis(y) {
  return [`<path class="line" marker-end="url(#head)" d="M${left} ${y}H${right}"/>`, text('time', 12, y + 4)];
}

/**
 * @param {string} title
 * @param {number} y
 */
function legend(title, y) {
  const entries = [
    { kind: 'work', label: 'work', at: left },
    { kind: 'call', label: 'in the call or construct', at: left + 80 },
    { kind: 'lost', label: title, at: left + 290 },
  ];
  return entries.flatMap(({ kind, label, at }) => [
    `<rect class="${kind}" x="${at}" y="${y}" width="16" height="12"/>`,
    text(label, at + 22, y + 10),
  ]);
}

/**
 * @param {string} kind
 * @param {number} from
 * @param {number} to
 * @param {number} y
 */
function rectangle(kind, from, to, y) {
  return `<rect class="${kind}" x="${x(from)}" y="${y}" width="${x(to) - x(from)}" height="${barHeight}"/>`;
}

/**
 * @param {string} content
 * @param {number} atX
 * @param {number} atY
 * @param {'start' | 'middle'} anchor
 */
function text(content, atX, atY, anchor = 'start') {
  const place = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${atX}" y="${atY}"${place}>${escape(content)}</text>`;
}

/**
 * The horizontal place of a time.
 * @param {number} time
 */
export function x(time) {
  return left + time * unit;
}

/** @param {string} content */
function escape(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

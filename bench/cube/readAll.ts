// node readAll.cjs FILE ROUNDS rows|model: reads all values of a CUBE file, exclusive and inclusive along the call tree, and
// prints what it took as JSON: `rows` as the file has them, which is what pycubexr gives; `model` as all analyses take them.
import { readFileSync } from 'node:fs';
import { inclusiveValues } from '../../src/model/inclusiveValues.js';
import { withChildren, withoutChildren } from '../../src/formats/cube/alongCalls.js';
import { dataType } from '../../src/formats/cube/dataTypes.js';
import { readCube, toSpace } from '../../src/formats/cube/index.js';

const [path = '', rounds = '5', how = 'model'] = process.argv.slice(2);

/** Computes four sums in parallel, since each addition waits for the one before it: reading is measured. */
function total(values: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = values.length - (values.length % 4);
  for (let at = 0; at < whole; at += 4) {
    a += values[at] ?? 0;
    b += values[at + 1] ?? 0;
    c += values[at + 2] ?? 0;
    d += values[at + 3] ?? 0;
  }
  for (let at = whole; at < values.length; at++) a += values[at] ?? 0;
  return a + b + c + d;
}

/** Sums of all metrics. */
function readRows(bytes: Uint8Array): Record<string, number> {
  const sums: Record<string, number> = {};
  const report = readCube(bytes, path);
  for (const [index, { name, kind, dataType: type }] of report.anchor.metrics.entries()) {
    if (dataType(type)?.combine !== 'sum') continue;
    const stored = report.rows(index);
    if (stored === undefined) continue;
    const own = kind === 'inclusive' ? withoutChildren(stored, report.anchor) : stored;
    const whole = kind === 'inclusive' ? stored : withChildren(stored, report.anchor);
    sums[name] = total(own.value);
    sums[`${name} inclusive`] = total(whole.value);
  }
  return sums;
}

function readModel(bytes: Uint8Array): Record<string, number> {
  const sums: Record<string, number> = {};
  const profile = toSpace(readCube(bytes, path));
  for (const [name, { value }] of profile.space.severities) {
    sums[name] = total(value);
    sums[`${name} inclusive`] = total(inclusiveValues(profile, name)?.value ?? new Float64Array(0));
  }
  return sums;
}

const seconds: number[] = [];
let sums: Record<string, number> = {};
for (let round = 0; round < Number(rounds); round++) {
  const before = process.cpuUsage();
  const bytes = readFileSync(path);
  sums = how === 'rows' ? readRows(bytes) : readModel(bytes);
  const { user, system } = process.cpuUsage(before);
  seconds.push((user + system) / 1e6);
}
const { user, system } = process.cpuUsage();
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
// With starting the interpreter.
process.stdout.write(JSON.stringify({ seconds, whole: (user + system) / 1e6, sums, peakMegabytes }));

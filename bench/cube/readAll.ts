// node readAll.cjs FILE ROUNDS: reads all values of a CUBE file, exclusive and inclusive along the call tree, and prints what it took as JSON.
import { readFileSync } from 'node:fs';
import { inclusiveValues } from '../../src/model/inclusiveValues.js';
import { readCube, toSpace } from '../../src/formats/cube/index.js';

const [path = '', rounds = '5'] = process.argv.slice(2);
const seconds: number[] = [];
let sums: Record<string, number> = {};
for (let round = 0; round < Number(rounds); round++) {
  const before = process.cpuUsage();
  const profile = toSpace(readCube(readFileSync(path), path));
  sums = {};
  for (const [name, { value }] of profile.space.severities) {
    sums[name] = value.reduce((sum, one) => sum + one, 0);
    sums[`${name} inclusive`] = inclusiveValues(profile, name)?.value.reduce((sum, one) => sum + one, 0) ?? 0;
  }
  const { user, system } = process.cpuUsage(before);
  seconds.push((user + system) / 1e6);
}
process.stdout.write(JSON.stringify({ seconds, sums, peakMegabytes: process.resourceUsage().maxRSS / 1024 }));

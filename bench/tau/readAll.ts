// node readAll.cjs FILE ROUNDS: reads text profiles of TAU from any of their files, and prints what it took as JSON.
import { openTau } from '../../src/formats/tau/open.js';

const [path = '', rounds = '5'] = process.argv.slice(2);
const seconds: number[] = [];
let time = 0;
for (let round = 0; round < Number(rounds); round++) {
  const before = process.cpuUsage();
  const { space } = openTau(path);
  const { user, system } = process.cpuUsage(before);
  seconds.push((user + system) / 1e6);
  time = 0;
  for (const value of space.severities.get('time')?.value ?? []) time += value;
}
const { user, system } = process.cpuUsage();
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ seconds, whole: (user + system) / 1e6, time, peakMegabytes }));

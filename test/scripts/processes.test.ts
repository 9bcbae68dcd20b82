import { describe, expect, it } from 'vitest';
import { run, type RunOptions } from '../../scripts/lib/processes.mjs';

const node = (script: string, options: RunOptions = {}) =>
  run(process.execPath, ['-e', script], { quiet: true, ...options });

describe('a command that a script runs', () => {
  it('reports that its limit ended it, also if it ignores the request to end', async () => {
    expect(await node('setInterval(() => {}, 1000)', { limit: 500 })).toMatchObject({ code: 143, limited: true });
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
    expect(await node(stubborn, { limit: 2000, grace: 500 })).toMatchObject({
      limited: true,
    });
  });

  it('continues for longer than its limit while it makes progress', async () => {
    const chatty = `const timer = setInterval(() => console.log(1), 200); setTimeout(() => clearInterval(timer), 4000)`;
    expect(await node(chatty, { limit: 3000 })).toMatchObject({ code: 0, limited: false });
    const silent = `setTimeout(() => {}, 1500)`;
    expect(await node(silent, { limit: 500, progressed: Date.now })).toMatchObject({ code: 0, limited: false });
  });

  it('keeps its own exit code, within the limit or without one', async () => {
    expect(await node('process.exit(3)', { limit: 600_000 })).toMatchObject({ code: 3, limited: false });
    expect(await node('console.log(7)')).toMatchObject({ code: 0, output: '7\n', limited: false });
  });

  it('has the exit code that shells give to signals', async () => {
    expect(await node(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)`)).toMatchObject({
      code: 137,
      limited: false,
    });
  });
});

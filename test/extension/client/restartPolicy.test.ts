import { describe, expect, it } from 'vitest';
import { RestartPolicy } from '../../../src/extension/client/restartPolicy.js';

const limits = { stops: 3, window: 1000 };

describe('restart policy', () => {
  it('starts the engine again until it stopped too often in a short time', () => {
    const policy = new RestartPolicy(limits);
    expect([0, 10, 20].map((now) => policy.stopped(now))).toEqual(['restart', 'restart', 'giveUp']);
  });

  it('never gives up on an engine that stops now and then', () => {
    const policy = new RestartPolicy(limits);
    expect([0, 600, 1200, 1800, 2400].map((now) => policy.stopped(now))).not.toContain('giveUp');
  });

  it('starts again when the user starts the engine', () => {
    const policy = new RestartPolicy(limits);
    policy.stopped(0);
    policy.stopped(1);
    policy.reset();
    expect(policy.stopped(2)).toBe('restart');
  });
});

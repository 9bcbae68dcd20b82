import { describe, expect, it } from 'vitest';
import { fromEngine } from '../../src/extension/client/engineErrors.js';
import { explain } from '../../src/extension/explain.js';
import { CancelledError, TrimtabError } from '../../src/base/problem.js';
import { ErrorCode } from '../../src/protocol/errors.js';

/** An error response as a JSON-RPC connection throws it. */
function response(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, data });
}

const told = (error: unknown) => explain(fromEngine(error), 'Analyze Performance');

describe('messages to the user', () => {
  it('about a cancelled request: nothing', () => {
    expect(told(response(ErrorCode.requestCancelled, 'cancelled'))).toEqual({ kind: 'silent' });
    expect(explain(new CancelledError(), 'Stop')).toEqual({ kind: 'silent' });
    expect(explain(Object.assign(new Error('Canceled'), { name: 'Canceled' }), 'Stop')).toEqual({ kind: 'silent' });
  });

  it('about a request that ended with its engine: nothing, because the restart is reported', () => {
    expect(told(response(-32097, 'Pending response rejected since connection got disposed'))).toEqual({
      kind: 'silent',
    });
  });

  it('about a problem: its sentence, and where more can be read', () => {
    const data = { kind: 'problem', details: 'heat2d.c:3: error: expected ‘;’' };
    expect(told(response(ErrorCode.requestFailed, 'The build failed.', data))).toEqual({
      kind: 'told',
      sentence: 'The build failed.',
      details: 'heat2d.c:3: error: expected ‘;’',
    });
    expect(explain(new TrimtabError('No program here.'), 'x')).toEqual({ kind: 'told', sentence: 'No program here.' });
  });

  it('about a defect of the engine: the two lines the engine wrote', () => {
    const lines = 'Trimtab failed.\nThe log holds the details.';
    expect(told(response(ErrorCode.internalError, lines, { kind: 'defect' }))).toMatchObject({
      kind: 'defect',
      sentence: lines,
    });
  });

  it('about anything else: two lines, with the stack for the log', () => {
    const explanation = explain(new RangeError('index 7 is out of range\nand more'), 'Show Finding');
    expect(explanation).toMatchObject({
      kind: 'defect',
      sentence:
        'Show Finding failed because of a defect in Trimtab: index 7 is out of range\nThe log holds the details.',
    });
    expect(explanation.kind === 'defect' && explanation.log).toContain('explain.test');
    expect(explain('odd', 'Refresh')).toMatchObject({ kind: 'defect', log: 'odd' });
  });

  it('about an engine that was given up: how to start it', () => {
    const explanation = told(response(-32096, 'Client is not running'));
    expect(explanation.kind === 'told' && explanation.sentence).toContain('Restart Engine');
  });
});

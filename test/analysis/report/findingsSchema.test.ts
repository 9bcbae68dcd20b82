import { expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { editorSchema, mistakes } from '../../support/editorSchema.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

it('schemas/findings.schema.json is a whole schema, and a report is as it says', () => {
  const builder = new TraceBuilder();
  const [[sender], [receiver]] = [builder.process(), builder.process()];
  const world = builder.communicator([0, 1]);
  sender.enter(0, 'main').enter(6, 'MPI_Send').send(6.1, world, 1, 0, 8).leave(6.5, 'MPI_Send').leave(10, 'main');
  receiver.enter(0, 'main').enter(2, 'MPI_Recv').recv(6.9, world, 0, 0, 8).leave(7, 'MPI_Recv').leave(10, 'main');
  const { report } = analyzeTrace(builder.build(), { program: 'app' });
  const validate = editorSchema('findings.schema.json');
  expect(report.findings.some(({ rootCauses }) => rootCauses !== undefined)).toBe(true);
  expect(mistakes(validate, report)).toEqual([]);
  expect(mistakes(validate, { ...report, span: '10 s' })).not.toEqual([]);
});

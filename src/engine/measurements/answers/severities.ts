import type { Answerer } from './answerer.js';

export const severities: Answerer<'severities'> = (measurement, { metric }) => {
  const { unit, callPath, location, phase, value } = measurement.severities(metric);
  measurement.room.check((phase === undefined ? 16 : 20) * value.length);
  return {
    head: { unit },
    columns: {
      callPath: callPath.slice(),
      location: location.slice(),
      phase: phase?.slice() ?? new Uint32Array(0),
      value: value.slice(),
    },
  };
};

/**
 * Caliper: a library for annotations in a program that is linked with it; a variable sets what it measures and the
 * output path. (Caliper, "ConfigManager API", configuration recipe "runtime-profile".)
 */
import { COMPILER, type MeasurementSystem } from './system.js';

const PROFILE = 'profile.cali';

export const caliper: MeasurementSystem = {
  name: 'caliper',
  title: 'Caliper',
  programs: [{ name: 'cali-query', version: ['--version'] }],
  modules: ['caliper'],
  modes: ['profile'],
  understands: [],
  needsBuild: true,
  compile: () => [COMPILER],
  launch: () => [],
  environment: (_, { folder }) => ({
    CALI_CONFIG: `hatchet-region-profile,output=${folder}/${PROFILE},output.format=cali,profile.mpi`,
  }),
  finish: () => [],
  results: [PROFILE],
  nothing:
    'Caliper measures what a program marks with CALI_MARK_BEGIN and the like: annotate it, link it with libcaliper, and let it end normally',
};

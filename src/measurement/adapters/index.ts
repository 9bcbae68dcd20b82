/** The measurement systems with which programs can be built and run, in addition to the probe. */
import { caliper } from './caliper.js';
import { eztrace } from './eztrace.js';
import { hpctoolkit } from './hpctoolkit.js';
import { ompp } from './ompp.js';
import { scorep } from './scorep.js';
import type { SystemName } from './names.js';
import type { MeasurementSystem } from './system.js';
import { tau } from './tau.js';

const systems: Readonly<Record<SystemName, MeasurementSystem>> = {
  'score-p': scorep,
  tau,
  ompp,
  eztrace,
  hpctoolkit,
  caliper,
};

export const allSystems: readonly MeasurementSystem[] = Object.values(systems);

export const systemOf = (name: SystemName): MeasurementSystem => systems[name];

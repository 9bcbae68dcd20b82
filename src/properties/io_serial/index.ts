import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'io_serial',
  properties: [
    {
      name: 'io_serial',
      title: 'Serial I/O',
      parent: 'io_data',
      unit: 'seconds',
      description: 'Time in which one process alone reads or writes while all others wait in MPI',
      ofWholeRun: true,
      finding: {
        isCost: true,
        because: 'one rank alone reads or writes files meanwhile',
        explanation:
          'One process alone read or wrote files here while all others were in MPI: nobody computed, and the other ' +
          'processes brought nothing to the files.',
        advice:
          'Let all ranks read and write their parts (MPI-IO, parallel HDF5 or NetCDF), or let the others go on ' +
          'computing meanwhile.',
      },
    },
  ],
};

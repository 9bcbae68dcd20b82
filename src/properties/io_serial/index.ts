import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'io_serial',
  properties: [
    {
      name: 'io_serial',
      title: 'Serial I/O',
      parent: 'io_data',
      unit: 'seconds',
      description: 'Time in which only one process reads or writes while all others wait in MPI',
      ofWholeRun: true,
      finding: {
        isCost: true,
        because: 'only one rank reads or writes files meanwhile',
        explanation:
          'Only one process read or wrote files here while all others were in MPI. No process computed, and the ' +
          'others did not take part in the I/O.',
        advice:
          'Let all ranks read and write their parts (MPI-IO, parallel HDF5 or NetCDF), or let the others continue ' +
          'to compute meanwhile.',
      },
    },
  ],
};

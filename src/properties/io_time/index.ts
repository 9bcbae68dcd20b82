import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'io_time',
  properties: [
    {
      name: 'io_time',
      title: 'File I/O',
      parent: 'execution',
      after: 'pthread_time',
      unit: 'seconds',
      description: 'Time in POSIX and ISO C calls that read, write, name or query files',
    },
    {
      name: 'io_data',
      title: 'Reading and Writing',
      parent: 'io_time',
      unit: 'seconds',
      description: 'Time in calls that read or write, or wait until written data is stored',
    },
    {
      name: 'io_metadata',
      title: 'Metadata',
      parent: 'io_time',
      unit: 'seconds',
      description: 'Time in calls that open, close, name or query files',
    },
    {
      name: 'io_bytes_read',
      title: 'Bytes Read',
      after: 'mpi_file_ops',
      unit: 'bytes',
      description: 'Bytes read from files',
    },
    {
      name: 'io_bytes_written',
      title: 'Bytes Written',
      after: 'io_bytes_read',
      unit: 'bytes',
      description: 'Bytes written to files',
    },
  ],
  alsoExplained: ['io_cost'],
};

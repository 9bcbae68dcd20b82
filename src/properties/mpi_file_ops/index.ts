import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  properties: [
    {
      name: 'mpi_file_ops',
      title: 'MPI File Operations',
      after: 'comms',
      unit: 'count',
      description: 'Calls that read or write files through MPI',
    },
    {
      name: 'mpi_file_iops',
      title: 'Individual',
      parent: 'mpi_file_ops',
      unit: 'count',
      description: 'File operations of single processes',
    },
    {
      name: 'mpi_file_irops',
      title: 'Reads',
      parent: 'mpi_file_iops',
      unit: 'count',
      description: 'Reads of single processes',
    },
    {
      name: 'mpi_file_iwops',
      title: 'Writes',
      parent: 'mpi_file_iops',
      unit: 'count',
      description: 'Writes of single processes',
    },
    {
      name: 'mpi_file_cops',
      title: 'Collective',
      parent: 'mpi_file_ops',
      unit: 'count',
      description: 'Collective file operations',
    },
    {
      name: 'mpi_file_crops',
      title: 'Reads',
      parent: 'mpi_file_cops',
      unit: 'count',
      description: 'Collective reads',
    },
    {
      name: 'mpi_file_cwops',
      title: 'Writes',
      parent: 'mpi_file_cops',
      unit: 'count',
      description: 'Collective writes',
    },
  ],
};

      program old
      include 'mpif.h'
      integer ierr, rank, n, peer, buffer(4)
      integer status(MPI_STATUS_SIZE)
      call mpi_init(ierr)
      call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
      call mpi_comm_size(MPI_COMM_WORLD, n, ierr)
      peer = 1 - rank
      if (rank .eq. 0) then
        call mpi_send(buffer, 4, MPI_INTEGER, peer, 7,
     &                MPI_COMM_WORLD, ierr)
      else
        call mpi_recv(buffer, 4, MPI_INTEGER, MPI_ANY_SOURCE,
     &                MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
      end if
      call mpi_bcast(buffer, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
      call mpi_finalize(ierr)
      end

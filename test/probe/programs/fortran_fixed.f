C     Calls of fixed-form Fortran, of which compilers tell the last line.
      PROGRAM FIXED
      INCLUDE 'mpif.h'
      INTEGER IERR, RANK
      DOUBLE PRECISION S, T
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      S = RANK
      CALL MPI_ALLREDUCE(S, T, 1, ! MARK allreduce
     &     MPI_DOUBLE_PRECISION, MPI_SUM,
C     A comment between the lines of a statement.
     &     MPI_COMM_WORLD, IERR)
      CALL MPI_FINALIZE(IERR) ! MARK finalize
      END

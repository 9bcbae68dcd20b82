! A window in Fortran, of two ranks: with the module mpi, or with mpi_f08 where MODULE is that.
program onesided
  use MODULE
  implicit none
  double precision :: memory(4), value
  integer :: rank, error
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
#ifdef F08
  type(MPI_Win) :: window
#else
  integer :: window
#endif
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  memory = 0
  value = 1
  bytes = 32
  place = 0
  call MPI_Win_create(memory, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
  call MPI_Win_set_name(window, 'in Fortran', error)
  call MPI_Win_fence(0, window, error)
  if (rank == 0) call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, 1, place, 1, MPI_DOUBLE_PRECISION, window, error)
  call MPI_Win_fence(0, window, error)
  if (rank == 0) then
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window, error)
    call MPI_Win_unlock(1, window, error)
  end if
  call MPI_Win_free(window, error)
  call MPI_Finalize(error)
end program

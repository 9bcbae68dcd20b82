! The module mpi_f08; the marked lines are asserted by their marks.
program f08
  use mpi_f08
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status
  integer :: rank, size, a(10), b(10)
  real(8) :: part, total
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  a = rank
  call MPI_Irecv(b, 10, MPI_INTEGER, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, requests(1)) ! MARK irecv
  call MPI_Isend(a, 10, MPI_INTEGER, mod(rank + 1, size), 4, MPI_COMM_WORLD, requests(2)) ! MARK isend
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE) ! MARK waitall
  call MPI_Sendrecv(a, 10, MPI_INTEGER, mod(rank + 1, size), 3, b, 10, MPI_INTEGER, & ! MARK sendrecv
                    mod(rank + size - 1, size), 3, MPI_COMM_WORLD, status)
  part = rank
  call MPI_Allreduce(part, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD) ! MARK allreduce
  total = MPI_Wtime()
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Finalize()
end program f08

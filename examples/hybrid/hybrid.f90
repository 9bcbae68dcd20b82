! Particles in slabs: ranks own slabs, the threads of a rank share its particles.
!
!   hybrid [particles of a rank] [steps]
!
! In every step each rank pushes its particles with OpenMP, counts those that leave for the neighbours, and exchanges
! the counts. One thread alone sorts the leavers, after the parallel region: meanwhile the others have nothing to do.
program hybrid
  use mpi
  implicit none
  integer :: rank, ranks, provided, ierr, particles, steps, step, leavers, arrivals
  double precision, allocatable :: place(:), speed(:)
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  particles = argument(1, 200000)
  steps = argument(2, 20)
  allocate (place(particles), speed(particles))
  call place_particles()
  do step = 1, steps
    call advance()
  end do
  if (rank == 0) print '(a,i0,a,i0,a,i0)', 'ranks ', ranks, ', steps ', steps, ', arrived last ', arrivals
  call MPI_Finalize(ierr)
contains
  integer function argument(number, otherwise)
    integer, intent(in) :: number, otherwise
    character(len=32) :: text
    integer :: status
    argument = otherwise
    call get_command_argument(number, text)
    if (len_trim(text) == 0) return
    read (text, *, iostat=status) argument
    if (status == 0 .and. argument > 0) return
    if (rank == 0) print '(a)', 'usage: hybrid [particles of a rank] [steps]'
    call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  end function argument

  subroutine place_particles()
    integer :: i
    do i = 1, particles
      place(i) = dble(modulo(i * 7919, particles)) / particles
      speed(i) = 0.001d0 * (1 + modulo(i, 17))
    end do
  end subroutine place_particles

  subroutine advance()
    call push_particles()
    call sort_leavers()
    call exchange_counts()
  end subroutine advance

  ! Each particle falls through a field that takes some steps to evaluate.
  subroutine push_particles()
    integer :: i, k
    double precision :: field
    !$omp parallel do schedule(dynamic, 1000) private(k, field)
    do i = 1, particles
      field = place(i)
      do k = 1, 20
        field = field + 0.01d0 * sin(field)
      end do
      place(i) = place(i) + speed(i) * field
    end do
    !$omp end parallel do
  end subroutine push_particles

  ! One thread: the positions are brought back into the slab and the leavers counted.
  subroutine sort_leavers()
    integer :: i, k
    double precision :: key
    leavers = 0
    do i = 1, particles
      key = place(i)
      do k = 1, 20
        key = key + 0.01d0 * sin(key)
      end do
      if (place(i) < 1.0d0) cycle
      place(i) = place(i) - aint(place(i))
      if (key > 0) leavers = leavers + 1
    end do
  end subroutine sort_leavers

  subroutine exchange_counts()
    integer :: right, left
    right = modulo(rank + 1, ranks)
    left = modulo(rank - 1, ranks)
    call MPI_Sendrecv(leavers, 1, MPI_INTEGER, right, 0, arrivals, 1, MPI_INTEGER, left, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, ierr)
  end subroutine exchange_counts
end program hybrid

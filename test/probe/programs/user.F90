#include "trimtab.F90"
! Says of itself what there is to say: see user.test.ts.
program user
  use mpi
  use trimtab
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  implicit none
  integer :: ierr, i
  integer(int32) :: step, counter, statement
  real(real64) :: field(3, 3)
  call MPI_Init(ierr)
  step = tt_dynamic_phase('time step')
  counter = tt_counter('residual', 'm/s')
  statement = tt_entity('A = B + C   ', 'line=3')
  call tt_associate(field, statement)
  do i = 1, 2
    call tt_start(step) ! MARK step
    call tt_region_begin('solve') ! MARK solve
    call tt_parameter('size', int(-6 - i, int64))
    call tt_parameter('method', 'Jacobi  ')
    call tt_count(counter, 0.5_real64 / i)
    call tt_region_end('solve')
    call tt_start(tt_of(field))
    call tt_stop(tt_of(field))
    call tt_stop(step)
  end do
  print '(a)', 'done'
  call MPI_Finalize(ierr)
end program

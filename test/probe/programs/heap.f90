! Memory of Fortran: allocatable arrays, one of which grows with the loop.
program heap
  implicit none
  real(8), allocatable :: field(:, :), more(:)
  integer :: step
  allocate (field(1024, 1024)) ! MARK field
  field = 1
  do step = 1, 4
    call work(step)
  end do
  allocate (more(512 * 1024)) ! MARK more
  more = 2
  print '(f12.1)', sum(field) + sum(more)
contains
  subroutine work(step)
    integer, intent(in) :: step
    real(8), allocatable :: scratch(:)
    allocate (scratch(step * 1024 * 1024)) ! MARK scratch
    scratch = step
    field(1, step) = scratch(step)
  end subroutine
end program

! OpenMP in Fortran: lines and names.
program openmp
  implicit none
  integer :: i
  real :: total
  total = 0
  !$omp parallel num_threads(2) private(i) ! MARK parallel
  !$omp do schedule(dynamic) ! MARK do
  do i = 1, 4
    !$omp critical ! MARK critical
    total = total + root(i)
    !$omp end critical
  end do
  !$omp end do
  !$omp barrier ! MARK barrier
  !$omp single ! MARK single
  total = total + 1
  !$omp end single
  !$omp end parallel
  if (total < 0) print *, total
contains
  real function root(n)
    integer, intent(in) :: n
    root = sqrt(real(n))
  end function root
end program openmp

! Ranges of lines in Fortran, in a team too; prints how often each is run.
module counted
  implicit none
  integer :: hits = 0
  integer, volatile :: sink = 0
contains
  subroutine hit()
    !$omp atomic
    hits = hits + 1
  end subroutine hit

  subroutine between()
    sink = sink + 1
  end subroutine between

  elemental integer function twice(i)
    integer, intent(in) :: i
    twice = 2 * i
  end function twice

  recursive integer function down(n) result(sum)
    integer, intent(in) :: n
    call between()
    call hit() ! MARK down
    sink = n ! END down
    call between()
    sum = 0
    if (n > 0) sum = n + down(n - 1)
  end function down
end module counted

program team
  use counted
  implicit none
  integer :: i, at, sum
  integer, volatile :: values(16)
  sum = 0
  !$omp parallel do reduction(+ : sum) num_threads(3)
  do i = 1, 40
    call between()
    call hit() ! MARK loop
    sink = 3 ! END loop
    sum = sum + i
    call between()
  end do
  !$omp end parallel do
  print '(a, i0, 1x, i0)', 'loop ', hits, sum
  at = hits
  do i = 1, 5
    call between()
    call hit() ! MARK array
    values = twice(i)
    values(2:9) = values(1:8) + 1 ! END array
    call between()
    sum = sum + values(3)
  end do
  print '(a, i0, 1x, i0)', 'array ', hits - at, sum
  at = hits
  sum = down(7)
  print '(a, i0, 1x, i0)', 'down ', hits - at, sum
end program team

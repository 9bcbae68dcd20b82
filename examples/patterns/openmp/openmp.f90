! openmp: ways of waiting in OpenMP, one subroutine each, with known seconds. The same as openmp.c, in Fortran.
!
! Each thread sleeps until agreed moments; see openmp.c and expected.yaml.
!
! Usage: openmp-fortran [unit]
!   unit  seconds between one thread's moment and the next (default 0.06)
module moments
  use, intrinsic :: iso_c_binding
  use omp_lib
  implicit none
  integer, parameter :: threads = 4, most_patterns = 20
  ! Units of time from one pattern to the next, by when all threads have left it.
  integer, parameter :: pattern_units = 6
  integer(c_int), parameter :: clock_monotonic = 1, absolute_time = 1
  double precision :: unit = 0.06d0, start
  ! Seconds by which each thread woke too late in each pattern, when it came to what it shares with others and when it
  ! woke last: the waits differ by so much.
  double precision :: came(0:threads - 1, 0:most_patterns) = 0, last(0:threads - 1, 0:most_patterns) = 0
  integer :: pattern = -1
  integer(omp_lock_kind) :: lock

  type, bind(C) :: timespec
    integer(c_long) :: seconds, nanoseconds
  end type

  interface
    integer(c_int) function clock_gettime(clock, time) bind(C)
      import :: c_int, timespec
      integer(c_int), value :: clock
      type(timespec), intent(out) :: time
    end function
    integer(c_int) function clock_nanosleep(clock, flags, until, remaining) bind(C)
      import :: c_int, c_ptr, timespec
      integer(c_int), value :: clock, flags
      type(timespec), intent(in) :: until
      type(c_ptr), value :: remaining
    end function
  end interface

contains

  double precision function clock_now()
    type(timespec) :: time
    integer(c_int) :: status
    status = clock_gettime(clock_monotonic, time)
    clock_now = dble(time%seconds) + 1d-9 * dble(time%nanoseconds)
  end function

  ! Sleeps until a moment of the present pattern, in units from its start.
  subroutine until(units)
    double precision, intent(in) :: units
    double precision :: moment
    type(timespec) :: time
    moment = start + unit * (pattern * pattern_units + units)
    time%seconds = int(moment, c_long)
    time%nanoseconds = int(1d9 * (moment - int(moment, c_long)), c_long)
    do while (clock_nanosleep(clock_monotonic, absolute_time, time, c_null_ptr) /= 0)
    end do
    last(omp_get_thread_num(), pattern) = clock_now() - moment
  end subroutine

  ! Comes to what the thread shares with others.
  subroutine at(units)
    double precision, intent(in) :: units
    call until(units)
    came(omp_get_thread_num(), pattern) = last(omp_get_thread_num(), pattern)
  end subroutine

  ! Work inside of a construct that others wait for.
  subroutine work(units)
    double precision, intent(in) :: units
    call until(units)
  end subroutine
end module

module patterns
  use moments
  implicit none
contains

  ! Barriers: thread 3 comes last, at 4.

  subroutine explicit_barrier()
    !$omp parallel
    call at(1d0 + omp_get_thread_num())
    !$omp barrier
    !$omp end parallel
  end subroutine

  subroutine end_of_region()
    !$omp parallel
    call at(1d0 + omp_get_thread_num())
    !$omp end parallel
  end subroutine

  subroutine end_of_loop()
    integer :: i
    !$omp parallel
    !$omp do schedule(static, 1)
    do i = 0, threads - 1
      call at(1d0 + i)
    end do
    !$omp end do
    !$omp end parallel
  end subroutine

  ! Thread 0 comes first and executes the block until 4; the others come at 1 and wait at its end.
  subroutine end_of_single()
    !$omp parallel
    if (omp_get_thread_num() > 0) call at(1d0)
    !$omp single
    call at(4d0)
    !$omp end single
    !$omp end parallel
  end subroutine

  ! The master works until 4 while the others are at the barrier from 1 on.
  subroutine master_works()
    !$omp parallel
    !$omp master
    call at(4d0)
    !$omp end master
    if (omp_get_thread_num() > 0) call at(1d0)
    !$omp barrier
    !$omp end parallel
  end subroutine

  ! Locks: thread t comes at t / 2 and leaves at t + 1, so that the next one waits from (t + 1) / 2 to t + 1.

  subroutine critical_section()
    !$omp parallel
    call at(0.5d0 * omp_get_thread_num())
    !$omp critical
    call work(1d0 + omp_get_thread_num())
    !$omp end critical
    !$omp end parallel
  end subroutine

  subroutine lock_api()
    !$omp parallel
    call at(0.5d0 * omp_get_thread_num())
    call omp_set_lock(lock)
    call work(1d0 + omp_get_thread_num())
    call omp_unset_lock(lock)
    !$omp end parallel
  end subroutine

  ! Idle: the master works alone from 0 to 3.
  subroutine serial_part()
    call work(3d0)
  end subroutine

  ! Two threads work from 0 to 3, the other two are left out.
  subroutine left_out()
    !$omp parallel num_threads(2)
    call work(3d0)
    !$omp end parallel
  end subroutine

  ! Thread 0 creates a task that thread 1 executes until 4, and waits for it from 2 on.
  subroutine task_wait()
    !$omp parallel num_threads(2)
    if (omp_get_thread_num() > 0) call at(1d0)
    !$omp single
    !$omp task
    call work(4d0)
    !$omp end task
    call at(2d0)
    !$omp taskwait
    !$omp end single
    !$omp end parallel
  end subroutine

  ! Thread 1 is at the barrier from 1 on and executes a task there until 3; thread 0 comes at 4.
  subroutine task_in_barrier()
    !$omp parallel num_threads(2)
    if (omp_get_thread_num() > 0) call at(1d0)
    !$omp single
    !$omp task
    call work(3d0)
    !$omp end task
    !$omp end single nowait
    if (omp_get_thread_num() == 0) call at(4d0)
    !$omp end parallel
  end subroutine
end module

program main
  use patterns
  implicit none
  integer, parameter :: count = 11
  character(32) :: names(0:count - 1), argument
  integer :: thread

  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read (argument, *) unit
  end if
  if (unit <= 0) error stop 'openmp: the unit must be a positive number of seconds'
  call omp_set_dynamic(.false.)
  call omp_set_num_threads(threads)
  call omp_init_lock(lock)
  start = clock_now() + 2 * unit

  call next('explicit_barrier')
  call explicit_barrier()
  call next('end_of_region')
  call end_of_region()
  call next('end_of_loop')
  call end_of_loop()
  call next('end_of_single')
  call end_of_single()
  call next('master_works')
  call master_works()
  call next('critical_section')
  call critical_section()
  call next('lock_api')
  call lock_api()
  call next('serial_part')
  call serial_part()
  call next('left_out')
  call left_out()
  call next('task_wait')
  call task_wait()
  call next('task_in_barrier')
  call task_in_barrier()

  do pattern = 0, count - 1
    do thread = 0, threads - 1
      print '(a, a, i0, a, f9.6, a, f9.6, a)', trim(names(pattern)), ' thread ', thread, ' came late by ', &
        came(thread, pattern), ' s, ended late by ', last(thread, pattern), ' s'
    end do
  end do
  call omp_destroy_lock(lock)

contains

  ! Comes to the next pattern.
  subroutine next(name)
    character(*), intent(in) :: name
    pattern = pattern + 1
    names(pattern) = name
    call until(0d0)
  end subroutine
end program

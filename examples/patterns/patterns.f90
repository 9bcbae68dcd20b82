! patterns: ways of waiting in MPI, one subroutine each, with known seconds. The same as patterns.c, in Fortran.
!
! Each rank sleeps until agreed moments before it calls MPI; see patterns.c and expected.yaml.
!
! Usage: patterns-fortran [unit]
!   unit  seconds between one rank's moment and the next (default 0.06)
module moments
  use, intrinsic :: iso_c_binding
  use mpi_f08
  implicit none
  integer, parameter :: ranks = 4, most_patterns = 40
  ! Units of time from one pattern to the next, by when all ranks have left it.
  integer, parameter :: pattern_units = 5
  integer(c_int), parameter :: clock_monotonic = 1, absolute_time = 1
  double precision :: unit = 0.06d0, start
  ! Seconds by which this rank woke too late from its last sleep in each pattern: its waits differ by so much.
  double precision :: late(0:most_patterns) = 0
  integer :: pattern = 0, rank

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
  subroutine at(units)
    integer, intent(in) :: units
    double precision :: moment
    type(timespec) :: until
    moment = start + unit * (pattern * pattern_units + units)
    until%seconds = int(moment, c_long)
    until%nanoseconds = int(1d9 * (moment - int(moment, c_long)), c_long)
    do while (clock_nanosleep(clock_monotonic, absolute_time, until, c_null_ptr) /= 0)
    end do
    late(pattern) = clock_now() - moment
  end subroutine
end module

module patterns
  use moments
  implicit none
contains

  subroutine send(to, tag)
    integer, intent(in) :: to, tag
    integer :: value
    value = tag
    call MPI_Send(value, 1, MPI_INTEGER, to, tag, MPI_COMM_WORLD)
  end subroutine

  ! Messages: rank 1 waits for what rank 0 sends at unit 3.

  subroutine late_sender()
    integer :: value
    if (rank == 0) then
      call at(3)
      call send(1, 0)
    else if (rank == 1) then
      call at(1)
      call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    end if
  end subroutine

  subroutine late_sender_any_source()
    integer :: value
    if (rank == 0) then
      call at(3)
      call send(1, 7)
    else if (rank == 1) then
      call at(1)
      call MPI_Recv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    end if
  end subroutine

  subroutine late_sender_wait()
    integer, asynchronous :: value
    type(MPI_Request) :: request
    if (rank == 0) then
      call at(3)
      call send(1, 0)
    else if (rank == 1) then
      call MPI_Irecv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request)
      call at(1)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
    end if
  end subroutine

  ! Rank 0 sends at 2, rank 2 at 4: the waits overlap, the longer one counts.
  subroutine late_sender_waitall()
    integer, asynchronous :: values(2)
    type(MPI_Request) :: requests(2)
    if (rank == 0) then
      call at(2)
      call send(1, 0)
    else if (rank == 2) then
      call at(4)
      call send(1, 0)
    else if (rank == 1) then
      call MPI_Irecv(values(1), 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, requests(1))
      call MPI_Irecv(values(2), 1, MPI_INTEGER, 2, 0, MPI_COMM_WORLD, requests(2))
      call at(1)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    end if
  end subroutine

  ! Ranks 0 and 1 exchange messages; rank 0 comes at 3.
  subroutine late_sender_sendrecv()
    integer :: mine, theirs
    if (rank > 1) return
    mine = rank
    call at(merge(3, 1, rank == 0))
    call MPI_Sendrecv(mine, 1, MPI_INTEGER, 1 - rank, 0, theirs, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, &
      MPI_STATUS_IGNORE)
  end subroutine

  ! Rank 0 sends tag 0 at 1 and tag 1 at 3; rank 1 receives tag 1 first, from 2 on.
  subroutine wrong_order_same_source()
    integer :: value
    if (rank == 0) then
      call at(1)
      call send(1, 0)
      call at(3)
      call send(1, 1)
    else if (rank == 1) then
      call at(2)
      call MPI_Recv(value, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    end if
  end subroutine

  ! Rank 2 sends at 1, rank 0 at 3; rank 1 receives rank 0's message first, from 2 on.
  subroutine wrong_order_different_sources()
    integer :: value
    if (rank == 0) then
      call at(3)
      call send(1, 0)
    else if (rank == 2) then
      call at(1)
      call send(1, 0)
    else if (rank == 1) then
      call at(2)
      call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Recv(value, 1, MPI_INTEGER, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    end if
  end subroutine

  ! Rank 0 sends at 1 what rank 1 receives at 3.
  subroutine receive_at(units)
    integer, intent(in) :: units
    integer :: value
    call at(units)
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  end subroutine

  subroutine late_receiver_synchronous()
    integer :: value
    value = 0
    if (rank == 0) then
      call at(1)
      call MPI_Ssend(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
    else if (rank == 1) then
      call receive_at(3)
    end if
  end subroutine

  subroutine late_receiver_wait()
    integer, asynchronous :: value
    type(MPI_Request) :: request
    value = 0
    if (rank == 0) then
      call MPI_Issend(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request)
      call at(1)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
    else if (rank == 1) then
      call receive_at(3)
    end if
  end subroutine

  ! Rank 1 asks again and again for what rank 0 sends at 3, with a pause of 1 ms between two questions.
  subroutine polling()
    integer, asynchronous :: value
    integer(c_int) :: status
    type(MPI_Request) :: request
    logical :: done
    if (rank == 0) then
      call at(3)
      call send(1, 0)
    else if (rank == 1) then
      call MPI_Irecv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request)
      call at(1)
      done = .false.
      do while (.not. done)
        call MPI_Test(request, done, MPI_STATUS_IGNORE)
        if (done) exit
        status = clock_nanosleep(clock_monotonic, 0_c_int, timespec(0, 1000000), c_null_ptr)
      end do
    end if
  end subroutine

  ! Collective operations: rank r comes at 1 + r, so that rank 3 is the last, where nothing else is said.

  subroutine barrier()
    call at(1 + rank)
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine

  subroutine allreduce()
    integer :: mine, all
    mine = rank
    call at(1 + rank)
    call MPI_Allreduce(mine, all, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  end subroutine

  subroutine allgather()
    integer :: mine, all(ranks)
    mine = rank
    call at(1 + rank)
    call MPI_Allgather(mine, 1, MPI_INTEGER, all, 1, MPI_INTEGER, MPI_COMM_WORLD)
  end subroutine

  subroutine alltoall()
    integer :: mine(ranks), theirs(ranks)
    mine = rank
    call at(1 + rank)
    call MPI_Alltoall(mine, 1, MPI_INTEGER, theirs, 1, MPI_INTEGER, MPI_COMM_WORLD)
  end subroutine

  ! Rank 0, the root or the lowest rank, comes at 4, rank r at r.

  subroutine late_broadcast()
    integer :: value
    value = rank
    call at(merge(ranks, rank, rank == 0))
    call MPI_Bcast(value, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  end subroutine

  subroutine late_scatter()
    integer :: all(ranks), mine
    all = rank
    call at(merge(ranks, rank, rank == 0))
    call MPI_Scatter(all, 1, MPI_INTEGER, mine, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  end subroutine

  subroutine early_scan()
    integer :: mine, total
    mine = rank
    call at(merge(ranks, rank, rank == 0))
    call MPI_Scan(mine, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  end subroutine

  ! The root, rank 0, comes at 1 and waits for rank 3.

  subroutine early_reduce()
    integer :: mine, total
    mine = rank
    call at(1 + rank)
    call MPI_Reduce(mine, total, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD)
  end subroutine

  subroutine early_gather()
    integer :: mine, all(ranks)
    mine = rank
    call at(1 + rank)
    call MPI_Gather(mine, 1, MPI_INTEGER, all, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  end subroutine

  ! All come together at 0, then rank 0 is busy until 3; rank 1 waits for it and passes the message on to rank 2, which
  ! waits because rank 1 does.

  subroutine busy()
    call at(3)
  end subroutine

  subroutine delay_chain()
    integer :: value
    call MPI_Barrier(MPI_COMM_WORLD)
    if (rank == 0) then
      call busy()
      call send(1, 0)
    else if (rank == 1) then
      call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call send(2, 0)
    else if (rank == 2) then
      call MPI_Recv(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    end if
  end subroutine

  ! Between two groups, of the lower and of the upper ranks, each one waits for the last of the other group.
  function between_groups() result(between)
    type(MPI_Comm) :: group, between
    call MPI_Comm_split(MPI_COMM_WORLD, rank / (ranks / 2), rank, group)
    call MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, merge(ranks / 2, 0, rank < ranks / 2), 0, between)
    call MPI_Comm_free(group)
  end function

  subroutine groups_barrier()
    type(MPI_Comm) :: between
    between = between_groups()
    call at(1 + rank)
    call MPI_Barrier(between)
    call MPI_Comm_free(between)
  end subroutine

  ! The last rank is the root, rank 1 of its group.
  subroutine groups_broadcast()
    type(MPI_Comm) :: between
    integer :: value, root
    value = rank
    root = ranks / 2 - 1
    if (rank >= ranks / 2) root = MPI_PROC_NULL
    if (rank == ranks - 1) root = MPI_ROOT
    between = between_groups()
    call at(1 + rank)
    call MPI_Bcast(value, 1, MPI_INTEGER, root, between)
    call MPI_Comm_free(between)
  end subroutine

  ! All come to the end of the program as they come to a barrier.
  subroutine finalize()
    call at(1 + rank)
    call MPI_Finalize()
  end subroutine
end module

program main
  use patterns
  implicit none
  integer, parameter :: count = 23
  character(32) :: names(0:count - 1), argument
  integer :: size

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read (argument, *) unit
  end if
  if (size /= ranks .or. unit <= 0) then
    print '(a)', 'patterns: run it with 4 ranks and a positive unit of seconds'
    call MPI_Abort(MPI_COMM_WORLD, 2)
  end if
  start = clock_now() + 2 * unit
  call MPI_Bcast(start, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD)

  call next('late_sender')
  call late_sender()
  call next('late_sender_any_source')
  call late_sender_any_source()
  call next('late_sender_wait')
  call late_sender_wait()
  call next('late_sender_waitall')
  call late_sender_waitall()
  call next('late_sender_sendrecv')
  call late_sender_sendrecv()
  call next('wrong_order_same_source')
  call wrong_order_same_source()
  call next('wrong_order_different_sources')
  call wrong_order_different_sources()
  call next('late_receiver_synchronous')
  call late_receiver_synchronous()
  call next('late_receiver_wait')
  call late_receiver_wait()
  call next('polling')
  call polling()
  call next('barrier')
  call barrier()
  call next('allreduce')
  call allreduce()
  call next('allgather')
  call allgather()
  call next('alltoall')
  call alltoall()
  call next('late_broadcast')
  call late_broadcast()
  call next('late_scatter')
  call late_scatter()
  call next('early_scan')
  call early_scan()
  call next('early_reduce')
  call early_reduce()
  call next('early_gather')
  call early_gather()
  call next('delay_chain')
  call delay_chain()
  call next('groups_barrier')
  call groups_barrier()
  call next('groups_broadcast')
  call groups_broadcast()
  call next('finalize')
  call finalize()

  do pattern = 1, count
    print '(a, a, i0, a, f9.6, a)', trim(names(pattern - 1)), ' rank ', rank, ' late by ', late(pattern), ' s'
  end do

contains

  ! Comes to the next pattern.
  subroutine next(name)
    character(*), intent(in) :: name
    names(pattern) = name
    pattern = pattern + 1
    call at(0)
  end subroutine
end program

! What a program says of itself to Trimtab, for Fortran; trimtab.h tells what each does.
!
! Copy this file into your program. Compiled by trimtab-cc it records; otherwise every call is nothing.
! 0 is the handle of nothing.

module trimtab
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  implicit none
  private
  public :: tt_region_begin, tt_region_end, tt_region, tt_phase, tt_dynamic_phase, tt_start, tt_stop
  public :: tt_entity, tt_shared, tt_associate, tt_of, tt_counter, tt_count, tt_parameter

#ifdef TRIMTAB_MEASURED
  interface tt_region_begin
    subroutine trimtab_region_begin(name)
      character(len=*), intent(in) :: name
    end subroutine
  end interface
  interface tt_region_end
    subroutine trimtab_region_end(name)
      character(len=*), intent(in) :: name
    end subroutine
  end interface
  interface tt_region
    integer(int32) function trimtab_region(name)
      import :: int32
      character(len=*), intent(in) :: name
    end function
  end interface
  interface tt_phase
    integer(int32) function trimtab_phase(name)
      import :: int32
      character(len=*), intent(in) :: name
    end function
  end interface
  interface tt_dynamic_phase
    integer(int32) function trimtab_dynamic_phase(name)
      import :: int32
      character(len=*), intent(in) :: name
    end function
  end interface
  interface tt_start
    subroutine trimtab_start(what)
      import :: int32
      integer(int32), intent(in) :: what
    end subroutine
  end interface
  interface tt_stop
    subroutine trimtab_stop(what)
      import :: int32
      integer(int32), intent(in) :: what
    end subroutine
  end interface
  interface tt_entity
    integer(int32) function trimtab_entity(name, attributes)
      import :: int32
      character(len=*), intent(in) :: name, attributes
    end function
  end interface
  interface tt_shared
    integer(int32) function trimtab_shared(count, entities, weights)
      import :: int32, real64
      integer(int32), intent(in) :: count, entities(*)
      real(real64), intent(in) :: weights(*)
    end function
  end interface
  interface tt_associate
    subroutine trimtab_associate(object, entity)
      import :: int32
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: object
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: object
      !DIR$ IGNORE_TKR object
      type(*), dimension(*), intent(in) :: object
      integer(int32), intent(in) :: entity
    end subroutine
  end interface
  interface tt_of
    integer(int32) function trimtab_of(object)
      import :: int32
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: object
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: object
      !DIR$ IGNORE_TKR object
      type(*), dimension(*), intent(in) :: object
    end function
  end interface
  interface tt_counter
    integer(int32) function trimtab_counter(name, unit)
      import :: int32
      character(len=*), intent(in) :: name, unit
    end function
  end interface
  interface tt_count
    subroutine trimtab_count(counter, value)
      import :: int32, real64
      integer(int32), intent(in) :: counter
      real(real64), intent(in) :: value
    end subroutine
  end interface
  interface tt_parameter
    subroutine trimtab_parameter_number(name, value)
      import :: int64
      character(len=*), intent(in) :: name
      integer(int64), intent(in) :: value
    end subroutine
    subroutine trimtab_parameter_text(name, value)
      character(len=*), intent(in) :: name, value
    end subroutine
  end interface
#else
  interface tt_parameter
    module procedure parameter_number, parameter_text
  end interface

contains

  subroutine tt_region_begin(name)
    character(len=*), intent(in) :: name
  end subroutine
  subroutine tt_region_end(name)
    character(len=*), intent(in) :: name
  end subroutine
  integer(int32) function tt_region(name)
    character(len=*), intent(in) :: name
    tt_region = 0
  end function
  integer(int32) function tt_phase(name)
    character(len=*), intent(in) :: name
    tt_phase = 0
  end function
  integer(int32) function tt_dynamic_phase(name)
    character(len=*), intent(in) :: name
    tt_dynamic_phase = 0
  end function
  subroutine tt_start(what)
    integer(int32), intent(in) :: what
  end subroutine
  subroutine tt_stop(what)
    integer(int32), intent(in) :: what
  end subroutine
  integer(int32) function tt_entity(name, attributes)
    character(len=*), intent(in) :: name, attributes
    tt_entity = 0
  end function
  integer(int32) function tt_shared(count, entities, weights)
    integer(int32), intent(in) :: count, entities(*)
    real(real64), intent(in) :: weights(*)
    tt_shared = 0
  end function
  subroutine tt_associate(object, entity)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: object
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: object
    !DIR$ IGNORE_TKR object
    type(*), dimension(*), intent(in) :: object
    integer(int32), intent(in) :: entity
  end subroutine
  integer(int32) function tt_of(object)
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: object
    !DEC$ ATTRIBUTES NO_ARG_CHECK :: object
    !DIR$ IGNORE_TKR object
    type(*), dimension(*), intent(in) :: object
    tt_of = 0
  end function
  integer(int32) function tt_counter(name, unit)
    character(len=*), intent(in) :: name, unit
    tt_counter = 0
  end function
  subroutine tt_count(counter, value)
    integer(int32), intent(in) :: counter
    real(real64), intent(in) :: value
  end subroutine
  subroutine parameter_number(name, value)
    character(len=*), intent(in) :: name
    integer(int64), intent(in) :: value
  end subroutine
  subroutine parameter_text(name, value)
    character(len=*), intent(in) :: name, value
  end subroutine
#endif
end module trimtab

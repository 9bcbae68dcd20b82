/* The includes of a cmocka test, in the order that cmocka asks for. */
#ifndef TRIMTAB_TEST_CHECK_H
#define TRIMTAB_TEST_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif

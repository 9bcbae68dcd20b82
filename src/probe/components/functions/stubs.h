/*
 * What a sled calls when it is switched on. The program expects nothing of its registers to change there: the compiler may
 * know which ones a function leaves alone (-fipa-ra), and pass what it likes in them. Hooks therefore use general registers
 * only, and what they need beyond that runs after all vector registers have been saved (`tt_slow_...` in slow.c).
 *
 * On entry the stack holds the sled's return address and, above it, the return address of the function: its place names
 * the frame.
 */
#ifndef TRIMTAB_STUBS_H
#define TRIMTAB_STUBS_H

#define TT_SAVED_BYTES "72"
#define TT_SAVED_AND_SLED_BYTES "80"

/* Seven words are pushed over the return address, and the flags are free at entries and exits. The stack is aligned for
 * what is called, whatever the function does with it. */
#define TT_STUB(name, hook)                                                                                       \
    __asm__(".text\n"                                                                                             \
            "\t.p2align\t4\n"                                                                                     \
            "\t.hidden\t" name "\n"                                                                               \
            "\t.globl\t" name "\n"                                                                                \
            "\t.type\t" name ", @function\n" name ":\n"                                                           \
            "\t.cfi_startproc\n"                                                                                  \
            "\tpushq\t%rax\n\tpushq\t%rcx\n\tpushq\t%rdx\n\tpushq\t%rsi\n\tpushq\t%rdi\n"                         \
            "\tpushq\t%r8\n\tpushq\t%r9\n\tpushq\t%r10\n\tpushq\t%r11\n"                                          \
            "\t.cfi_def_cfa_offset\t80\n"                                                                         \
            "\tmovq\t" TT_SAVED_BYTES "(%rsp), %rdi\n"                                                            \
            "\tmovq\t" TT_SAVED_AND_SLED_BYTES "(%rsp), %rsi\n"                                                   \
            "\tleaq\t" TT_SAVED_AND_SLED_BYTES "(%rsp), %rdx\n"                                                   \
            "\tpushq\t%rbp\n"                                                                                     \
            "\t.cfi_def_cfa_offset\t88\n"                                                                         \
            "\t.cfi_offset\t%rbp, -88\n"                                                                          \
            "\tmovq\t%rsp, %rbp\n"                                                                                \
            "\t.cfi_def_cfa_register\t%rbp\n"                                                                     \
            "\tandq\t$-16, %rsp\n"                                                                                \
            "\tcall\t*" hook "@GOTPCREL(%rip)\n"                                                                  \
            "\tmovq\t%rbp, %rsp\n"                                                                                \
            "\tpopq\t%rbp\n"                                                                                      \
            "\t.cfi_def_cfa\t%rsp, 80\n"                                                                          \
            "\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"                                              \
            "\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n\tpopq\t%rax\n"                              \
            "\t.cfi_def_cfa_offset\t8\n"                                                                          \
            "\tret\n"                                                                                             \
            "\t.cfi_endproc\n"                                                                                    \
            "\t.size\t" name ", .-" name "\n")

/* What the stub of a sled in the middle of a function calls, with the range and the function's frame in %rdi and %rsi, which
 * that stub keeps. All other registers and the flags stay as they are. */
#define TT_RANGE_STUB(name, hook)                                                                                 \
    __asm__(".text\n"                                                                                             \
            "\t.p2align\t4\n"                                                                                     \
            "\t.hidden\t" name "\n"                                                                               \
            "\t.globl\t" name "\n"                                                                                \
            "\t.type\t" name ", @function\n" name ":\n"                                                           \
            "\t.cfi_startproc\n"                                                                                  \
            "\tpushfq\n\tpushq\t%rax\n\tpushq\t%rcx\n\tpushq\t%rdx\n"                                         \
            "\tpushq\t%r8\n\tpushq\t%r9\n\tpushq\t%r10\n\tpushq\t%r11\n"                                      \
            "\tpushq\t%rbp\n"                                                                                     \
            "\t.cfi_def_cfa_offset\t80\n"                                                                         \
            "\t.cfi_offset\t%rbp, -80\n"                                                                          \
            "\tmovq\t%rsp, %rbp\n"                                                                                \
            "\t.cfi_def_cfa_register\t%rbp\n"                                                                     \
            "\tandq\t$-16, %rsp\n"                                                                                \
            "\tcall\t*" hook "@GOTPCREL(%rip)\n"                                                                  \
            "\tmovq\t%rbp, %rsp\n"                                                                                \
            "\tpopq\t%rbp\n"                                                                                      \
            "\t.cfi_def_cfa\t%rsp, 72\n"                                                                          \
            "\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"                                          \
            "\tpopq\t%rdx\n\tpopq\t%rcx\n\tpopq\t%rax\n\tpopfq\n"                                             \
            "\t.cfi_def_cfa_offset\t8\n"                                                                          \
            "\tret\n"                                                                                             \
            "\t.cfi_endproc\n"                                                                                    \
            "\t.size\t" name ", .-" name "\n")

#endif

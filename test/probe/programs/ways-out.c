/* Every way that compilers know into a function and out of it. Prints what it computed: measuring it must not change that. */
#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((noinline))

/* A table of jumps. */
KEEP int choose(int x)
{
    switch (x) {
    case 0: return puts("zero");
    case 1: return x * 3;
    case 2: return x ^ 77;
    case 3: x += 4; break;
    case 4: return x * x;
    case 5: return -x;
    case 6: return choose(x - 3);
    case 7: return x << 3;
    default: return 9;
    }
    return x * x;
}

/* Jumps to addresses of labels, which stay inside. */
KEEP int interpret(const char *code)
{
    static void *const to[] = {&&increment, &&twice, &&negate, &&again, &&end};
    int value = 1, rounds = 0;
    const char *next = code;
    goto *to[*next++ - 'a'];
increment:
    value++;
    goto *to[*next++ - 'a'];
twice:
    value *= 2;
    goto *to[*next++ - 'a'];
negate:
    value = -value;
    goto *to[*next++ - 'a'];
again:
    if (rounds++ < 3)
        next = code;
    goto *to[*next++ - 'a'];
end:
    return value;
}

/* Calls that become jumps: to a function, to one behind a pointer, and under a condition. */
KEEP int odd(unsigned n);
KEEP int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
KEEP int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

KEEP int leaf(int a)
{
    if (a > 1000)
        abort();
    return a * 7 % 13;
}

KEEP int jump_when(int a, int (*f)(int))
{
    if (a & 1)
        return leaf(a);
    if (a & 2)
        return f(a);
    printf("t%d ", a);
    return f(a + 1);
}

KEEP int jump_to(int (*const *f)(int), int a) { return f[a & 1](a); }

/* What registers and the stack carry: variable arguments, x87, pairs of registers, memory, vectors. */
KEEP int sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    double d = 0;
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += va_arg(list, int);
        d += va_arg(list, double);
    }
    va_end(list);
    return s * 100 + (int)(d * 10);
}

KEEP long double longer(long double x, int n)
{
    long double s = 0;
    for (int i = 0; i < n; i++)
        s += x / (i + 1);
    return s;
}

KEEP __int128 wide(__int128 a, long b)
{
    for (long i = 0; i < b; i++)
        a = a * 3 + i;
    return a;
}

struct big {
    double v[9];
    int n;
};

KEEP struct big by_value(struct big b, int k)
{
    for (int i = 0; i < 9; i++)
        b.v[i] = b.v[i] * k + i;
    b.n += k;
    return b;
}

struct mixed {
    double a;
    long b;
};

KEEP struct mixed in_registers(double a, long b, int n)
{
    struct mixed t = {a, b};
    for (int i = 0; i < n; i++) {
        t.a *= 1.5;
        t.b += i;
    }
    return t;
}

KEEP float complex_number(float _Complex z, int n)
{
    float _Complex s = 1;
    for (int i = 0; i < n; i++)
        s = s * z + 1;
    return __real__ s + __imag__ s;
}

#ifdef __x86_64__
typedef double vector __attribute__((vector_size(32)));

__attribute__((noinline, target("avx2"))) vector mix(vector a, vector b, int n)
{
    vector s = a;
    for (int i = 0; i < n; i++)
        s = s * b + a;
    return s;
}

__attribute__((noinline, target("avx2"))) void print_vectors(void)
{
    vector a = {1, 2, 3, 4}, b = {.5, .25, .125, .1}, c = {0};
    for (int k = 0; k < 2000; k++)
        c = c * 0.5 + mix(a, b, k % 5) + mix(b, c, 2);
    for (int i = 0; i < 4; i++)
        printf("%.17g ", c[i]);
    puts("");
}
#endif

KEEP int on_stack(int n)
{
    char *p = alloca((size_t)n * 8 + 1);
    memset(p, n, (size_t)n * 8);
    int s = 0;
    for (int i = 0; i < n * 8; i++)
        s += p[i];
    return s;
}

/* Left without a return. */
static jmp_buf back;

KEEP void jumper(int n)
{
    if (n == 0)
        longjmp(back, 7);
    for (int i = 0; i < 1; i++)
        jumper(n - 1);
    puts("never");
}

KEEP int catcher(void)
{
    int n = setjmp(back);
    if (n == 0)
        jumper(5);
    return n * 2;
}

/* Deeper than anybody can read. */
KEEP int deep(int n)
{
    volatile char c[64];
    c[0] = (char)n;
    return n == 0 ? c[0] : deep(n - 1) + c[0];
}

#if defined(__GNUC__) && !defined(__clang__)
KEEP int nested(int n)
{
    int base = n * 3;
    int add(int x)
    {
        int s = 0;
        for (int i = 0; i < x; i++)
            s += base + i;
        return s;
    }
    int (*volatile f)(int) = add;
    return f(4) + add(2);
}
#else
KEEP int nested(int n) { return 18 * n + 7; }
#endif

/* What the source wrote as assembly keeps its own calls and returns. */
#ifdef __x86_64__
KEEP int with_assembly(int x)
{
    int y;
    __asm__ volatile("sub $128, %%rsp\n\tcall 1f\n\tjmp 2f\n1:\tlea 5(%1), %0\n\tret\n2:\tadd $128, %%rsp"
                     : "=&r"(y)
                     : "r"(x)
                     : "memory", "cc");
    for (int i = 0; i < x; i++)
        y ^= i;
    return y;
}
#else
KEEP int with_assembly(int x) { return x; }
#endif

KEEP int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

__attribute__((constructor)) static void early(void)
{
    for (int i = 0; i < 3; i++)
        printf("c%d ", leaf(i));
}

__attribute__((destructor)) static void late(void)
{
    for (int i = 0; i < 3; i++)
        printf("d%d ", leaf(i));
    puts("");
}

int main(int argc, char **argv)
{
    int (*const functions[2])(int) = {leaf, choose};
    (void)argv;
    for (int i = 0; i < 9; i++)
        printf("%d %d %d %d\n", choose(i), jump_when(i, leaf), jump_to(functions, i), odd((unsigned)i));
    printf("%d %d\n", interpret("abcade"), interpret("aacbbdbe"));
    printf("%d %.12Lg %lld\n", sum(3, 1, 0.5, 2, 1.5, 3, 2.5), longer(3.25L, 9), (long long)(wide(argc * 5, 31) >> 7));
    struct big b = by_value((struct big){{1, 2, 3, 4, 5, 6, 7, 8, 9}, 2}, 3);
    struct mixed t = in_registers(1.5, 4, 7);
    printf("%g %g %d %g %ld %.7g\n", b.v[0], b.v[8], b.n, t.a, t.b, complex_number(1.5f + 0.25fi, 5));
    printf("%d %d %d %d %d\n", on_stack(12), catcher(), deep(6000), nested(6), with_assembly(5));
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        print_vectors();
#endif
    int v[] = {5, 3, 9, 1, 7, 2, 8};
    qsort(v, 7, sizeof *v, compare);
    for (int i = 0; i < 7; i++)
        printf("%d", v[i]);
    puts("");
    return 0;
}

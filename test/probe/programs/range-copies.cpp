/* Ranges of lines that the compiler makes several times; prints how often each is run. */
#include "range-copies.hpp"

#include <csetjmp>
#include <cstdio>

#define KEEP __attribute__((noinline))

volatile long hits;
volatile int sink;

KEEP void between()
{
    sink = sink + 1;
}

KEEP int first(int n)
{
    Cell<int> a = {0, 0};
    Cell<double> b = {0, 0};
    for (int i = 0; i < n; i++) {
        a.add(i);
        b.add(i);
    }
    return a.value + static_cast<int>(b.value);
}

KEEP int second(int n)
{
    Cell<long> c = {n, 0};
    c.add(n);
    c.add(n + 1);
    return static_cast<int>(c.value);
}

KEEP int here(int n)
{
    return inlined(n) + inlined(n + 1);
}

KEEP int there(int n)
{
    auto by = [&](int k) { return inlined(k) + n; };
    return by(1) - by(n);
}

KEEP int catching(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        try {
            sum += thrown(i);
        } catch (const std::exception &) {
            sum--;
        }
    return sum;
}

static jmp_buf place;

KEEP int deep(int n)
{
    int sum = n;
    hits = hits + 1; /* MARK deep */
    if (n == 0)
        longjmp(place, 1);
    sum += deep(n - 1);
    hits = hits + 0; /* END deep */
    return sum;
}

KEEP int left(int n)
{
    if (setjmp(place) != 0)
        return -1;
    return deep(n);
}

static long since(const char *name, long before, long result)
{
    std::printf("%s %ld %ld\n", name, hits - before, result);
    return hits;
}

int main()
{
    long at = 0;
    long sum = first(20) + second(3);
    at = since("template", at, sum);
    sum = here(4) + there(5) + here(6);
    at = since("inlined", at, sum);
    sum = catching(20);
    at = since("thrown", at, sum);
    sum = 0;
    for (int i = 0; i < 5; i++)
        sum += left(i);
    since("deep", at, sum);
    return 0;
}

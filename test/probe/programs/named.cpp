// Functions of many kinds of names, each called once.
#include <cstdio>
#include <string>

#define WORK                            \
    for (int i = 0; i < 20; i++)        \
        sink = sink + i * 1.5;

static volatile double sink;

namespace space {
__attribute__((noinline)) void plain(int) { WORK }
__attribute__((noinline)) void plain(std::string const &) { WORK }
__attribute__((noinline)) std::string text() { WORK return "text"; }

template <typename T>
__attribute__((noinline)) T templated(T value) { WORK return value; }

struct Box {
    double value = 1;
    __attribute__((noinline)) Box() { WORK }
    __attribute__((noinline)) ~Box() { WORK }
    __attribute__((noinline)) bool operator<(Box const &other) const { WORK return value < other.value; }
    __attribute__((noinline)) void operator()(int) const { WORK }
    __attribute__((noinline)) Box *operator->() { WORK return this; }
    __attribute__((noinline)) operator double() const { WORK return value; }
    template <int N>
    __attribute__((noinline)) static double sized(double (&)[N]) { WORK return N; }
};
} // namespace space

namespace {
__attribute__((noinline)) void nameless(space::Box const &) { WORK }
} // namespace

__attribute__((noinline)) void operator_like(int) { WORK }
__attribute__((noinline)) void takes(void (*call)(int)) { WORK call(1); }
extern "C" __attribute__((noinline)) void in_c(int) { WORK }

int main()
{
    double two[2] = {1, 2};
    space::plain(1);
    space::plain(space::text());
    space::templated(1);
    space::templated(1.5);
    space::Box a, b;
    a(a < b);
    a->value = double(b) + space::Box::sized(two);
    nameless(a);
    operator_like(1);
    takes(operator_like);
    in_c(1);
    std::printf("%g\n", static_cast<double>(sink));
    return 0;
}

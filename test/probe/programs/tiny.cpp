// Two tiny virtual functions, called so often that recording each call would take many times what they do.
#include <cstdio>
#include <cstdlib>

struct Step {
    virtual ~Step() = default;
    virtual long next(long value) = 0;
};

struct Multiply : Step {
    int n;
    explicit Multiply(int n) : n(n) {}
    long next(long value) override
    {
        for (int i = 0; i < n; i++)
            value = value * 31 + n;
        return value;
    }
};

struct Mix : Step {
    int n;
    explicit Mix(int n) : n(n) {}
    long next(long value) override
    {
        for (int i = 0; i < n; i++)
            value ^= value >> 7;
        return value + 1;
    }
};

static long run(Step **steps, long times)
{
    long value = 0;
    for (long i = 0; i < times; i++)
        value = steps[i & 1]->next(value);
    return value;
}

int main(int argc, char **argv)
{
    long times = argc > 1 ? atol(argv[1]) : 1000;
    Multiply multiply(2);
    Mix mix(2);
    Step *steps[2] = {&multiply, &mix};
    printf("%ld\n", run(steps, times));
}

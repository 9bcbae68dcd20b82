// Functions that exceptions leave, that objects of classes are reached through, and that threads run beside each other.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#define KEEP __attribute__((noinline))

static thread_local long total = 0;

struct Noisy {
    int n;
    explicit Noisy(int n) : n(n)
    {
        for (int i = 0; i < n; i++)
            total += i;
    }
    ~Noisy()
    {
        for (int i = 0; i < n; i++)
            total -= i * 2;
    }
};

KEEP int thrower(int n)
{
    Noisy a(n);
    if (n > 6)
        throw std::runtime_error("too " + std::to_string(n));
    return thrower(n + 1) + 1;
}

KEEP int catcher(int n)
{
    try {
        Noisy b(n);
        return thrower(n);
    } catch (const std::exception &e) {
        printf("%s %ld\n", e.what(), total);
        return n * 10;
    }
}

KEEP int rethrow(int n)
{
    try {
        return thrower(n);
    } catch (...) {
        Noisy c(3);
        throw;
    }
}

struct Shape {
    virtual ~Shape() = default;
    virtual double area(int n) const = 0;
};

struct Square : Shape {
    double a;
    explicit Square(double a) : a(a) {}
    double area(int n) const override
    {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += a * a;
        return s;
    }
};

struct Twice : Shape {
    std::shared_ptr<Shape> shape;
    explicit Twice(std::shared_ptr<Shape> shape) : shape(shape) {}
    double area(int n) const override { return shape->area(n * 2); }
};

template <class T> KEEP T fold(const std::vector<T> &list, std::function<T(T, T)> f)
{
    T s{};
    for (auto x : list)
        s = f(s, x);
    return s;
}

KEEP long in_thread()
{
    for (int k = 0; k < 300; k++)
        try {
            thrower(5);
        } catch (...) {
            total++;
        }
    return total;
}

int main()
{
    std::map<std::string, std::vector<int>> lists;
    for (int i = 0; i < 500; i++)
        lists["k" + std::to_string(i % 17)].push_back(i * 7 % 31);
    for (auto &[name, list] : lists) {
        std::sort(list.begin(), list.end(), [](int a, int b) { return a % 5 != b % 5 ? a % 5 < b % 5 : a < b; });
        printf("%s:%d ", name.c_str(), fold<int>(list, [](int a, int b) { return a * 3 % 1009 + b; }));
    }
    printf("\n%d %ld\n", catcher(2), total);
    try {
        rethrow(4);
    } catch (const std::runtime_error &e) {
        printf("%s %ld\n", e.what(), total);
    }
    auto shape = std::make_shared<Twice>(std::make_shared<Twice>(std::make_shared<Square>(1.5)));
    printf("%g\n", shape->area(3));
    std::vector<std::thread> threads;
    std::vector<long> results(4);
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&results, i] { results[i] = in_thread(); });
    for (auto &thread : threads)
        thread.join();
    for (long result : results)
        printf("%ld ", result);
    puts("");
}

/*
 * Statements on arrays that are not executed where they stand: each is cut into kernels, which wait in a queue until one
 * of two threads has time for them, as in POOMA. A profile says how long kernels take, and not for which statement.
 */
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "trimtab.h"

namespace {

constexpr std::size_t kernel_size = 2000;

struct Kernel {
    std::function<void()> work;
    tt_handle statement; // embedded association: a kernel knows for which statement it is executed
};

class Threads {
public:
    explicit Threads(int count)
    {
        for (int i = 0; i < count; i++)
            workers.emplace_back([this] { run(); });
    }

    ~Threads()
    {
        {
            const std::lock_guard<std::mutex> guard(mutex);
            ended = true;
        }
        ready.notify_all();
        for (auto &worker : workers)
            worker.join();
    }

    void add(Kernel kernel)
    {
        const std::lock_guard<std::mutex> guard(mutex);
        kernels.push_back(std::move(kernel));
        ready.notify_one();
    }

    // Returns when all kernels so far have been executed.
    void wait()
    {
        std::unique_lock<std::mutex> lock(mutex);
        idle.wait(lock, [this] { return kernels.empty() && busy == 0; });
    }

private:
    void run()
    {
        std::unique_lock<std::mutex> lock(mutex);
        for (;;) {
            ready.wait(lock, [this] { return ended || !kernels.empty(); });
            if (kernels.empty())
                return;
            Kernel kernel = std::move(kernels.front());
            kernels.pop_front();
            busy++;
            lock.unlock();
            execute(kernel);
            lock.lock();
            if (--busy == 0)
                idle.notify_all();
        }
    }

    static void execute(const Kernel &kernel)
    {
        TT_SCOPE_OF(kernel.statement);
        kernel.work();
    }

    std::mutex mutex;
    std::condition_variable ready, idle;
    std::deque<Kernel> kernels;
    std::vector<std::thread> workers;
    int busy = 0;
    bool ended = false;
};

using Array = std::vector<double>;

// A statement by its text, cut into kernels.
template <typename Element>
void assign(Threads &threads, const char *text, Array &to, Element element)
{
    const tt_handle statement = tt_entity(text, "kind=statement");
    for (std::size_t from = 0; from < to.size(); from += kernel_size) {
        const std::size_t end = from + kernel_size < to.size() ? from + kernel_size : to.size();
        threads.add({[&to, element, from, end] {
                         for (std::size_t i = from; i < end; i++)
                             to[i] = element(i);
                     },
                     statement});
    }
}

} // namespace

int main(int argc, char **argv)
{
    const int sweeps = argc > 1 ? std::atoi(argv[1]) : 20;
    Array a(200000), b(a.size(), 0.5), c(a.size(), 0.25);
    {
        Threads threads(2);
        for (int sweep = 0; sweep < sweeps; sweep++) {
            assign(threads, "A = B + C", a, [&](std::size_t i) { return b[i] + c[i]; });
            threads.wait();
            assign(threads, "B = sin(A) * exp(-A)", b, [&](std::size_t i) { return std::sin(a[i]) * std::exp(-a[i]); });
            threads.wait();
            assign(threads, "C = pow(abs(B), 0.3) + sin(B) * cos(A) + log(2 + A * A)", c, [&](std::size_t i) {
                return std::pow(std::fabs(b[i]), 0.3) + std::sin(b[i]) * std::cos(a[i]) + std::log(2 + a[i] * a[i]);
            });
            threads.wait();
        }
    }
    std::printf("statements: %d sweeps, %.6f\n", sweeps, c[7]);
    return 0;
}

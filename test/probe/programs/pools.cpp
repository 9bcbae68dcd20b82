// A thread pool as programs of C++ have it, tasks of std::async, and a thread with a name.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <pthread.h>
#include <queue>
#include <cstdio>
#include <thread>
#include <vector>

namespace {
__attribute__((noinline)) double work(double from)
{
    for (int i = 0; i < 200000; i++)
        from = from * 0.999 + 1.0 / (1.0 + i);
    return from;
}
} // namespace

namespace tools {
template <typename Task> class ThreadPool {
public:
    explicit ThreadPool(unsigned count)
    {
        for (unsigned i = 0; i < count; i++)
            workers.emplace_back([this] { run(); }); // MARK pool
    }
    ~ThreadPool()
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            is_done = true;
        }
        changed.notify_all();
        for (auto &worker : workers)
            worker.join();
    }
    void add(Task task)
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            tasks.push(std::move(task));
        }
        changed.notify_one();
    }

private:
    void run()
    {
        begun += work(0) > 0; // each worker has records
        for (;;) {
            std::unique_lock<std::mutex> lock(mutex);
            changed.wait(lock, [this] { return is_done || !tasks.empty(); });
            if (tasks.empty())
                return;
            auto task = std::move(tasks.front());
            tasks.pop();
            lock.unlock();
            task();
        }
    }
    std::vector<std::thread> workers;
    std::queue<Task> tasks;
    std::mutex mutex;
    std::condition_variable changed;
    std::atomic<int> begun{0};
    bool is_done = false;
};
} // namespace tools

__attribute__((noinline)) static double in_background(int tasks)
{
    std::vector<std::future<double>> results;
    for (int i = 0; i < tasks; i++)
        results.push_back(std::async(std::launch::async, work, i)); // MARK async
    double sum = 0;
    for (auto &result : results)
        sum += result.get();
    return sum;
}

int main()
{
    double first[4] = {};
    {
        tools::ThreadPool<std::function<void()>> pool(3);
        for (int i = 0; i < 4; i++)
            pool.add([&first, i] { first[i] = work(i); });
    }
    double second = in_background(2);
    double third = 0;
    std::thread logger([&third] {
        pthread_setname_np(pthread_self(), "logger");
        third = work(0);
    });
    logger.join();
    std::printf("%d\n", first[3] + second + third > 0);
    return 0;
}

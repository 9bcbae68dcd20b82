// Whether another thread of this process waits for a lock, a condition, a barrier or a semaphore. Being asleep is not
// enough: a thread that has not come to its call yet may sleep for other reasons on a busy machine.
#pragma once
#include <fstream>
#include <string>
#include <sys/syscall.h>

static std::string line_of(const std::string &path)
{
    std::ifstream file(path);
    std::string text;
    std::getline(file, text);
    return text;
}

static bool waits_for_others(long thread)
{
    const std::string folder = "/proc/self/task/" + std::to_string(thread);
    const std::string stat = line_of(folder + "/stat"), call = line_of(folder + "/syscall");
    const auto end = stat.rfind(')');
    if (end == std::string::npos || stat.substr(end + 2, 1) != "S")
        return false;
    // Where the system keeps calls to itself, the state is all that is known.
    return call.empty() || call.rfind(std::to_string(SYS_futex) + " ", 0) == 0;
}

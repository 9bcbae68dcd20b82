#include "sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "../../core/settings.h"
#include "../../core/probe.h"
#include "files.h"
#include "live.h"

/* Descriptors of the program's own are below, mostly; those who wait to be heard at once. */
enum { LEAST_DESCRIPTOR = 200, MOST_WAITING = 16, LONGEST_WORD = 255 };

static struct tt_own_file listening[TT_SOCKETS] = {{.fd = -1}, {.fd = -1}};
static char token[TT_TOKEN_SIZE + 1];

struct tt_own_file tt_own(int fd)
{
    struct stat about;
    int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR);
    if (fd >= 0 && high >= 0) {
        close(fd);
        fd = high;
    }
    if (fd < 0 || fstat(fd, &about) != 0)
        return (struct tt_own_file){.fd = -1};
    return (struct tt_own_file){fd, about.st_dev, about.st_ino};
}

int tt_is_own(const struct tt_own_file *file)
{
    struct stat about;
    return file->fd >= 0 && fstat(file->fd, &about) == 0 && about.st_dev == file->device && about.st_ino == file->inode &&
           S_ISSOCK(about.st_mode);
}

void tt_disown(struct tt_own_file *file)
{
    if (tt_is_own(file))
        close(file->fd);
    file->fd = -1;
}

struct tt_own_file *tt_listening(int which)
{
    return &listening[which];
}

int tt_is_token(const char *text, size_t size)
{
    unsigned char differs = size != TT_TOKEN_SIZE;
    for (size_t i = 0; i < TT_TOKEN_SIZE; i++)
        differs |= (unsigned char)(token[i] ^ (i < size ? text[i] : 0));
    return differs == 0 && token[0] != '\0';
}

static int listens(int fd, const struct sockaddr *address, socklen_t size)
{
    return bind(fd, address, size) == 0 && listen(fd, MOST_WAITING) == 0;
}

/* By way of the open folder, since names of sockets are short. The folder lets nobody else in before the mode is set. */
static int open_here(void)
{
    char folder[PATH_MAX + 64];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(folder, sizeof folder, "%s/live", tt_directory());
    int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    int fd = at < 0 ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/" TT_LIVE_SOCKET, at);
    int done = fd >= 0 && listens(fd, (const struct sockaddr *)&address, sizeof address) && chmod(address.sun_path, 0600) == 0;
    int saved = errno;
    if (at >= 0)
        close(at);
    if (!done && fd >= 0)
        close(fd);
    errno = saved;
    return done ? fd : -1;
}

static int make_token(void)
{
    unsigned char bytes[TT_TOKEN_SIZE / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return 0;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return 1;
}

/* A word of the scheduler's that may stand in a line; NULL: there is none. */
static const char *told_by_scheduler(const char *variable)
{
    const char *text = getenv(variable);
    if (text == NULL || text[0] == '\0' || strlen(text) > LONGEST_WORD)
        return NULL;
    for (const char *c = text; *c != '\0'; c++)
        if (!((*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || strchr("._-", *c) != NULL))
            return NULL;
    return text;
}

/* The port, the token, and where from it can be connected to: the node as its scheduler calls it, and the job there. */
static int tell_where(int fd)
{
    struct sockaddr_in address;
    struct utsname system;
    socklen_t size = sizeof address;
    char line[TT_TOKEN_SIZE + 2 * LONGEST_WORD + sizeof system.nodename + 32];
    const char *node = told_by_scheduler("SLURMD_NODENAME"), *job = told_by_scheduler("SLURM_JOB_ID");
    if (getsockname(fd, (struct sockaddr *)&address, &size) != 0 || !make_token() || !tt_live_make(TT_LIVE_TCP))
        return 0;
    uname(&system);
    int length = snprintf(line, sizeof line, "%u %s %s %s\n", ntohs(address.sin_port), token, node != NULL ? node : system.nodename,
                          job != NULL ? job : "-");
    return tt_live_append(TT_LIVE_TCP, line, (size_t)length) == (size_t)length;
}

static int open_tcp(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && listens(fd, (const struct sockaddr *)&address, sizeof address) && tell_where(fd))
        return fd;
    int saved = errno;
    if (fd >= 0)
        close(fd);
    token[0] = '\0';
    tt_live_remove(TT_LIVE_TCP);
    errno = saved;
    return -1;
}

void tt_open_sockets(void)
{
    const char *live = tt_setting(TRIMTAB_LIVE);
    listening[TT_SOCKET_HERE] = tt_own(open_here()); /* where the file system has no sockets there are the files */
    if (live == NULL || strcmp(live, "tcp") != 0)
        return;
    listening[TT_SOCKET_TCP] = tt_own(open_tcp());
    if (listening[TT_SOCKET_TCP].fd < 0)
        tt_say("no port of the loopback can be opened (%s): the control channel of this run is its folder", tt_error_text(errno));
}

void tt_forget_sockets(void)
{
    for (int i = 0; i < TT_SOCKETS; i++)
        tt_disown(&listening[i]);
}

void tt_close_sockets(void)
{
    tt_forget_sockets();
    tt_live_remove(TT_LIVE_SOCKET);
    tt_live_remove(TT_LIVE_TCP);
}

#include "clients.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "../../core/probe.h"
#include "grammar.h"
#include "sockets.h"

/* Of one client: what is read at once, lines that are longer than a request may be, and answers that it has not read. */
enum { PIECE = 1 << 14, LONGEST_LINE = TT_LONGEST_REQUEST + 64, MOST_UNREAD = 1 << 24 };
/* Who sends no token for so long goes. */
#define PATIENCE_NS UINT64_C(10000000000)

struct connection {
    struct tt_own_file file;
    tt_client client;
    int is_known; /* may ask: it came by the folder, or sent the token */
    uint64_t since;
    char line[LONGEST_LINE];
    size_t length;
    char *out;
    size_t out_size;
};

static struct connection connections[TT_MOST_CLIENTS];
static tt_client last_client;
static int begun;

static void leave(struct connection *c)
{
    tt_disown(&c->file);
    free(c->out);
    memset(c, 0, sizeof *c);
    c->file.fd = -1;
}

static void begin(void)
{
    for (int i = 0; i < TT_MOST_CLIENTS; i++)
        connections[i].file.fd = -1;
    begun = 1;
}

/* A place: a free one, or that of whoever has not sent the token for longest. */
static struct connection *place(void)
{
    struct connection *oldest = NULL;
    for (int i = 0; i < TT_MOST_CLIENTS; i++) {
        struct connection *c = &connections[i];
        if (c->file.fd < 0)
            return c;
        if (!c->is_known && (oldest == NULL || c->since < oldest->since))
            oldest = c;
    }
    if (oldest != NULL)
        leave(oldest);
    return oldest;
}

static void let_in(int which)
{
    static const char full[] = "error 1 too many clients are connected to this run already\n";
    struct tt_own_file *listening = tt_listening(which);
    for (int n = 0; n < TT_MOST_CLIENTS && tt_is_own(listening); n++) {
        struct tt_own_file file = tt_own(accept4(listening->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (file.fd < 0)
            return;
        struct connection *c = place();
        if (c == NULL) {
            send(file.fd, full, sizeof full - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
            tt_disown(&file);
            continue;
        }
        c->file = file;
        c->client = ++last_client;
        c->is_known = which == TT_SOCKET_HERE;
        c->since = tt_clock_ns(CLOCK_MONOTONIC);
    }
}

/* As much as the client takes now. */
static void send_on(struct connection *c)
{
    size_t done = 0;
    while (done < c->out_size && tt_is_own(&c->file)) {
        ssize_t n = send(c->file.fd, c->out + done, c->out_size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK) {
            leave(c);
            return;
        }
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    if (done > 0)
        memmove(c->out, c->out + done, c->out_size - done);
    c->out_size -= done;
}

static void say(struct connection *c, const char *text, size_t size)
{
    char *more = c->out_size + size > MOST_UNREAD ? NULL : realloc(c->out, c->out_size + size);
    if (more == NULL) {
        leave(c); /* it does not read what it asks for */
        return;
    }
    memcpy(more + c->out_size, text, size);
    c->out = more;
    c->out_size += size;
    send_on(c);
}

/* The first line of who came by the loopback; whoever sends another one goes without a word. */
static void take_token(struct connection *c)
{
    static const char prefix[] = "token ";
    size_t before = sizeof prefix - 1;
    size_t length = c->length > 0 && c->line[c->length - 1] == '\r' ? c->length - 1 : c->length;
    if (length > before && memcmp(c->line, prefix, before) == 0 && tt_is_token(c->line + before, length - before)) {
        c->is_known = 1;
        say(c, "ok 0\n", 5);
    } else
        leave(c);
}

struct taking {
    size_t most, taken;
    void (*take)(tt_client client, const char *line, size_t length);
};

/* One line has come. */
static void take_line(struct connection *c, struct taking *taking)
{
    if (!c->is_known)
        take_token(c);
    else {
        taking->take(c->client, c->line, c->length);
        taking->taken++;
    }
    c->length = 0;
}

static void take_piece(struct connection *c, struct taking *taking, const char *piece, size_t size)
{
    for (size_t i = 0; i < size && c->file.fd >= 0; i++)
        if (piece[i] == '\n')
            take_line(c, taking);
        else if (c->length < LONGEST_LINE)
            c->line[c->length++] = piece[i];
}

/* So much that no more lines come of it than may be taken. */
static void hear(struct connection *c, struct taking *taking)
{
    char piece[PIECE];
    size_t room = taking->most - taking->taken;
    if (room == 0 || !tt_is_own(&c->file)) {
        if (room > 0)
            leave(c);
        return;
    }
    ssize_t n = recv(c->file.fd, piece, room < sizeof piece ? room : sizeof piece, MSG_DONTWAIT);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        leave(c);
    else if (n > 0)
        take_piece(c, taking, piece, (size_t)n);
}

size_t tt_clients_ask(size_t most, void (*take)(tt_client client, const char *line, size_t length))
{
    struct taking taking = {.most = most, .take = take};
    uint64_t now = tt_clock_ns(CLOCK_MONOTONIC);
    if (!begun)
        begin();
    for (int which = 0; which < TT_SOCKETS; which++)
        let_in(which);
    for (int i = 0; i < TT_MOST_CLIENTS; i++) {
        struct connection *c = &connections[i];
        if (c->file.fd >= 0 && c->out_size > 0)
            send_on(c);
        if (c->file.fd >= 0 && c->out_size == 0)
            hear(c, &taking);
        if (c->file.fd >= 0 && !c->is_known && now > c->since && now - c->since > PATIENCE_NS)
            leave(c);
    }
    return taking.taken;
}

void tt_clients_answer(tt_client client, const char *text, size_t size)
{
    for (int i = 0; i < TT_MOST_CLIENTS; i++)
        if (connections[i].client == client && connections[i].file.fd >= 0)
            say(&connections[i], text, size);
}

int tt_clients_are_there(void)
{
    for (int i = 0; begun && i < TT_MOST_CLIENTS; i++)
        if (connections[i].file.fd >= 0)
            return 1;
    for (int which = 0; which < TT_SOCKETS; which++) {
        struct pollfd knocks = {.fd = tt_listening(which)->fd, .events = POLLIN};
        if (tt_is_own(tt_listening(which)) && poll(&knocks, 1, 0) > 0)
            return 1;
    }
    return 0;
}

struct tt_clients_awaited tt_clients_awaited(void)
{
    struct tt_clients_awaited awaited = {.count = 0};
    for (int which = 0; which < TT_SOCKETS; which++)
        if (tt_is_own(tt_listening(which)))
            awaited.list[awaited.count++] = (struct pollfd){.fd = tt_listening(which)->fd, .events = POLLIN};
    for (int i = 0; begun && i < TT_MOST_CLIENTS; i++)
        if (tt_is_own(&connections[i].file))
            awaited.list[awaited.count++] =
                (struct pollfd){.fd = connections[i].file.fd, .events = connections[i].out_size > 0 ? POLLOUT : POLLIN};
    return awaited;
}

void tt_clients_wait(struct tt_clients_awaited *awaited, unsigned milliseconds)
{
    poll(awaited->list, awaited->count, (int)milliseconds);
}

void tt_clients_forget(void)
{
    for (int i = 0; begun && i < TT_MOST_CLIENTS; i++)
        tt_disown(&connections[i].file);
}

void tt_clients_end(void)
{
    for (int i = 0; begun && i < TT_MOST_CLIENTS; i++)
        if (connections[i].file.fd >= 0) {
            send_on(&connections[i]);
            leave(&connections[i]);
        }
}

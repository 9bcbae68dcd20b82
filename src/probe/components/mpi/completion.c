/* Starting, testing, waiting for, cancelling and freeing requests. */
#include "completion.h"
#include "wrap.h"

#include <stdlib.h>
#include <string.h>

/* Copies of the caller's requests, which a completion overwrites, and room for statuses
 * that the caller does not want. One per thread, kept for the next call. */
static __thread struct scratch {
    int capacity;
    MPI_Request *requests;
    MPI_Status *statuses;
} scratch;

static int make_room(int count)
{
    if (count <= scratch.capacity)
        return 1;
    int capacity = count < 64 ? 64 : 2 * count;
    MPI_Request *requests = realloc(scratch.requests, (size_t)capacity * sizeof *requests);
    if (requests != NULL)
        scratch.requests = requests;
    MPI_Status *statuses = realloc(scratch.statuses, (size_t)capacity * sizeof *statuses);
    if (statuses != NULL)
        scratch.statuses = statuses;
    if (requests == NULL || statuses == NULL)
        return 0;
    scratch.capacity = capacity;
    return 1;
}

/* Before a call on an array: 0 if the completions cannot be followed. */
static int remember(const struct tt_thread *t, int count, const MPI_Request requests[])
{
    if (t == NULL || count <= 0 || !make_room(count))
        return 0;
    memcpy(scratch.requests, requests, (size_t)count * sizeof *requests);
    return 1;
}

static void complete(struct tt_thread *t, MPI_Request request, const MPI_Status *status)
{
    struct tt_request entry;
    if (request == MPI_REQUEST_NULL || !tt_request_complete((uintptr_t)request, &entry))
        return;
    if (entry.null || !entry.active)
        return;
    int cancelled = 0;
    if (entry.cancelled)
        tt_real.Test_cancelled(status, &cancelled);
    if (cancelled && entry.kind == TT_REQUEST_FILE)
        tt_file_told(t, &entry, TT_IO_CANCELLED);
    else if (cancelled)
        tt_put1(t, TT_REQUEST_CANCELLED, tt_time(), entry.id);
    else if (entry.kind == TT_REQUEST_SEND)
        tt_put1(t, TT_ISEND_COMPLETE, tt_time(), entry.id);
    else if (entry.kind == TT_REQUEST_RECV)
        tt_irecv_complete(t, &entry, status);
    else if (entry.kind == TT_REQUEST_COLL || entry.kind == TT_REQUEST_IDUP)
        tt_icoll_complete(t, &entry);
    else if (entry.kind == TT_REQUEST_WIN)
        tt_win_rop_tested(t, &entry, 1);
    else if (entry.kind == TT_REQUEST_FILE)
        tt_file_completed(t, &entry, status);
}

/* A test that found the request under way. */
static void tested(struct tt_thread *t, MPI_Request request)
{
    struct tt_request entry;
    if (request == MPI_REQUEST_NULL || !tt_request_peek((uintptr_t)request, &entry))
        return;
    if (!entry.active || entry.null)
        return;
    if (entry.kind == TT_REQUEST_WIN)
        tt_win_rop_tested(t, &entry, 0);
    else if (entry.kind == TT_REQUEST_FILE)
        tt_file_told(t, &entry, TT_IO_TESTED);
    else if (entry.kind != TT_REQUEST_OTHER)
        tt_put1(t, TT_REQUEST_TEST, tt_time(), entry.id);
}

static void tested_all(struct tt_thread *t, int count)
{
    for (int i = 0; i < count; i++)
        tested(t, scratch.requests[i]);
}

/* After a call that completes all of an array, or those without an error. */
static void completed_all(struct tt_thread *t, int count, const MPI_Status statuses[], int result)
{
    for (int i = 0; i < count; i++)
        if (result == MPI_SUCCESS || statuses[i].MPI_ERROR == MPI_SUCCESS)
            complete(t, scratch.requests[i], &statuses[i]);
}

static int usable(int result)
{
    return result == MPI_SUCCESS || result == MPI_ERR_IN_STATUS;
}

TT_API int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    MPI_Status own;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Wait, TT_SITE, TT_MPI_ENTER);
    MPI_Request before = *request;
    if (t != NULL && status == MPI_STATUS_IGNORE)
        status = &own;
    int result = tt_real.Wait(request, status);
    if (t != NULL && result == MPI_SUCCESS)
        complete(t, before, status);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Wait)

TT_API int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    MPI_Status own;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Test, TT_SITE, TT_MPI_ENTER);
    MPI_Request before = *request;
    if (t != NULL && status == MPI_STATUS_IGNORE)
        status = &own;
    int result = tt_real.Test(request, flag, status);
    if (t != NULL && result == MPI_SUCCESS) {
        if (*flag)
            complete(t, before, status);
        else
            tested(t, before);
    }
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Test)

TT_API int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[])
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Waitall, TT_SITE, TT_MPI_ENTER);
    int follow = remember(t, count, array_of_requests);
    MPI_Status *statuses = follow && array_of_statuses == MPI_STATUSES_IGNORE ? scratch.statuses : array_of_statuses;
    int result = tt_real.Waitall(count, array_of_requests, statuses);
    if (follow && usable(result))
        completed_all(t, count, statuses, result);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Waitall)

TT_API int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[])
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Testall, TT_SITE, TT_MPI_ENTER);
    int follow = remember(t, count, array_of_requests);
    MPI_Status *statuses = follow && array_of_statuses == MPI_STATUSES_IGNORE ? scratch.statuses : array_of_statuses;
    int result = tt_real.Testall(count, array_of_requests, flag, statuses);
    if (follow && usable(result)) {
        if (*flag)
            completed_all(t, count, statuses, result);
        else
            tested_all(t, count);
    }
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Testall)

TT_API int MPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)
{
    MPI_Status own;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Waitany, TT_SITE, TT_MPI_ENTER);
    int follow = remember(t, count, array_of_requests);
    if (follow && status == MPI_STATUS_IGNORE)
        status = &own;
    int result = tt_real.Waitany(count, array_of_requests, indx, status);
    if (follow && result == MPI_SUCCESS && *indx != MPI_UNDEFINED)
        complete(t, scratch.requests[*indx], status);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Waitany)

TT_API int MPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status)
{
    MPI_Status own;
    struct tt_thread *t = tt_mpi_enter(TT_FN_Testany, TT_SITE, TT_MPI_ENTER);
    int follow = remember(t, count, array_of_requests);
    if (follow && status == MPI_STATUS_IGNORE)
        status = &own;
    int result = tt_real.Testany(count, array_of_requests, indx, flag, status);
    if (follow && result == MPI_SUCCESS) {
        if (!*flag)
            tested_all(t, count);
        else if (*indx != MPI_UNDEFINED)
            complete(t, scratch.requests[*indx], status);
    }
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Testany)

/* After Waitsome and Testsome, whose statuses are those of the completed ones in turn. */
static void completed_some(struct tt_thread *t, int outcount, const int indices[], const MPI_Status statuses[], int result)
{
    for (int i = 0; outcount != MPI_UNDEFINED && i < outcount; i++)
        if (result == MPI_SUCCESS || statuses[i].MPI_ERROR == MPI_SUCCESS)
            complete(t, scratch.requests[indices[i]], &statuses[i]);
}

TT_API int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                        MPI_Status array_of_statuses[])
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Waitsome, TT_SITE, TT_MPI_ENTER);
    int follow = remember(t, incount, array_of_requests);
    MPI_Status *statuses = follow && array_of_statuses == MPI_STATUSES_IGNORE ? scratch.statuses : array_of_statuses;
    int result = tt_real.Waitsome(incount, array_of_requests, outcount, array_of_indices, statuses);
    if (follow && usable(result))
        completed_some(t, *outcount, array_of_indices, statuses, result);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Waitsome)

TT_API int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                        MPI_Status array_of_statuses[])
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Testsome, TT_SITE, TT_MPI_ENTER);
    int follow = remember(t, incount, array_of_requests);
    MPI_Status *statuses = follow && array_of_statuses == MPI_STATUSES_IGNORE ? scratch.statuses : array_of_statuses;
    int result = tt_real.Testsome(incount, array_of_requests, outcount, array_of_indices, statuses);
    if (follow && usable(result)) {
        if (*outcount == 0)
            tested_all(t, incount);
        else
            completed_some(t, *outcount, array_of_indices, statuses, result);
    }
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Testsome)

TT_API int MPI_Start(MPI_Request *request)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Start, TT_SITE, TT_MPI_ENTER);
    if (t != NULL)
        tt_starting(t, *request);
    int result = tt_real.Start(request);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Start)

TT_API int MPI_Startall(int count, MPI_Request array_of_requests[])
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Startall, TT_SITE, TT_MPI_ENTER);
    for (int i = 0; t != NULL && i < count; i++)
        tt_starting(t, array_of_requests[i]);
    int result = tt_real.Startall(count, array_of_requests);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Startall)

TT_API int MPI_Cancel(MPI_Request *request)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Cancel, TT_SITE, TT_MPI_ENTER);
    if (t != NULL)
        tt_request_cancel((uintptr_t)*request);
    int result = tt_real.Cancel(request);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Cancel)

/* A send under way that is given away completes without the program, so that this is
 * its end as far as the program is concerned; a receive that is cancelled before gets no
 * message. Of any other receive it is not known which message comes in: it stays open. */
static void give_away(struct tt_thread *t, MPI_Request request)
{
    struct tt_request entry;
    if (!tt_request_peek((uintptr_t)request, &entry))
        return;
    if (entry.active && !entry.null && entry.kind == TT_REQUEST_SEND)
        tt_put1(t, TT_ISEND_COMPLETE, tt_time(), entry.id);
    if (entry.active && !entry.null && entry.kind == TT_REQUEST_RECV && entry.cancelled)
        tt_put1(t, TT_REQUEST_CANCELLED, tt_time(), entry.id);
    else if (entry.active && !entry.null && entry.kind == TT_REQUEST_RECV && t->fold != NULL)
        tt_put1(t, TT_REQUEST_CANCELLED, tt_time(), 0); /* which messages have which number is not known from here on */
    tt_request_remove((uintptr_t)request);
}

TT_API int MPI_Request_free(MPI_Request *request)
{
    struct tt_thread *t = tt_mpi_enter(TT_FN_Request_free, TT_SITE, TT_MPI_ENTER);
    if (t != NULL)
        give_away(t, *request);
    int result = tt_real.Request_free(request);
    tt_mpi_leave(t);
    return result;
}
TT_ALIAS(Request_free)

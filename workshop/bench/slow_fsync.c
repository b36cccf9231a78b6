/* A disk that takes its time: preloaded into a process, it lets each sync last SLOW_FSYNC_US microseconds longer. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_for_the_disk(void)
{
    const char *microseconds = getenv("SLOW_FSYNC_US");
    if (microseconds)
        usleep((useconds_t)atoi(microseconds));
}

int fsync(int file)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_for_the_disk();
    return real(file);
}

int fdatasync(int file)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_for_the_disk();
    return real(file);
}

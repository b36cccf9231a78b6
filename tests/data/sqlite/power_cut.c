/* A disk that loses its power: preloaded into a process, it keeps of one folder only what was synced.

   All writes go to the real files at once, as a system's cache would show them. Beside them this library keeps what the
   disk has: the bytes of each file as of its last fsync, and the names as of the folder's last fsync. At the n-th
   operation it puts that state into the folder and ends the process, without carrying that operation out.

   POWER_FOLDER is the folder, POWER_CUT_AT is n, counted from 1, POWER_SEED seeds chance, and POWER_KEEPS is how many
   per cent of what was not synced reach the disk all the same: each sector of a write by itself, in no order; of the
   changes of names the first few, for file systems keep those in order. SQLite's shared memory (-shm) never reaches it.
*/

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECTOR 512
#define MOST_FILES 256
#define CUT_STATUS 9
#define WRONG_STATUS 99

enum change { WRITE, TRUNCATE };

_Static_assert(sizeof(off_t) == 8, "one pwrite is both");

struct pending {
    enum change kind;
    size_t at, length;
    unsigned char *bytes;
    struct pending *next;
};

/* A file with or without a name: what the disk has of it, and what it was told since. */
struct file {
    ino_t number;
    int gone;
    const char *written;
    unsigned char *bytes;
    size_t length, room;
    struct pending *first, **last;
};

struct name {
    char name[NAME_MAX + 1];
    struct file *file;
};

/* A change of names: `to` has no file after an unlink; `from` is empty but for a rename. */
struct renaming {
    char from[NAME_MAX + 1], to[NAME_MAX + 1];
    struct file *file;
    struct renaming *next;
};

static char folder[PATH_MAX];
static struct stat folder_stat;
static long cut_at, operations;
static int keeps;
static uint64_t chance;
static struct file files[MOST_FILES];
static struct name names[MOST_FILES];
static int file_count, name_count;
static struct renaming *first_renaming, **last_renaming = &first_renaming;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fsync)(int);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);
static int (*real_link)(const char *, const char *);

static void must(int holds, const char *otherwise)
{
    if (!holds) {
        dprintf(2, "power_cut: %s\n", otherwise);
        _exit(WRONG_STATUS);
    }
}

static int lucky(void)
{
    chance += 0x9e3779b97f4a7c15; /* splitmix64 */
    uint64_t mixed = chance;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return (int)((mixed ^ mixed >> 31) % 100) < keeps;
}

/* What the disk has. */

static void resize(struct file *file, size_t length)
{
    if (length > file->room) {
        file->room = length * 2;
        file->bytes = realloc(file->bytes, file->room);
        must(file->bytes != NULL, "no memory");
    }
    if (length > file->length)
        memset(file->bytes + file->length, 0, length - file->length);
    file->length = length;
}

static void put(struct file *file, size_t at, const unsigned char *bytes, size_t length)
{
    if (at + length > file->length)
        resize(file, at + length);
    memcpy(file->bytes + at, bytes, length);
}

static void settle(struct file *file)
{
    for (struct pending *change = file->first, *next; change; change = next) {
        if (change->kind == TRUNCATE)
            resize(file, change->length);
        else
            put(file, change->at, change->bytes, change->length);
        next = change->next;
        free(change->bytes);
        free(change);
    }
    file->first = NULL;
    file->last = &file->first;
}

static void settle_by_chance(struct file *file)
{
    for (struct pending *change = file->first; change; change = change->next) {
        if (change->kind == TRUNCATE) {
            if (lucky())
                resize(file, change->length);
            continue;
        }
        for (size_t done = 0, part; done < change->length; done += part) {
            part = SECTOR - (change->at + done) % SECTOR;
            if (part > change->length - done)
                part = change->length - done;
            if (lucky())
                put(file, change->at + done, change->bytes + done, part);
        }
    }
}

static struct name *named(const char *name, int add)
{
    for (int at = 0; at < name_count; at++)
        if (!strcmp(names[at].name, name))
            return &names[at];
    if (!add)
        return NULL;
    must(name_count < MOST_FILES, "too many names");
    strcpy(names[name_count].name, name);
    return &names[name_count++];
}

static void settle_names(int by_chance)
{
    while (first_renaming && (!by_chance || lucky())) {
        struct renaming *change = first_renaming;
        struct file *file = change->file;
        if (change->from[0]) {
            struct name *old = named(change->from, 1);
            file = old->file;
            old->file = NULL;
        }
        named(change->to, 1)->file = file;
        first_renaming = change->next;
        free(change);
    }
    if (!first_renaming)
        last_renaming = &first_renaming;
}

/* What the process does. */

static void remember_renaming(const char *from, const char *to, struct file *file)
{
    struct renaming *change = calloc(1, sizeof *change);
    must(change != NULL, "no memory");
    strcpy(change->from, from);
    strcpy(change->to, to);
    change->file = file;
    *last_renaming = change;
    last_renaming = &change->next;
}

static void remember(struct file *file, enum change kind, size_t at, const void *bytes, size_t length)
{
    struct pending *change = calloc(1, sizeof *change);
    must(change != NULL, "no memory");
    change->kind = kind;
    change->at = at;
    change->length = length;
    if (kind == WRITE) {
        change->bytes = malloc(length ? length : 1);
        must(change->bytes != NULL, "no memory");
        memcpy(change->bytes, bytes, length);
    }
    *file->last = change;
    file->last = &change->next;
}

/* The name of a path in the folder, or NULL. */
static const char *inside(const char *path)
{
    size_t length = strlen(folder);
    if (!length || strncmp(path, folder, length) || path[length] != '/')
        return NULL;
    const char *name = path + length + 1, *shared = strstr(name, "-shm");
    return !*name || strchr(name, '/') || (shared && !shared[4]) ? NULL : name;
}

static struct file *new_file(ino_t number)
{
    must(file_count < MOST_FILES, "too many files");
    struct file *file = &files[file_count++];
    file->number = number;
    file->last = &file->first;
    return file;
}

static struct file *numbered(ino_t number)
{
    for (int at = 0; at < file_count; at++)
        if (files[at].number == number && !files[at].gone)
            return &files[at];
    return NULL;
}

static int is_folder(int descriptor)
{
    struct stat found;
    return !fstat(descriptor, &found) && found.st_ino == folder_stat.st_ino && found.st_dev == folder_stat.st_dev;
}

/* The file behind a descriptor if it is of the folder, or NULL. A file first seen here was made by this process. */
static struct file *opened(int descriptor)
{
    struct stat found;
    if (!folder[0] || fstat(descriptor, &found) || !S_ISREG(found.st_mode) || found.st_dev != folder_stat.st_dev)
        return NULL;
    struct file *file = numbered(found.st_ino);
    if (file)
        return file;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return NULL;
    path[length] = 0;
    const char *name = inside(path);
    if (!name)
        return NULL;
    must(found.st_size == 0, "a file was written past this library");
    file = new_file(found.st_ino);
    remember_renaming("", name, file);
    return file;
}

static void write_out(const struct name *name)
{
    char path[PATH_MAX];
    must(snprintf(path, sizeof path, "%s/%s", folder, name->name) < (int)sizeof path, "a long path");
    real_unlink(path);
    if (!name->file)
        return;
    if (name->file->written) {
        char first[PATH_MAX];
        must(snprintf(first, sizeof first, "%s/%s", folder, name->file->written) < (int)sizeof first, "a long path");
        must(!real_link(first, path), "a second name cannot be given");
        return;
    }
    name->file->written = name->name;
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    must(descriptor >= 0, "a file cannot be made");
    for (size_t done = 0; done < name->file->length;) {
        ssize_t part = real_write(descriptor, name->file->bytes + done, name->file->length - done);
        must(part > 0, "a file cannot be written");
        done += (size_t)part;
    }
    close(descriptor);
}

static void cut(void)
{
    settle_names(1);
    /* Names that the disk never heard of are gone. */
    for (struct renaming *change = first_renaming; change; change = change->next) {
        named(change->to, 1);
        if (change->from[0])
            named(change->from, 1);
    }
    for (int at = 0; at < file_count; at++)
        settle_by_chance(&files[at]);
    for (int at = 0; at < name_count; at++)
        write_out(&names[at]);
    DIR *left = opendir(folder);
    must(left != NULL, "no folder");
    for (struct dirent *entry; (entry = readdir(left));)
        if (strstr(entry->d_name, "-shm"))
            unlinkat(dirfd(left), entry->d_name, 0);
    _exit(CUT_STATUS);
}

static void count(void)
{
    if (++operations == cut_at)
        cut();
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    pthread_mutex_lock(&one_at_a_time);
    struct file *file = opened(descriptor);
    if (!file) {
        /* A pipe may make its writer wait: the others go on. */
        pthread_mutex_unlock(&one_at_a_time);
        return real_write(descriptor, bytes, length);
    }
    count();
    off_t at = lseek(descriptor, 0, fcntl(descriptor, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    ssize_t done = real_write(descriptor, bytes, length);
    if (done > 0)
        remember(file, WRITE, (size_t)at, bytes, (size_t)done);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t at)
{
    pthread_mutex_lock(&one_at_a_time);
    struct file *file = opened(descriptor);
    if (file)
        count();
    ssize_t done = real_pwrite(descriptor, bytes, length, at);
    if (file && done > 0)
        remember(file, WRITE, (size_t)at, bytes, (size_t)done);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t at)
{
    return pwrite(descriptor, bytes, length, at);
}

int ftruncate(int descriptor, off_t length)
{
    pthread_mutex_lock(&one_at_a_time);
    struct file *file = opened(descriptor);
    if (file)
        count();
    int done = real_ftruncate(descriptor, length);
    if (file && !done)
        remember(file, TRUNCATE, 0, NULL, (size_t)length);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

int ftruncate64(int descriptor, off64_t length)
{
    return ftruncate(descriptor, length);
}

int fsync(int descriptor)
{
    pthread_mutex_lock(&one_at_a_time);
    struct file *file = opened(descriptor);
    int names_too = folder[0] && is_folder(descriptor);
    if (file || names_too)
        count();
    if (file)
        settle(file);
    if (names_too)
        settle_names(0);
    pthread_mutex_unlock(&one_at_a_time);
    /* The real disk need not be waited for: its power stays. */
    return file || names_too ? 0 : real_fsync(descriptor);
}

int fdatasync(int descriptor)
{
    return fsync(descriptor);
}

/* A file loses a name; with its last one goes its number, which another file may get. */
static void forget(const struct stat *found)
{
    struct file *file = numbered(found->st_ino);
    if (file && found->st_nlink == 1)
        file->gone = 1;
}

int unlink(const char *path)
{
    pthread_mutex_lock(&one_at_a_time);
    const char *name = inside(path);
    struct stat found;
    if (name && !lstat(path, &found)) {
        count();
        forget(&found);
        remember_renaming("", name, NULL);
    }
    int done = real_unlink(path);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

int rename(const char *from, const char *to)
{
    pthread_mutex_lock(&one_at_a_time);
    const char *old = inside(from), *new = inside(to);
    must(!old == !new, "a file comes into the folder, or leaves it");
    if (old) {
        count();
        struct stat found;
        if (!lstat(to, &found))
            forget(&found);
        remember_renaming(old, new, NULL);
    }
    int done = real_rename(from, to);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

int link(const char *from, const char *to)
{
    pthread_mutex_lock(&one_at_a_time);
    const char *old = inside(from), *new = inside(to);
    must(!old == !new, "a file comes into the folder, or leaves it");
    struct stat found;
    if (old && !lstat(from, &found) && access(to, F_OK)) {
        count();
        struct file *file = numbered(found.st_ino);
        must(file != NULL, "a second name for a file that was never written");
        remember_renaming("", new, file);
    }
    int done = real_link(from, to);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

static void load(const char *name)
{
    char path[PATH_MAX];
    struct stat found;
    must(snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path, "a long path");
    if (!inside(path) || stat(path, &found) || !S_ISREG(found.st_mode))
        return;
    struct file *file = numbered(found.st_ino);
    named(name, 1)->file = file ? file : new_file(found.st_ino);
    if (file)
        return;
    file = named(name, 0)->file;
    resize(file, (size_t)found.st_size);
    int descriptor = open(path, O_RDONLY);
    for (size_t done = 0; done < file->length;) {
        ssize_t part = read(descriptor, file->bytes + done, file->length - done);
        must(part > 0, "a file cannot be read");
        done += (size_t)part;
    }
    close(descriptor);
}

__attribute__((constructor)) static void begin(void)
{
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    real_rename = dlsym(RTLD_NEXT, "rename");
    real_link = dlsym(RTLD_NEXT, "link");
    const char *where = getenv("POWER_FOLDER"), *when = getenv("POWER_CUT_AT");
    const char *seed = getenv("POWER_SEED"), *kept = getenv("POWER_KEEPS");
    must(where && when && seed && kept && !stat(where, &folder_stat), "a setting is missing, or the folder");
    /* What this process starts has power. */
    unsetenv("LD_PRELOAD");
    cut_at = atol(when);
    chance = strtoull(seed, NULL, 10);
    keeps = atoi(kept);
    must(strlen(where) < sizeof folder, "a long path");
    strcpy(folder, where);
    DIR *found = opendir(folder);
    must(found != NULL, "no folder");
    for (struct dirent *entry; (entry = readdir(found));)
        load(entry->d_name);
    closedir(found);
}

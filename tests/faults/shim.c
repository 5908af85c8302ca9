/* Stands before the C library in a process that is attacked (LD_PRELOAD), and counts its calls
   about files under one folder. The n-th can be made to fail, to write only a half, or to be the
   last: the process is killed before, after, or in the midst of it.

   A process arms itself: by faults_begin(), or at its start by what FAULTS_PLAN says. Every call is
   told to a file, a line each, so that a number says what it stands for. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum act { COUNT, KILL_BEFORE, KILL_AFTER, KILL_AMID, FAIL, SHORT, FAIL_FROM_HERE, INTERRUPT };

/* In the order of KINDS in shim.py, as `kinds` is a set of them: 1 << READ and so on. */
enum kind { OPEN, CREATE, READ, WRITE, FSYNC, RENAME, LINK, LOCK, CLOSE, UNLINK, MKDIR, FSTAT, STAT,
            LIST, TRUNCATE, CHMOD };
static const char *const NAMES[] = {"open", "create", "read", "write", "fsync", "rename", "link",
    "lock", "close", "unlink", "mkdir", "fstat", "stat", "list", "truncate", "chmod"};

#define MOST_FILES 4096
static char *paths[MOST_FILES];  /* by descriptor; NULL: none of ours */
static char home[4096];
static size_t home_length;
static long at, passed, then, death;  /* death: `then` calls after the one that failed */
static int act = COUNT, number, teller = -1, armed;
static unsigned kinds;
static long long waited;  /* nanoseconds in calls that lock */

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

void faults_begin(const char *folder, long call, int what, int error, unsigned which, long later,
                  int told) {
    strncpy(home, folder, sizeof home - 1);
    home_length = strlen(home);
    at = call, act = what, number = error, kinds = which, then = later, teller = told;
    passed = death = 0, armed = 1;
}

void faults_end(void) { armed = 0; }

long long faults_waited(void) { return waited; }

__attribute__((constructor)) static void begin(void) {
    const char *plan = getenv("FAULTS_PLAN");
    char folder[4096];
    long call, later;
    int what, error, told;
    unsigned which;
    if (plan && sscanf(plan, "%ld %d %d %u %ld %d %4095[^\n]", &call, &what, &error, &which, &later,
                       &told, folder) == 7)
        faults_begin(folder, call, what, error, which, later, told);
}

static void tell(const char *text, size_t length);

/* A process that armed itself says at its end how long it waited; others are asked. */
__attribute__((destructor)) static void end(void) {
    char line[64];
    if (armed && getenv("FAULTS_PLAN"))
        tell(line, (size_t)snprintf(line, sizeof line, "waited %.9f", waited / 1e9));
}

static void tell(const char *text, size_t length) {
    if (teller >= 0) syscall(SYS_write, teller, text, length);
}

static void die(void) {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;) pause();
}

static int of_home(const char *path) {
    return armed && path && strncmp(path, home, home_length) == 0 &&
           (path[home_length] == '/' || path[home_length] == 0);
}

static const char *of_file(int file) {
    return armed && file >= 0 && file < MOST_FILES ? paths[file] : NULL;
}

static void opened(int file, const char *path) {
    if (file >= 0 && file < MOST_FILES) free(paths[file]), paths[file] = strdup(path);
}

static void closed(int file) {
    if (file >= 0 && file < MOST_FILES) free(paths[file]), paths[file] = NULL;
}

/* The whole path of what is named beside a folder that is open; NULL where it is none of ours. */
static const char *beside(int folder, const char *path, char *room, size_t size) {
    if (!armed || !path) return NULL;
    if (path[0] == '/' || folder == AT_FDCWD) return of_home(path) ? path : NULL;
    if (!of_file(folder)) return NULL;
    snprintf(room, size, "%s/%s", paths[folder], path);
    return room;
}

/* One call more. What is to become of it: COUNT for nothing out of the way. */
static int reached(enum kind kind, const char *path) {
    char line[4200];
    int now = COUNT, length;
    passed++;
    if (act == FAIL_FROM_HERE ? passed >= at && kinds >> kind & 1 : passed == at) now = act;
    if (now != COUNT && then && !death) death = passed + then;
    length = snprintf(line, sizeof line, "%ld %s%s %s\n", passed, NAMES[kind],
                      now == COUNT ? "" : "!", path[home_length] ? path + home_length + 1 : ".");
    tell(line, length < (int)sizeof line ? (size_t)length : sizeof line - 1);
    if (now == INTERRUPT) syscall(SYS_kill, syscall(SYS_getpid), SIGINT);
    if (now == KILL_BEFORE || (death && passed >= death)) die();
    return now;
}

#define FAILS(now) ((now) == FAIL || (now) == FAIL_FROM_HERE)
#define LAST(now) ((now) == KILL_AFTER || (now) == KILL_AMID)

/* A call that is made as it is, made to fail, or made and then the end. */
#define AROUND(kind, path, bad, call) \
    do { \
        int now = reached(kind, path); \
        if (FAILS(now)) { errno = number; return bad; } \
        __typeof__(call) result = call; \
        if (LAST(now)) die(); \
        return result; \
    } while (0)

static int open_as(int (*real)(int, const char *, int, mode_t), int folder, const char *path,
                   int flags, mode_t mode) {
    char room[8192];
    const char *whole = beside(folder, path, room, sizeof room);
    if (!whole) return real(folder, path, flags, mode);
    int now = reached(flags & O_CREAT ? CREATE : OPEN, whole);
    if (FAILS(now)) { errno = number; return -1; }
    int file = real(folder, path, flags, mode);
    if (LAST(now)) die();
    opened(file, whole);
    return file;
}

static int real_open(int folder, const char *path, int flags, mode_t mode) {
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE(last) \
    mode_t mode = 0; \
    if (flags & O_CREAT) { va_list more; va_start(more, last); mode = va_arg(more, int); va_end(more); }

int open(const char *path, int flags, ...) { MODE(flags) return open_as(real_open, AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_as(real_open, AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return open_as(real_open, folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return open_as(real_open, folder, path, flags, mode); }

int close(int file) {
    REAL(int, "close", int);
    const char *path = of_file(file);
    if (!path) { closed(file); return real(file); }
    int now = reached(CLOSE, path);
    closed(file);
    int result = real(file);  /* one that fails has closed the file all the same */
    if (LAST(now)) die();
    if (FAILS(now)) { errno = number; return -1; }
    return result;
}

ssize_t read(int file, void *into, size_t size) {
    REAL(ssize_t, "read", int, void *, size_t);
    const char *path = of_file(file);
    if (!path) return real(file, into, size);
    int now = reached(READ, path);
    if (FAILS(now)) { errno = number; return -1; }
    ssize_t result = real(file, into, now == SHORT && size > 1 ? size / 2 : size);
    if (LAST(now)) die();
    return result;
}

ssize_t pread64(int file, void *into, size_t size, off64_t from) {
    REAL(ssize_t, "pread64", int, void *, size_t, off64_t);
    const char *path = of_file(file);
    if (!path) return real(file, into, size, from);
    AROUND(READ, path, -1, real(file, into, size, from));
}

static int written(const char *path, size_t *size) {
    int now = reached(WRITE, path);
    if ((now == SHORT || now == KILL_AMID) && *size > 1) *size /= 2;
    return now;
}

ssize_t write(int file, const void *from, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    const char *path = of_file(file);
    if (!path) return real(file, from, size);
    int now = written(path, &size);
    if (FAILS(now)) { errno = number; return -1; }
    ssize_t result = real(file, from, size);
    if (LAST(now)) die();
    return result;
}

ssize_t pwrite64(int file, const void *from, size_t size, off64_t to) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    const char *path = of_file(file);
    if (!path) return real(file, from, size, to);
    int now = written(path, &size);
    if (FAILS(now)) { errno = number; return -1; }
    ssize_t result = real(file, from, size, to);
    if (LAST(now)) die();
    return result;
}

#define ABOUT_A_FILE(type, name, kind, parameters, arguments) \
    type name parameters { \
        static type (*real) parameters; \
        if (!real) real = (type (*) parameters)dlsym(RTLD_NEXT, #name); \
        const char *path = of_file(file); \
        if (!path) return real arguments; \
        AROUND(kind, path, -1, real arguments); \
    }

ABOUT_A_FILE(int, fsync, FSYNC, (int file), (file))
ABOUT_A_FILE(int, fdatasync, FSYNC, (int file), (file))
ABOUT_A_FILE(int, fstat, FSTAT, (int file, struct stat *into), (file, into))
ABOUT_A_FILE(int, fstat64, FSTAT, (int file, struct stat64 *into), (file, into))
ABOUT_A_FILE(int, ftruncate, TRUNCATE, (int file, off_t size), (file, size))
ABOUT_A_FILE(int, ftruncate64, TRUNCATE, (int file, off64_t size), (file, size))
ABOUT_A_FILE(int, fchmod, CHMOD, (int file, mode_t mode), (file, mode))

#define ABOUT_A_PATH(type, name, kind, parameters, arguments) \
    type name parameters { \
        static type (*real) parameters; \
        if (!real) real = (type (*) parameters)dlsym(RTLD_NEXT, #name); \
        if (!of_home(path)) return real arguments; \
        AROUND(kind, path, -1, real arguments); \
    }

ABOUT_A_PATH(int, unlink, UNLINK, (const char *path), (path))
ABOUT_A_PATH(int, rmdir, UNLINK, (const char *path), (path))
ABOUT_A_PATH(int, mkdir, MKDIR, (const char *path, mode_t mode), (path, mode))
ABOUT_A_PATH(int, chmod, CHMOD, (const char *path, mode_t mode), (path, mode))
ABOUT_A_PATH(int, truncate64, TRUNCATE, (const char *path, off64_t size), (path, size))
ABOUT_A_PATH(int, access, STAT, (const char *path, int how), (path, how))
ABOUT_A_PATH(int, stat, STAT, (const char *path, struct stat *into), (path, into))
ABOUT_A_PATH(int, stat64, STAT, (const char *path, struct stat64 *into), (path, into))
ABOUT_A_PATH(int, lstat64, STAT, (const char *path, struct stat64 *into), (path, into))

#define ABOUT_A_PLACE(name, kind, parameters, arguments) \
    int name parameters { \
        static int (*real) parameters; \
        char room[8192]; \
        if (!real) real = (int (*) parameters)dlsym(RTLD_NEXT, #name); \
        const char *whole = beside(folder, path, room, sizeof room); \
        if (!whole) return real arguments; \
        AROUND(kind, whole, -1, real arguments); \
    }

ABOUT_A_PLACE(fstatat64, STAT, (int folder, const char *path, struct stat64 *into, int how),
              (folder, path, into, how))
ABOUT_A_PLACE(faccessat, STAT, (int folder, const char *path, int mode, int how),
              (folder, path, mode, how))
ABOUT_A_PLACE(unlinkat, UNLINK, (int folder, const char *path, int how), (folder, path, how))
ABOUT_A_PLACE(mkdirat, MKDIR, (int folder, const char *path, mode_t mode), (folder, path, mode))

#define OF_TWO(name, kind) \
    int name(const char *path, const char *other) { \
        REAL(int, #name, const char *, const char *); \
        if (!of_home(path) && !of_home(other)) return real(path, other); \
        AROUND(kind, of_home(other) ? other : path, -1, real(path, other)); \
    } \
    int name##at(int folder, const char *path, int there, const char *other PLUS) { \
        static int (*real)(int, const char *, int, const char * PLUS); \
        char room[8192]; \
        if (!real) real = (int (*)(int, const char *, int, const char * PLUS))dlsym(RTLD_NEXT, #name "at"); \
        const char *whole = beside(there, other, room, sizeof room); \
        if (!whole) return real(folder, path, there, other GIVEN); \
        AROUND(kind, whole, -1, real(folder, path, there, other GIVEN)); \
    }
#define PLUS
#define GIVEN
OF_TWO(rename, RENAME)
#undef PLUS
#undef GIVEN
#define PLUS , int flags
#define GIVEN , flags
OF_TWO(link, LINK)

static int locked(int file, const char *path, int (*lock)(int, void *), void *how) {
    struct timespec before, after;
    int now = reached(LOCK, path);
    if (FAILS(now)) { errno = number; return -1; }
    clock_gettime(CLOCK_MONOTONIC, &before);
    int result = lock(file, how), problem = errno;
    clock_gettime(CLOCK_MONOTONIC, &after);
    waited += (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec;
    if (LAST(now)) die();
    errno = problem;
    return result;
}

static int by_flock(int file, void *how) {
    REAL(int, "flock", int, int);
    return real(file, (int)(long)how);
}

int flock(int file, int how) {
    const char *path = of_file(file);
    if (!path) return by_flock(file, (void *)(long)how);
    return locked(file, path, by_flock, (void *)(long)how);
}

static int by_fcntl(int file, void *given) {
    REAL(int, "fcntl64", int, int, ...);
    void **both = given;
    return real(file, (int)(long)both[0], both[1]);
}

int fcntl64(int file, int command, ...) {
    va_list more;
    va_start(more, command);
    void *given[] = {(void *)(long)command, va_arg(more, void *)};
    va_end(more);
    const char *path = of_file(file);
    if (path && (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW))
        return locked(file, path, by_fcntl, given);
    int result = by_fcntl(file, given);
    if (path && (command == F_DUPFD || command == F_DUPFD_CLOEXEC)) opened(result, path);
    return result;
}

DIR *opendir(const char *path) {
    REAL(DIR *, "opendir", const char *);
    if (!of_home(path)) return real(path);
    int now = reached(LIST, path);
    if (FAILS(now)) { errno = number; return NULL; }
    DIR *folder = real(path);
    if (folder) opened(dirfd(folder), path);
    if (LAST(now)) die();
    return folder;
}

int closedir(DIR *folder) {
    REAL(int, "closedir", DIR *);
    closed(dirfd(folder));
    return real(folder);
}

struct dirent64 *readdir64(DIR *folder) {
    REAL(struct dirent64 *, "readdir64", DIR *);
    const char *path = of_file(dirfd(folder));
    if (!path) return real(folder);
    AROUND(LIST, path, NULL, real(folder));
}

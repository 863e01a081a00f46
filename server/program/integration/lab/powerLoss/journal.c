/*
 * LD_PRELOAD: writes a journal of every change of files below JOURNAL_ROOT to the file JOURNAL_FILE (elsewhere), in
 * the order in which the kernel made them; journal.ts reads it. A change and its record are made under one lock; an
 * fsync is recorded when it has returned, with the bytes that the journal had when it was called. Several processes may
 * write to one journal, as long as they do not change the same file at the same time.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, LINK, UNSEEN };

struct record {
  uint32_t type, first_bytes, second_bytes, pid;
  uint32_t handle, unused;
  int64_t time_us;
  /* OPEN: flags. WRITE: offset. TRUNCATE: size. SYNC: bytes of the journal at its call. */
  uint64_t number;
  uint64_t data_bytes;
};

#define HANDLES 65536
static uint32_t handle_of[HANDLES];
static uint32_t handles;
static int journal = -1;
static char root[PATH_MAX];
static size_t root_bytes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long real_syscall(long number, long a, long b, long c, long d, long e, long f) {
  static long (*real)(long, ...);
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return real(number, a, b, c, d, e, f);
}

__attribute__((constructor)) static void start(void) {
  const char *file = getenv("JOURNAL_FILE"), *below = getenv("JOURNAL_ROOT");
  if (!file || !below || strlen(below) >= sizeof root) return;
  strcpy(root, below);
  root_bytes = strlen(root);
  journal = (int)real_syscall(SYS_openat, AT_FDCWD, (long)file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600, 0, 0);
}

/* The next definition of a libc function, looked up once. */
#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void append(uint32_t type, const char *first, const char *second, uint32_t handle, uint64_t number,
  const void *data, size_t data_bytes) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct record head = {
    type, first ? strlen(first) : 0, second ? strlen(second) : 0, getpid(), handle, 0,
    now.tv_sec * 1000000LL + now.tv_nsec / 1000, number, data_bytes,
  };
  struct iovec parts[] = {
    { &head, sizeof head }, { (void *)first, head.first_bytes }, { (void *)second, head.second_bytes },
    { (void *)data, data_bytes },
  };
  ssize_t length = real_syscall(SYS_writev, journal, (long)parts, 4, 0, 0, 0);
  if (length != (ssize_t)(sizeof head + head.first_bytes + head.second_bytes + data_bytes)) abort();
}

/* The absolute path in `to` where it is below the root; else 0. */
static int resolve(int folder, const char *path, char *to) {
  if (journal < 0 || !path) return 0;
  if (path[0] == '/') {
    if (strlen(path) >= PATH_MAX) return 0;
    strcpy(to, path);
  } else {
    char link[64];
    if (folder == AT_FDCWD) strcpy(link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, to, PATH_MAX - 1);
    if (length < 0 || length + strlen(path) + 2 > PATH_MAX) return 0;
    to[length] = '/';
    strcpy(to + length + 1, path);
  }
  size_t end = strlen(to);
  while (end > 1 && to[end - 1] == '/') to[--end] = 0;
  return strncmp(to, root, root_bytes) == 0 && (to[root_bytes] == '/' || to[root_bytes] == 0);
}

static uint32_t tracked(int fd) {
  return journal >= 0 && fd >= 0 && fd < HANDLES ? handle_of[fd] : 0;
}

static int opened(int fd, const char *path, int flags) {
  if (fd >= 0 && fd < HANDLES) {
    handle_of[fd] = ++handles;
    append(OPEN, path, 0, handles, flags, 0, 0);
  }
  return fd;
}

#define OPEN_BODY(call, folder) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  } \
  char full[PATH_MAX]; \
  if (!resolve(folder, path, full)) return call; \
  pthread_mutex_lock(&lock); \
  int fd = opened(call, full, flags); \
  int error = errno; \
  pthread_mutex_unlock(&lock); \
  errno = error; \
  return fd

int open(const char *path, int flags, ...) { REAL(open); OPEN_BODY(real(path, flags, mode), AT_FDCWD); }
int open64(const char *path, int flags, ...) { REAL(open64); OPEN_BODY(real(path, flags, mode), AT_FDCWD); }
int openat(int at, const char *path, int flags, ...) { REAL(openat); OPEN_BODY(real(at, path, flags, mode), at); }
int openat64(int at, const char *path, int flags, ...) { REAL(openat64); OPEN_BODY(real(at, path, flags, mode), at); }

static void closing(int fd) {
  if (!tracked(fd)) return;
  pthread_mutex_lock(&lock);
  handle_of[fd] = 0;
  pthread_mutex_unlock(&lock);
}
int close(int fd) { REAL(close); closing(fd); return real(fd); }
int closedir(DIR *folder) { REAL(closedir); closing(dirfd(folder)); return real(folder); }
/* libuv closes files and copies them by this. */
long syscall(long number, ...) {
  long args[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) args[i] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_close) closing(args[0]);
  if (number == SYS_copy_file_range && tracked(args[2])) {
    pthread_mutex_lock(&lock);
    append(UNSEEN, "copy_file_range", 0, handle_of[args[2]], 0, 0, 0);
    pthread_mutex_unlock(&lock);
  }
  return real_syscall(number, args[0], args[1], args[2], args[3], args[4], args[5]);
}

static int copied(int from, int to) {
  if (to >= 0 && to < HANDLES && from >= 0 && from < HANDLES) handle_of[to] = handle_of[from];
  return to;
}
int dup(int fd) { REAL(dup); return copied(fd, real(fd)); }
int dup2(int fd, int to) { REAL(dup2); return copied(fd, real(fd, to)); }
int dup3(int fd, int to, int flags) { REAL(dup3); return copied(fd, real(fd, to, flags)); }

static ssize_t written(int fd, off64_t offset, const struct iovec *parts, int count, ssize_t length) {
  if (length <= 0) return length;
  if (offset < 0) offset = lseek64(fd, 0, SEEK_CUR) - length;
  for (int i = 0; i < count && length > 0; i++) {
    ssize_t part = parts[i].iov_len < (size_t)length ? (ssize_t)parts[i].iov_len : length;
    append(WRITE, 0, 0, handle_of[fd], offset, parts[i].iov_base, part);
    offset += part;
    length -= part;
  }
  return length;
}

#define WRITE_BODY(call, offset, parts, count) \
  if (!tracked(fd)) return call; \
  pthread_mutex_lock(&lock); \
  ssize_t length = call; \
  int error = errno; \
  written(fd, offset, parts, count, length); \
  pthread_mutex_unlock(&lock); \
  errno = error; \
  return length

#define ONE struct iovec one = { (void *)data, bytes }
ssize_t write(int fd, const void *data, size_t bytes) {
  REAL(write); ONE; WRITE_BODY(real(fd, data, bytes), -1, &one, 1);
}
ssize_t pwrite(int fd, const void *data, size_t bytes, off_t at) {
  REAL(pwrite); ONE; WRITE_BODY(real(fd, data, bytes, at), at, &one, 1);
}
ssize_t pwrite64(int fd, const void *data, size_t bytes, off64_t at) {
  REAL(pwrite64); ONE; WRITE_BODY(real(fd, data, bytes, at), at, &one, 1);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev); WRITE_BODY(real(fd, parts, count), -1, parts, count);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  REAL(pwritev64); WRITE_BODY(real(fd, parts, count, at), at, parts, count);
}

/* A change of a file or folder: made and recorded under the lock. */
#define CHANGE(isOurs, call, record) \
  if (!(isOurs)) return call; \
  pthread_mutex_lock(&lock); \
  int result = call; \
  int error = errno; \
  if (result == 0) record; \
  pthread_mutex_unlock(&lock); \
  errno = error; \
  return result

#define RESIZE append(TRUNCATE, 0, 0, handle_of[fd], size, 0, 0)
int ftruncate(int fd, off_t size) { REAL(ftruncate); CHANGE(tracked(fd), real(fd, size), RESIZE); }
int ftruncate64(int fd, off64_t size) { REAL(ftruncate64); CHANGE(tracked(fd), real(fd, size), RESIZE); }

#define PATHS char one[PATH_MAX], two[PATH_MAX]
#define MOVE(call, a, from, b, to) \
  PATHS; \
  CHANGE(resolve(a, from, one) && resolve(b, to, two), call, append(RENAME, one, two, 0, 0, 0, 0))
int rename(const char *from, const char *to) { REAL(rename); MOVE(real(from, to), AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int a, const char *from, int b, const char *to) {
  REAL(renameat); MOVE(real(a, from, b, to), a, from, b, to);
}
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
  REAL(renameat2); MOVE(real(a, from, b, to, flags), a, from, b, to);
}

#define GONE(call, at) char one[PATH_MAX]; CHANGE(resolve(at, path, one), call, append(UNLINK, one, 0, 0, 0, 0, 0))
int unlink(const char *path) { REAL(unlink); GONE(real(path), AT_FDCWD); }
int unlinkat(int at, const char *path, int flags) { REAL(unlinkat); GONE(real(at, path, flags), at); }
int rmdir(const char *path) { REAL(rmdir); GONE(real(path), AT_FDCWD); }
int remove(const char *path) { REAL(remove); GONE(real(path), AT_FDCWD); }

#define MADE(call, at) char one[PATH_MAX]; CHANGE(resolve(at, path, one), call, append(MKDIR, one, 0, 0, 0, 0, 0))
int mkdir(const char *path, mode_t mode) { REAL(mkdir); MADE(real(path, mode), AT_FDCWD); }
int mkdirat(int at, const char *path, mode_t mode) { REAL(mkdirat); MADE(real(at, path, mode), at); }

int link(const char *from, const char *to) {
  REAL(link);
  PATHS;
  CHANGE(resolve(AT_FDCWD, from, one) && resolve(AT_FDCWD, to, two), real(from, to),
    append(LINK, one, two, 0, 0, 0, 0));
}

#define SYNC_BODY(call) \
  if (!tracked(fd)) return call; \
  pthread_mutex_lock(&lock); \
  uint64_t begun = lseek64(journal, 0, SEEK_END); \
  uint32_t handle = handle_of[fd]; \
  pthread_mutex_unlock(&lock); \
  int result = call; \
  int error = errno; \
  pthread_mutex_lock(&lock); \
  if (result == 0) append(SYNC, 0, 0, handle, begun, 0, 0); \
  pthread_mutex_unlock(&lock); \
  errno = error; \
  return result
int fsync(int fd) { REAL(fsync); SYNC_BODY(real(fd)); }
int fdatasync(int fd) { REAL(fdatasync); SYNC_BODY(real(fd)); }

/* What changes a file and is not taken apart: the journal is of no use then. What is not seen here at all shows in the
 * end: the files are not what the journal says. */
#define UNSEEN_BODY(call, result_type) \
  result_type result = call; \
  if (tracked(fd)) { \
    pthread_mutex_lock(&lock); \
    append(UNSEEN, __func__, 0, handle_of[fd], 0, 0, 0); \
    pthread_mutex_unlock(&lock); \
  } \
  return result
int fallocate(int fd, int mode, off_t at, off_t bytes) { REAL(fallocate); UNSEEN_BODY(real(fd, mode, at, bytes), int); }
int fallocate64(int fd, int mode, off64_t at, off64_t bytes) {
  REAL(fallocate64); UNSEEN_BODY(real(fd, mode, at, bytes), int);
}
ssize_t copy_file_range(int in, off64_t *from, int fd, off64_t *to, size_t bytes, unsigned flags) {
  REAL(copy_file_range); UNSEEN_BODY(real(in, from, fd, to, bytes, flags), ssize_t);
}
ssize_t sendfile64(int fd, int in, off64_t *from, size_t bytes) {
  REAL(sendfile64); UNSEEN_BODY(real(fd, in, from, bytes), ssize_t);
}

#define MAP_BODY(call) \
  if ((protection & PROT_WRITE) && (flags & MAP_SHARED) && tracked(fd)) { \
    pthread_mutex_lock(&lock); \
    append(UNSEEN, "mmap", 0, handle_of[fd], 0, 0, 0); \
    pthread_mutex_unlock(&lock); \
  } \
  return call
void *mmap(void *where, size_t bytes, int protection, int flags, int fd, off_t at) {
  REAL(mmap); MAP_BODY(real(where, bytes, protection, flags, fd, at));
}
void *mmap64(void *where, size_t bytes, int protection, int flags, int fd, off64_t at) {
  REAL(mmap64); MAP_BODY(real(where, bytes, protection, flags, fd, at));
}

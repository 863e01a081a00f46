/** Messages of the operating system that any program may pass on, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const NO_TLS = 'One side speaks TLS (https) and the other does not';
const SCHEME = 'compare port and scheme of both, such as http:// and insecure: true';
const OTHER_PROTOCOL = 'The port answers in another protocol, as gRPC or TLS where HTTP was expected';
const NO_PREFACE = 'A server did not begin to speak gRPC, as where the port is of another protocol, or one side of TLS '
  + 'refuses the other';
const LOOK_AT_PORT = 'look at port and scheme (for OTLP, 4317 is gRPC and 4318 is HTTP)';
const HEAP = 'The C code of the program found its memory damaged and ended: an error in its code or in a library';
const STACK = 'see coredumpctl info, and look for a newer version';
const WATCHES = 'The limit of files that one user may watch is reached';
const RAISE_WATCHES = 'raise fs.inotify.max_user_watches and fs.inotify.max_user_instances';
const OF_GLIBC = 'The program or a library is built against glibc, and this system has musl, as Alpine';
const TAKE_GLIBC = 'take an image with glibc such as Debian, a build for musl, or a static one (CGO_ENABLED=0 in Go)';
const OF_MUSL = 'The program or a library is built against musl, as for Alpine, and this system has glibc';
const OLD_LIBRARY = 'The program or a library is built against a newer C or C++ library than this system has';
const TAKE_NEWER = 'take a newer image or system, a build for this one, or a static build';
/** Versions of symbols that programs of the last years ask for. */
const GLIBC = Array.from({ length: 32 }, (_, i) => `glibc_2.${i + 14}' not found`);
const GLIBCXX = Array.from({ length: 16 }, (_, i) => `glibcxx_3.4.${i + 18}' not found`);
const CXXABI = Array.from({ length: 11 }, (_, i) => `cxxabi_1.3.${i + 5}' not found`);
/** Functions that only code compiled for glibc asks for. */
const FORTIFIED = ['memcpy', 'memset', 'memmove', 'strcpy', 'strcat', 'strncpy', 'printf', 'fprintf', 'sprintf',
  'snprintf', 'vsnprintf', 'vfprintf', 'longjmp', 'fread', 'fdelt'].map((name) => `__${name}_chk: symbol not found`);

/** Linking of programs and libraries; the words of musl begin otherwise than those of glibc. */
const LINKED: readonly MessageRow[] = [
  ...rowsOf(['error loading shared library ld-linux', 'error loading shared library libc.so.6',
    'error loading shared library libresolv.so.2', ...FORTIFIED], 'end', OF_GLIBC, TAKE_GLIBC),
  ['error loading shared library', 'end', 'A library that the program needs cannot be loaded; these are the words of '
    + 'musl, the C library of Alpine', 'install its package (apk add), such as libstdc++ or gcompat, or take an image '
    + 'with glibc'],
  ['error relocating ', 'end', 'The loader of musl, as in Alpine, did not find a function that the program or a '
    + 'library asks for, as of one built against glibc', 'take an image with glibc or a build for musl'],
  ...rowsOf(['libc.musl-x86_64.so.1: cannot open shared object', 'libc.musl-aarch64.so.1: cannot open shared object'],
    'end', OF_MUSL, 'take a build for glibc, or an image with musl'),
  ...rowsOf([...GLIBC, ...GLIBCXX, ...CXXABI], 'end', OLD_LIBRARY, TAKE_NEWER),
  ["could not open '/lib64/ld-linux-x86-64.so.2'", 'end', 'A program for x86-64 is emulated, and its libraries are not '
    + 'there', 'take the image for the processor of this host, or give --platform linux/amd64'],
];

const ANY: readonly MessageRow[] = [
  ['no space left on device', 'full', 'A disk, its inodes or a quota is full, or another limit such as that of inotify '
    + 'watches', 'see df and df -i of that path, free space, then check that writes succeed again'],
  ['read-only file system', 'full', 'The file system is mounted read-only', 'in a container, see whether a '
    + 'writable volume is at that path; on a host, see mount and dmesg for an error of the disk'],
  ...rowsOf(['failed to create fsnotify watcher: too many open files',
    'user limit on the total number of inotify watches was reached',
    'system limit for number of file watchers reached'], 'full', WATCHES, RAISE_WATCHES),
  ['too many open files in system', 'full', 'The host has as many files open as it may', 'see /proc/sys/fs/file-nr and '
    + 'what holds them, then raise fs.file-max'],
  ['too many open files', 'full', 'The limit of open files is reached', 'see whether ever more stay open, and raise it '
    + '(LimitNOFILE, ulimit -n)'],
  ['input/output error', 'damage', 'A read or a write failed in the device or the file system', 'see dmesg'],
  ['exec format error', 'end', 'The program is made for another processor, or is a script without its first line (#!)',
    'take the build or image for this processor (uname -m)'],
  ['executable file not found in $path', 'end', 'The program to start is not there, or its folder is not in PATH',
    'write its whole path, or install it'],
  ...LINKED,
  ['error while loading shared libraries', 'end', 'A library that the program needs is missing or does not fit', 'see '
    + 'ldd of the program, and install its package'],
  ['illegal instruction', 'end', 'The program reached an instruction that this processor does not know, or that marks '
    + 'an error of its own', 'take a build for this processor; in a virtual machine look at its CPU model'],
  ['segmentation fault (core dumped)', 'end', 'The program crashed with an invalid memory access', STACK],
  ['text file busy', 'error', 'The file is a program that runs, and cannot be overwritten', 'stop it first, or put the '
    + 'new file next to it and rename it'],
  ['argument list too long', 'error', 'The arguments and the environment of a command, or a BPF program, are larger '
    + 'than the kernel takes', 'for a command, pass them in parts (find -exec, xargs)'],
  ['cannot assign requested address', 'error', 'The address to listen on is not one of this host, or no local port is '
    + 'free for another connection',
    'compare it with the addresses of the host (ip addr), and count its connections (ss -s)'],
  ['address family not supported by protocol', 'error', 'The kernel has not this kind of address, as with IPv6 turned '
    + 'off', 'use an IPv4 address'],
  ['transport endpoint is not connected', 'error', 'A connection is gone, or the process behind a mount of FUSE has '
    + 'ended', 'for a mount, unmount it (fusermount -u) and mount it again'],
  ['fork: retry: resource temporarily unavailable', 'full', 'No more processes may be started', 'raise the limit '
    + '(ulimit -u, TasksMax=, pids of the container)'],
  ...rowsOf(['http: server gave http response to https client', 'client sent an http request to an https server',
    'first record does not look like a tls handshake'], 'error', NO_TLS, SCHEME),
  ['malformed http response', 'error', OTHER_PROTOCOL, LOOK_AT_PORT],
  ['error reading server preface', 'error', NO_PREFACE, LOOK_AT_PORT],
  ['received message larger than max', 'error', 'A message of gRPC is larger than its receiver takes, and is refused',
    'send smaller batches or ask for less, or raise that limit, such as max_recv_msg_size'],
  ...rowsOf(['double free or corruption', 'free(): invalid pointer', 'malloc(): corrupted top size',
    'corrupted size vs. prev_size', 'malloc(): invalid size', 'stack smashing detected'], 'end', HEAP, STACK),
  ['std::bad_alloc', 'full', 'The program got no memory', 'look at its limit and at what it loads at once'],
];

export const OF_OPERATING_SYSTEM: readonly MessagesOfProgram[] = [['', ANY]];

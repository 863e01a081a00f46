/** Messages of the JVM, Python and Node.js, for the table of known messages. Pure. */
import { OF_GO } from './ofGo.ts';
import { rowsOf, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const THREADS = 'The JVM could not start another thread: a limit of threads or processes, or no memory for its stack';
const NATIVE = 'The JVM got no memory from the host outside of its heap, and ends';
const LOOK_AT_BOTH = 'look at free memory and at the limit of the container; a smaller heap (-Xmx) leaves more outside';
const DIRECT = 'The memory for direct buffers of the JVM is used up';
const FULL_GC = 'The collector of the JVM did not free memory fast enough, and pauses are long';
const MORE_HEAP = 'raise -Xmx, or find what fills the heap (jcmd PID GC.class_histogram)';

const JVM: readonly MessageRow[] = [
  ['outofmemoryerror: java heap space', 'full', 'The heap of the JVM is full', 'raise -Xmx, or find what fills it '
    + '(-XX:+HeapDumpOnOutOfMemoryError)'],
  ['gc overhead limit exceeded', 'full', 'The JVM spends nearly all its time in GC and frees almost nothing: its heap '
    + 'is too small or leaks', 'raise -Xmx, or find what fills it (-XX:+HeapDumpOnOutOfMemoryError)'],
  ['outofmemoryerror: metaspace', 'full', 'The memory for classes of the JVM is used up, by many classes or a leak of '
    + 'class loaders', 'raise -XX:MaxMetaspaceSize, or count the classes (jcmd PID VM.metaspace)'],
  ['outofmemoryerror: compressed class space', 'full', 'The space for classes of the JVM is used up', 'raise '
    + '-XX:CompressedClassSpaceSize, or look for a leak of class loaders'],
  ['outofmemoryerror: permgen space', 'full', 'The memory for classes of an old JVM is used up', 'raise '
    + '-XX:MaxPermSize, or look for a leak of class loaders'],
  ...rowsOf(['unable to create new native thread', 'unable to create native thread'], 'full', THREADS, 'count its '
    + 'threads (jstack), then look at ulimit -u, TasksMax= and the limit of pids'),
  ...rowsOf(['outofmemoryerror: direct buffer memory', 'bytes of direct buffer memory'], 'full', DIRECT, 'raise '
    + '-XX:MaxDirectMemorySize, or look for buffers that are not freed'),
  ['requested array size exceeds vm limit', 'error', 'The program asked for an array larger than the JVM allows', 'see '
    + 'the stack for what asks for it'],
  ...rowsOf(['there is insufficient memory for the java runtime environment to continue',
    'native memory allocation (mmap) failed to map', 'native memory allocation (malloc) failed to allocate'], 'end',
    NATIVE, LOOK_AT_BOTH),
  ['could not reserve enough space for', 'end', 'The JVM does not start, because its heap does not fit into memory or '
    + 'address space', 'lower -Xmx and -Xms, or take a 64-bit JVM'],
  ['initial heap size set to a larger value than the maximum heap size', 'end', 'The JVM does not start, because -Xms '
    + 'is above -Xmx', 'make -Xms at most -Xmx'],
  ['unrecognized vm option', 'end', 'The JVM does not start, because this version does not know an option', 'remove '
    + 'it, such as an option of a collector that is gone'],
  ['could not create the java virtual machine', 'end', 'The JVM does not start', 'see the line before it for the '
    + 'reason'],
  ['a fatal error has been detected by the java runtime environment', 'end', 'The JVM itself crashed', 'see the file '
    + 'hs_err_pid*.log: signal, problematic frame, library'],
  ['java.lang.stackoverflowerror', 'error', 'A thread of the JVM called itself too deeply', 'see the stack for the '
    + 'calls that repeat; -Xss gives a larger stack'],
  ['has been compiled by a more recent version of the java runtime', 'end', 'The program needs a newer Java than this '
    + 'one', 'install that version (class file 61 is Java 17, 65 is Java 21)'],
  ...rowsOf(['to-space exhausted', 'concurrent mode failure', 'pause full (g1 compaction pause)'], 'slow', FULL_GC,
    MORE_HEAP),
  ['is full. compiler has been disabled', 'slow', 'The JVM has no room for compiled code, and runs slowly '
    + 'from now on', 'raise -XX:ReservedCodeCacheSize'],
];

const KILLED_WORKER = 'A worker process ended without a word, as when it is killed for its memory';

const PYTHON: readonly MessageRow[] = [
  ['arraymemoryerror: unable to allocate', 'full', 'Python got no memory for an array of that size', 'load or compute '
    + 'it in parts, or use a smaller dtype'],
  ['memoryerror', 'full', 'Python got no memory for an object', 'look at the limit of memory (ulimit -v, container) '
    + 'and at what it loads at once'],
  ['maximum recursion depth exceeded', 'error', 'A function of Python called itself too deeply', 'see the stack for '
    + 'the calls that repeat'],
  ['fatal python error:', 'end', 'The Python interpreter itself ended', WORDS_AFTER],
  ['modulenotfounderror: no module named', 'end', 'A package that the program imports is not installed in this '
    + 'environment', 'install it with the pip of the same Python (python -m pip)'],
  ['a process in the process pool was terminated abruptly', 'end', KILLED_WORKER, 'see dmesg for an OOM kill'],
];

const GUNICORN: readonly MessageRow[] = [
  ['worker timeout (pid', 'end', 'A worker did not answer for the time of --timeout, and gunicorn ended it', 'see what '
    + 'the request waited for, then raise --timeout or use threads'],
  ['was sent sigkill! perhaps out of memory?', 'end', KILLED_WORKER, 'see dmesg for an OOM kill; it may also '
    + 'have been its timeout'],
];

const NODE: readonly MessageRow[] = [
  ['javascript heap out of memory', 'end', 'The heap of Node.js was full, and it ended', 'raise --max-old-space-size, '
    + 'or find what fills it (--heapsnapshot-near-heap-limit)'],
];

export const OF_RUNTIMES: readonly MessagesOfProgram[] = [
  ...OF_GO, ['Java', JVM], ['Python', PYTHON], ['gunicorn', GUNICORN], ['Node.js', NODE],
];

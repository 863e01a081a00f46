/** Explains errors of the operating system, the network and HTTP, which any program may pass on. Pure; bounded. */

import { FOLDER_FOR_FILE, IS_FOLDER } from '../../../../logs/errorCauses.ts';
import { WATCH_REFUSED, WATCHER_REFUSED } from '../../../../logs/causes/fileWatches.ts';

/** Clients of NFS rename a file that is deleted while it is open. */
const ON_NFS = 'That folder is on NFS, where a deleted file that a process still has open stays as .nfs…: put it on '
  + 'a local disk or a block device';
const LOCKED = 'Another process holds the lock of its data: see which one, such as the one before an update that still '
  + 'runs; two must not use one folder.';

const REFUSES = 'Nothing listens at that address, or something rejects it: see whether the other side runs.';
const REFUSED_THEN = 'Nothing listened at that address then, or something rejected it: if it comes again, see whether '
  + 'the other side runs.';
const FULL = 'The file system, a quota or its inodes are full: see df and df -i of that path, free space, then check '
  + 'that writes succeed again.';
const FULL_THEN = 'The file system, a quota or its inodes were full then: see df and df -i of that path, before it '
  + 'fills again.';
const IS_OVER = /; the log goes on for [^;.]{1,20} without it/;

/** Returns facts in which a full disk is one that had room again later. */
export const withPastDisk = (facts: string): string => facts.replaceAll(FULL, FULL_THEN);

/** Joins a sentence on an error and what it means: for refused connections that ended, no step for now. */
export const withPast = (told: string, meaning: string): string =>
  `${told}${IS_OVER.test(told) ? meaning.replace(REFUSES, REFUSED_THEN) : meaning}`;

type Row = readonly [RegExp, string];

/** The more specific patterns come first. */
export const OF_SYSTEM: readonly Row[] = [
  // The limits of watches have the errors of full disks and of open files.
  [WATCH_REFUSED, 'The limit of files that one user may watch with inotify is reached, which is not about space on a '
    + 'disk: raise fs.inotify.max_user_watches (sysctl).'],
  [WATCHER_REFUSED, 'The limit of inotify instances of one user, or that of open files, is reached: raise '
      + 'fs.inotify.max_user_instances, then look at LimitNOFILE (ulimit -n).'],
  [/(?:shared memory|\/dev\/shm)[^\n]{0,160}?no space left on device/i,
    'The shared memory (/dev/shm) is full: in a container, give it more (--shm-size, or a larger mount of /dev/shm).'],
  [/no space left on device|not enough space on the disk|disk quota exceeded|ENOSPC/i,
    FULL],
  [/\bmkdir \S{1,300}: read-only file system/i, 'Nothing that it may write to is at that path: in a container, mount a '
    + 'volume there; on a host, see mount and dmesg.'],
  [/read-only file system/i, 'The file system is mounted read-only: in a container, see whether a writable volume is '
    + 'at that path; on a host, see mount and dmesg for an error of the disk.'],
  [/boltdb[^\n]{0,200}\/\.nfs[0-9a-f]{8,40}\b/, `${ON_NFS}, as boltdb does not work well on NFS.`],
  [/\/\.nfs[0-9a-f]{8,40}: device or resource busy/, `${ON_NFS}.`],
  [IS_FOLDER, FOLDER_FOR_FILE],
  [/input\/output error/i, 'A read or a write failed in the device or the file system: see dmesg.'],
  [/too many open files in system|ENFILE/i, 'The host has as many files open as it may: see /proc/sys/fs/file-nr and '
    + 'what holds them, then raise fs.file-max.'],
  [/too many open files|EMFILE/i, 'The limit of open files is reached: see whether ever more stay open, and raise it '
    + '(LimitNOFILE, ulimit -n).'],
  [/cannot allocate memory|mmap.{0,80}not enough memory/i,
    'The kernel refused memory or a mapping: look at free memory and at vm.max_map_count; on a 32-bit host (uname -m) '
      + 'the address space may be full, which needs a 64-bit system.'],
  [/\bfrom object storage of \S{1,200}: unexpected EOF\b/i, 'The object is cut, or the storage broke off its answer: '
    + 'compare its size in the bucket with the one in meta.json, if that has it, and see the errors of the storage.'],
  [/no locks available/i, 'The file system gives no locks, as NFS without its lock service: use another one.'],
  [/resource temporarily unavailable(?<=\b(?:f|b|un)?lock\w{0,4}\b[^\n]{0,80}resource temporarily unavailable)/i,
    LOCKED],
  [/lock DB directory(?!.{0,200}permission denied)|locked by other process|(?:bolt|bbolt)\w{0,4}: timeout/i, LOCKED],
  [/address already in use/i, 'Another process listens on that port: see which (ss -ltnp), then stop it, or take '
    + 'another port.'],
  [/\bx509: certificate signed by unknown authority/i, 'The certificate is of an authority that this side does not '
    + 'trust: give it the certificate of that authority, or the other side one of a known authority.'],
  [/\bx509: certificate has expired or is not yet valid/i,
    'The certificate is not valid at this time: look at its dates, and at the clocks of both sides.'],
  [new RegExp([
    /\bx509: certificate is (?:valid for|not valid for any names)|\bx509: cannot validate certificate for/,
    /\bx509: certificate relies on legacy Common Name/,
  ].map(({ source }) => source).join('|'), 'i'), 'The certificate does not have the name or address that was asked '
    + 'for: ask for a name that it has, or make one with this name (SAN).'],
  [/remote error: tls: (?:bad certificate|certificate required|unknown certificate)/i, 'The other side does not accept '
    + 'the certificate of this one: look at the client certificate, and at the authority that the other side trusts.'],
  [/\bx509: |certificate (?:has expired|signed by unknown|verify failed)|tls: (?:bad|failed|handshake)/i,
    'TLS failed: look at the certificate, its authority and its names.'],
  [/\blookup \S{1,253} on \S{1,60}:53: (?:dial|read|write) [^\n]{0,160}?(?:connection refused|i\/o timeout)/i,
    'The DNS server that the error names did not answer: see whether it runs, and whether it is reached on port 53.'],
  [/no such host|server misbehaving|name resolution|NXDOMAIN/i, 'A name is not resolved: look at DNS and the name.'],
  [/connection refused/i, REFUSES],
  [/no route to host|network is unreachable/i, 'The network does not reach that address: look at its routes and '
    + 'firewalls, and whether that host is up.'],
];

/** Refusals for lack of credentials or of rights. */
export const OF_REFUSALS: readonly Row[] = [
  [new RegExp(/\b(?:status|code|HTTP)[ :=]{1,3}401\b|\b401 Unauthorized|authentication (?:failed|required)/.source
    + /|\binvalid (?:auth|access|bearer|api|bot|session) ?token|\binvalid token(?=["'\s.]{0,4}$)/.source, 'im'),
    'The credentials are missing or not accepted: look at those that are set for that address.'],
  [/\b(?:NOAUTH|WRONGPASS)\b/, 'Redis asks for a password, or does not accept the one that is given: look at the user '
    + 'and password that are set.'],
  [/Access denied for user '/, 'The database does not accept the user, the password, or the host that it comes from: '
    + 'look at all three.'],
  [/InvalidAccessKeyId|SignatureDoesNotMatch/,
    'The object store does not accept the access key: look at the credentials.'],
];

/** Refusals of what an account with accepted credentials asks for. */
export const OF_RIGHTS: readonly Row[] = [
  [/AccessDenied|Access Denied/i, 'Its account lacks the permission for this: look at its roles and policies.'],
  [/\b403 Forbidden\b|\b(?:status|code|HTTP)[ :=]{1,3}403\b/i, 'The other side does not allow this: look at the rights '
    + 'of the account that asks, and at a proxy or firewall before it.'],
];

/** Reasons that only explain a message that names what failed. */
const REFUSED: readonly Row[] = [
  [/\bopen \S{1,300}: no such file or directory/i, 'The file is not at that path: correct the path, or see what is '
    + 'mounted there in the container.'],
  [/\b(?:status|code|HTTP|SC)\b[^\n]{0,20}?\b404\b|\b404 Not Found/i, 'The other side has nothing at that path: '
    + 'compare the path and its prefix with what it serves.'],
  [/\b(?:status|code|HTTP|SC)\b[^\n]{0,20}?\b50[0234]\b|\b50[0234] (?:Internal|Bad|Service|Gateway)/i,
    'The other side, or a proxy before it, failed at the request: see its log.'],
  [/context cancell?ed/i, 'What asked gave up before it ended, as at a shutdown or after another failure: look for an '
    + 'error before it.'],
];

/** Says less than a step of the message itself. */
const UNANSWERED: readonly Row[] = [
  [/connection reset by peer|broken pipe|server closed idle connection|transport is closing|(?:^|: )EOF\b/im,
    'The other side closed the connection before it answered: see its log at that time, and whether it or a proxy was '
      + 'started again.'],
  [/context deadline exceeded|i\/o timeout|Client\.Timeout|DeadlineExceeded|(?<!heartbeat )timed? ?out/i,
    'No answer came within the timeout: see how loaded the other side is, and whether a firewall drops what is sent to '
      + 'it.'],
];

/** Those that say where to look. */
const CHOOSING: ReadonlySet<string> = new Set([...OF_SYSTEM, ...OF_REFUSALS, ...OF_RIGHTS]
  .map(([, meaning]) => meaning).filter((meaning) => meaning.includes(': ')));
const ALL_ENDED: ReadonlySet<string> = new Set([
  REFUSED_THEN, FULL_THEN, ...[...REFUSED, ...UNANSWERED].map(([, meaning]) => meaning),
]);

/** Whether the meaning of an error has a step that fits whatever failed because of it. */
export const hasOwnStep = (meaning: string): boolean => CHOOSING.has(meaning);

/**
 * Returns what an error means that ended what the message before it names; null for others. `hasStep`: the message has
 * a step of its own, which says more of an answer that did not come.
 */
export const endedMeaning = (behind: string, hasStep: boolean): string | null =>
  [...REFUSED, ...hasStep ? [] : UNANSWERED].find(([pattern]) => pattern.test(behind))?.[1] ?? null;

/** Whether a sentence is such a meaning. */
export const isEndedMeaning = (sentence: string): boolean => ALL_ENDED.has(sentence);

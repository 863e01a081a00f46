/** Explains "permission denied" and "operation not permitted" by what was denied. Pure; bounded. */

import { isRelativePathMeaning, relativePathMeaning } from './relativePaths.ts';

/** The words of a denial, of which the operating system, databases and APIs have the same. */
export const DENIED = /(?:permission denied|operation not permitted)/i;
const WORDS = DENIED.source;
const OPERATIONS = [
  'open\\w{0,3}', 'mkdir\\w{0,3}', 'create', 'stat', 'lstat', 'remove', 'unlink\\w{0,3}', 'rename', 'read\\w{0,3}',
  'write', 'chmod', 'lock', 'flock', 'mmap', 'access',
].join('|');
export const PATH_OF_FILE = 'The user that runs it may not do this: look at owner and mode of the path.';
/** A program makes its own folders at a start, below a volume that often has another owner. */
const FOLDER = 'The user that runs it may not make that folder: look at owner and mode of the folder above it, and '
  + 'give it to that user (chown; for a pod, fsGroup and runAsUser in its securityContext).';
/** The kernel checks the mode with EACCES, whose words are "permission denied". */
const NOT_BY_MODE = 'EPERM ("operation not permitted") mostly has another reason than the mode of the file: look at '
  + 'its attributes (lsattr), at the capabilities and the seccomp profile of the process, at SELinux, AppArmor or a '
  + 'security program (audit log), and at the file system (dmesg).';
const NOT_REMOVED = 'EPERM ("operation not permitted") mostly has another reason than the mode of the file: an '
  + 'attribute of it or of its folder (lsattr), a folder with the sticky bit where another user owns the file, or a '
  + 'security program.';
const NOT_OWNER = 'Only the owner of a file, or root, may change its mode or times, and some file systems (SMB, FAT) '
  + 'allow it to nobody: set them before the start, run it as that user, or look at the mount options of the volume.';
/** With protected_hardlinks, the kernel asks of a hard link who owns the file, or may read and write it. */
const NOT_LINKED = 'A hard link was refused: with fs.protected_hardlinks=1, as usual, only the owner of a file, a user '
  + 'who may read and write it, or one with CAP_FOWNER may link it. Compare the user of this process with the owner of '
  + 'that file (id, ls -ln)';
const LINK_ELSE = 'else the file system may have no hard links, or the file an attribute (lsattr).';
const LINKED_FILE = `${NOT_LINKED}, and run both programs as one user (runAsUser and fsGroup in Kubernetes); `
  + LINK_ELSE;
/** The shipper of Thanos links a block before it uploads it. */
const LINKED_BLOCK = 'The upload failed on the local disk, before the bucket was asked. '
  + `${NOT_LINKED}: give the sidecar and Prometheus the same runAsUser and fsGroup; ${LINK_ELSE}`;
/** Databases of hosted PostgreSQL that belong to the provider: of AWS, Google and Azure. */
const HOSTED_DATABASE = 'That database belongs to the provider of the hosted PostgreSQL, and only it can grant a '
  + 'right on it: exclude it from what asks (an exporter has a list of excluded databases), or turn off the collector '
  + 'that asks.';
const MAX_LINE = 300;

const either = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'i');

const HAS_PATH =
  /(?:^|[\s"'`=(,:[])(?:\/[\w.@-]|[A-Za-z]:\\|\.{1,2}\/|~\/)|["'`][\w.@-]{1,80}\/[\w.@/-]{1,200}["'`]/;

/** Meanings of a denial by the words of its line; the more specific come first. */
const ROWS: readonly (readonly [RegExp, string])[] = [
  [either(String.raw`\bunix\b[^\n]{0,160}${WORDS}`, String.raw`\.sock\b[^\n]{0,80}${WORDS}`),
    'The user that runs it may not use that socket: look at its group and mode.'],
  [either(String.raw`\bip[46]:icmp|\bicmp\b|\braw socket\b|\bping: `),
    'It may not send ICMP: give it CAP_NET_RAW, or widen net.ipv4.ping_group_range.'],
  [either(String.raw`\bbind(?! ?-?mount)(?:\(\))?[^\n]{0,120}${WORDS}`,
    String.raw`\blisten (?:tcp|udp)[^\n]{0,120}${WORDS}`),
  'It may not listen at that port: below 1024 that needs root or CAP_NET_BIND_SERVICE, above it look at SELinux.'],
  [either(String.raw`\b(?:connect(?:\(\))?|sendto|sendmsg)(?: failed)?:? \(?(?:\d{1,3}: )?${WORDS}`,
    String.raw`\bdial (?:tcp|udp)[^\n]{0,160}${WORDS}`),
  'This host forbids the connection: look at its firewall rules, network policies and SELinux.'],
  [either(String.raw`\bperf_event|\bbpf\b|\bptrace|\bkprobe`),
    'The kernel does not let it trace: look at its capabilities, its seccomp profile and kernel.perf_event_paranoid.'],
  [either(String.raw`\bl?chown\w{0,2}\b|\bchgrp\b|changing (?:ownership|group) of`),
    'The user that runs it may not change that owner, or the volume (such as NFS) does not allow it: set the owner '
      + 'before the start.'],
  [either(String.raw`rlimit\b|\bRLIMIT_|\bulimit\b`),
    'It may not raise that limit by itself: raise it where it is started (systemd, container runtime).'],
  [either(String.raw`\(publickey|\bpublickey[,)]`),
    'The other side does not accept the key or the password of this user.'],
  [either(`${WORDS} (?:for|to) database \\W{0,2}(?:rdsadmin|cloudsqladmin|azure_maintenance|azure_sys)\\b`),
    HOSTED_DATABASE],
  [either(`${WORDS} (?:for|to) (?:table|relation|schema|database|sequence|function|view|create|set|tablespace)\\b`),
    'The role of the database lacks a right: give it with GRANT.'],
  [either(String.raw`\b(?:(?:fork/)?exec(?:ve)?:?|spawning) ["'\`]?/[^\s"'\`]{1,200}["'\`]?: ${WORDS}`),
    'The file is not executable for that user, or its volume is mounted with noexec: set its mode (chmod +x).'],
  [either(String.raw`\bmkdir\w{0,3} ["'\`]?/[^\s"'\`]{1,200}["'\`]?: permission denied`), FOLDER],
  [either(String.raw`\b(?:${OPERATIONS}) ["'\`]?[^\s"'\`]{1,200}["'\`]?: ${WORDS}`), PATH_OF_FILE],
  [either(String.raw`\brpc error\b|\bcode = PermissionDenied|https?://|\bHTTP\b|\bapi\b|\bstatus(?: ?code)?[ =:]`,
    String.raw`\b(?:GET|POST|PUT|DELETE|PATCH) /`),
  'The account that asks lacks the right for this: look at its roles.'],
  [HAS_PATH, PATH_OF_FILE],
];
const OTHER = 'The user or account that runs it lacks a right for this.';
const SENTENCES: ReadonlySet<string> = new Set([
  ...ROWS.map(([, sentence]) => sentence), OTHER, NOT_BY_MODE, NOT_REMOVED, NOT_OWNER,
  // These are told in several sentences.
  ...[LINKED_FILE, LINKED_BLOCK].flatMap((all) => [all, ...all.split(/(?<=\.) (?=[A-Z])/)]),
]);

const IS_EPERM = /^operation not permitted/i;
const SETS_MODE = /\b(?:f?chmod(?:at)?|utimes?(?:nsat)?|changing permissions of|setting times of)\b/i;
const REMOVES = /\b(?:remove|unlink(?:at)?|rename(?:at)?|rmdir|cannot (?:remove|move))\b/i;

const LINKS = /\bhard[- ]?link|\blink(?:at)? ["'`]?(?:\/|\.\.?\/|[\w.-]{1,80}\/)\S|\bcannot link\b/i;
const OF_BLOCK = /\bhard link block\b/;

/** Returns what a refused hard link means; null for other denials. A folder that may not be written gives EACCES. */
const linkMeaning = (line: string, words: string): string | null =>
  (!IS_EPERM.test(words) || !LINKS.test(line) ? null : OF_BLOCK.test(line) ? LINKED_BLOCK : LINKED_FILE);

/** Returns what a denial of a path means by its error: EPERM is not about what owner and mode allow. */
function pathMeaning(line: string, words: string): string {
  if (!IS_EPERM.test(words)) return PATH_OF_FILE;
  return SETS_MODE.test(line) ? NOT_OWNER : REMOVES.test(line) ? NOT_REMOVED : NOT_BY_MODE;
}

/** Returns what the words at a place of a text deny, by the line around them, else by a path before it. */
export function deniedMeaning(text: string, at: number): string {
  const from = Math.max(at - MAX_LINE, text.lastIndexOf('\n', at - 1) + 1);
  const [line = ''] = text.slice(from, at + MAX_LINE).split('\n', 1);
  const linked = linkMeaning(line, text.slice(at, at + MAX_LINE));
  if (linked !== null) return linked;
  const own = ROWS.find(([pattern]) => pattern.test(line))?.[1];
  // The line before a cause is its message, which may have the path.
  const meaning = own ?? (HAS_PATH.test(text.slice(Math.max(0, at - MAX_LINE), at)) ? PATH_OF_FILE : OTHER);
  const around = text.slice(Math.max(0, at - MAX_LINE), at);
  const relative = meaning === PATH_OF_FILE ? relativePathMeaning(line, around) : null;
  if (relative !== null) return relative;
  return meaning === PATH_OF_FILE ? pathMeaning(line, text.slice(at, at + MAX_LINE)) : meaning;
}

/** Whether a sentence is such a meaning. */
export const isDeniedMeaning = (sentence: string): boolean => SENTENCES.has(sentence)
  || isRelativePathMeaning(sentence);

/** Says which mount hangs by the lines of the kernel, where a call on a file does not return. Pure; bounded. */
import { mountsIn } from '../../evidence/mounts.ts';
import type { Answer } from './answer.ts';

const LINE = /^[^\n]{0,120}?\bnfs: server ([\w.:-]{2,200}) (not responding|OK)\b/gm;
const STAMP = /^\[([^\]\n]{4,40})\]|^([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)/;
/** A row of ps and uniq -c, of threads that wait in the kernel. */
const WAITING = new RegExp(/^[ \t]{0,12}(\d{1,7})[ \t]{1,8}D[<Nsl+]{0,4}[ \t]{1,30}\S{1,60}/.source
  + /[ \t]{1,30}([\w.:/-]{1,60})[ \t]{0,8}$/.source, 'm');
const MAX_CHARS = 64 * 1024;

/** Returns a time of a kernel line, which is in seconds since the boot if it is a number. */
const momentOf = (since: string): string => (/^[\d.]+$/.test(since) ? `${since} s after the boot` : since);

/** Returns what the kernel says of a server that does not answer; null if the last line says that it does. */
function silentServer(text: string): { server: string; since: string | null } | null {
  const lines = [...text.slice(0, MAX_CHARS).matchAll(LINE)];
  const last = lines.at(-1);
  const [, server = '', state] = last ?? [];
  if (last === undefined || state === 'OK') return null;
  const own = lines.filter(([, name]) => name === server);
  const first = own[own.findLastIndex(([, , what]) => what === 'OK') + 1] ?? last;
  const stamp = STAMP.exec(first[0]);
  return { server, since: stamp?.[1] ?? stamp?.[2] ?? null };
}

function answer(text: string, facts: string): string | null {
  const silent = silentServer(text);
  if (silent === null) return null;
  const mount = mountsIn(text).find(({ source }) => source.startsWith(`${silent.server}:`));
  const isHard = mount !== undefined && text.split('\n').some((line) => line.startsWith(mount.source)
    && /[(,]hard\b/.test(line));
  const [, count, program = ''] = WAITING.exec(text) ?? [];
  const where = mount?.path ?? 'the mount';
  const ofExporter = facts.includes('filesystemCollector')
    ? ', and exclude it from the filesystem collector of node_exporter' : '';
  return [
    `The NFS server ${silent.server} does not respond${
      silent.since === null ? '' : ` (first at ${momentOf(silent.since)})`}, by the lines of the kernel${
      mount === undefined ? '' : `, and ${mount.path} is mounted from it${
      isHard ? ' (hard)' : ''}`}: a call on a file there waits until it answers.`,
    count === undefined ? null : `${Number(count).toLocaleString('en-US')} threads of ${program} wait in the kernel `
      + '(state D): each adds 1 to the load, without CPU time.',
    `Bring that server back, or unmount ${where} (umount -f -l), then restart what hangs${ofExporter}; a restart alone `
      + 'hangs again.',
  ].filter((one) => one !== null).join(' ');
}

export const MOUNT_ANSWERS: readonly Answer[] = [
  // What asks the program that hangs waits for it, and not for something else.
  [/ ?It waited longer than its timeout: see whether what it asked can be reached, and how loaded that is\.(?= |$)/,
    (text, facts) => (/ in the system call \w{1,40} for /.test(facts) && silentServer(text) !== null ? '' : null)],
  [/ ?Look at the file system that it uses: dmesg, the mounts and their latency \([^()]{1,40}\), and \S{1,40}stack\./,
    answer, 'leads'],
];

/** Tells that the folder of a fault of locks, maps or damaged files is on a file system of a network. Pure; bounded. */
import { writersSentences } from '../../look/writersSentences.ts';
import { OF_FILE_SYSTEM } from './faults.ts';
import { PATH } from './files.ts';

const MAX_CHARS = 64 * 1024;
const TYPES = '(nfs4?|cifs|smb3|fuse\\.(?:sshfs|glusterfs|s3fs|juicefs|rclone)|glusterfs|ceph|9p|lustre)';
/** `server:/export on /data type nfs4`, a row of fstab, a row of df with a server before the path. */
const MOUNTS: readonly RegExp[] = [
  new RegExp(String.raw`^(\S{1,300}) on (\/\S{0,200}) type ${TYPES}\b`, 'gm'),
  new RegExp(String.raw`^(\S{1,200}:\/\S{0,200}|\/\/\S{1,300})[ \t]{1,40}(\/\S{0,200})[ \t]{1,40}${TYPES}\s`, 'gm'),
  new RegExp(String.raw`^([\w.-]{2,200}:\/\S{0,200}) +(?:nfs4? +)?[\d.,]{1,20}[KMGTP]?i? +`
    + String.raw`\S{1,20} +\S{1,20} +\d{1,3}% +(\/\S{0,200})$`, 'gm'),
];
const CLASS = new RegExp(String.raw`\b(?:storageClass(?:Name)?|driver|provisioner): ["']?`
  + String.raw`([\w./-]{0,60}?(?<![a-z])(?:nfs|efs|file\.csi\.azure)(?![a-z])[\w./-]{0,60})`);
const VOLUME = /^[ \t-]{0,40}nfs:\s{1,60}(?:path: \S{1,200}\s{1,60})?server: ["']?([\w.:-]{1,200})/m;
const DATA_FOLDER = new RegExp(String.raw`\b(?:path|dir|data|folder|storageDataPath)["']?[=: ]{1,3}["']?${PATH}`, 'gi');
const NO_NFS = ' Prometheus does not support NFS, EFS included, for its data: use a local disk or a block device.';
/** A share that a sentence names, and does not deny. */
const IN_PROSE = /\b(?:NFS(?:v?[34])?|EFS)\b/;
const DENIED =
  /\b(?:not?|without|never|instead of|from)\b (?:[\w-]{1,20} ){0,3}(?:NFS|EFS)\b|n['\u2019]t\b.{0,30}\b[NE]FS\b/;
const TO_SHARE = /\bto (?:an? |the )?(?:[\w-]{1,20} ){0,2}(?:NFS|EFS)\b/;

const isOnShare = (sentence: string): boolean =>
  IN_PROSE.test(sentence) && (TO_SHARE.test(sentence) || !DENIED.test(sentence));

interface Mount { source: string; path: string; type: string | null }

/** Returns the mount, or what the text says of its volume; null without one. */
export function networkMount(facts: string, text: string, program: string | null): string | null {
  if (!OF_FILE_SYSTEM.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const mount = mountOf(facts, head);
  const server = VOLUME.exec(head)?.[1];
  const storage = CLASS.exec(head)?.[1];
  const said = mount !== null ? `In the text, ${mount.path} is a mount of ${
    mount.type === null ? mount.source : `${mount.type} (${mount.source})`}.`
    : server !== undefined ? `In the text, a volume is on NFS (${server}).`
      : storage !== undefined ? `In the text, the storage is ${storage}.` : null;
  if (said === null) return program === 'Prometheus' && writersSentences(text).some(isOnShare)
    ? NO_NFS.trim() : null;
  const isNfs = mount === null ? server !== undefined || /nfs|efs/.test(storage ?? '')
    : /^nfs/.test(mount.type ?? '') || /(?:^|\.)efs\./.test(mount.source);
  return `${said}${isNfs && program === 'Prometheus' ? NO_NFS : ''}`;
}

/** Returns the mounts of a network in a text. */
export const mountsIn = (text: string): Mount[] => MOUNTS.flatMap((pattern) => [...text.matchAll(pattern)]
  .map(([, source = '', path = '', type = null]): Mount => ({ source, path, type })));

/** Returns the mount that has a path of the facts or a folder of data; without such paths the only mount. */
function mountOf(facts: string, text: string): Mount | null {
  const mounts = mountsIn(text);
  const paths = [
    ...[...facts.matchAll(new RegExp(PATH, 'g'))].map(([, path = '']) => path),
    ...[...text.matchAll(DATA_FOLDER)].map(([, path = '']) => path),
  ];
  const own = mounts.find(({ path }) => path !== '/'
    && paths.some((one) => one === path || one.startsWith(`${path.replace(/\/$/, '')}/`)));
  const [only, other] = mounts;
  return own ?? (paths.length === 0 && other === undefined ? only ?? null : null);
}

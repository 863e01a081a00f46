/** Says how fast the disk of the WAL is by dd in the text, and whether it is on a network. Pure; bounded. */
import { formatBytes, formatSeconds } from '../../../../../../core/text/format.ts';
import { mountsIn } from '../../evidence/mounts.ts';
import { sentencesOf } from '../../../look/sentences.ts';
import type { Answer } from './answer.ts';

/** A command that writes zeros to a file, and its output. */
const DD = /\bdd if=\/dev\/zero of=(\/\S{1,200})([^\n]{0,200})\n((?:[^\n]{0,200}\n){0,4}[^\n]{0,200})/g;
const AMOUNT = /\b(\d{1,9})([kKMG]?)B?\b/;
const REAL = /^real[ \t]{1,8}(?:(\d{1,3})m ?)?([\d.]{1,9}) ?s/m;
const COPIED = /^(\d{1,15}) bytes [^\n]{0,80}?copied, ([\d.]{1,12}) s/m;
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };
/** Below so many bytes per second a disk is too slow for a WAL and its checkpoints. */
const SLOW = 20 * 2 ** 20;
/** The options of a mount, behind its source, its folder and its type. */
const OPTIONS = /^[^\n]{0,400}?[ \t]nfs4?[ \t(]{1,4}((?:\w{1,20}(?:=[\w.:-]{1,60})?,){1,40}\w{1,20})/;

const CAUSE = 'The disk of the WAL is probably the cause: ';
/** Folders that are rarely on the disk of the data. */
const ELSEWHERE = /^\/(?:tmp|var\/tmp|root|home|dev)(?:\/|$)/;
/** Each block of this size or less costs a flush, which says nothing of the speed of a disk. */
const MAX_FLUSHED = 256 * 2 ** 10;
const IS_FLUSHED = /\boflag=\S{0,40}d?sync/;

interface Written { path: string; bytes: number; seconds: number }

const amountOf = (name: string, words: string): number => {
  const [, value = '0', unit = ''] = AMOUNT.exec(new RegExp(String.raw`\b${name}=(\S{1,20})`).exec(words)?.[1] ?? '')
    ?? [];
  return Number(value) * (UNITS[unit] ?? 1);
};

/** Returns what the last such command wrote, and in which time; null without one. */
function writtenIn(text: string): Written | null {
  return [...text.matchAll(DD)].map(([, path = '', words = '', output = '']): Written | null => {
    const copied = COPIED.exec(output);
    const real = REAL.exec(output);
    const bytes = copied === null ? amountOf('bs', words) * amountOf('count', words) : Number(copied[1]);
    const seconds = copied !== null ? Number(copied[2])
      : real === null ? 0 : 60 * Number(real[1] ?? 0) + Number(real[2]);
    const isOfFlushes = IS_FLUSHED.test(words) && amountOf('bs', words) <= MAX_FLUSHED;
    return bytes > 0 && seconds > 0 && !isOfFlushes && !ELSEWHERE.test(path) ? { path, bytes, seconds } : null;
  }).findLast((one) => one !== null) ?? null;
}

/** Returns a mount over NFS that has a path, with whether it is written synchronously; null without one. */
function shareOf(path: string, text: string): { path: string; isSync: boolean } | null {
  const own = mountsIn(text).find((one) => /^nfs/.test(one.type ?? '') && one.path !== '/'
    && (path === one.path || path.startsWith(`${one.path}/`)));
  if (own === undefined) return null;
  const options = text.split('\n').filter((line) => line.startsWith(`${own.source} `))
    .flatMap((line) => OPTIONS.exec(line)?.[1]?.split(',') ?? []);
  return { path: own.path, isSync: options.includes('sync') };
}

function answer(text: string): string | null {
  const written = writtenIn(text);
  if (written === null) return null;
  const speed = written.bytes / written.seconds;
  const told = `dd in the text wrote ${formatBytes(written.bytes)} there in ${formatSeconds(written.seconds)} (${
    formatBytes(speed)}/s)`;
  if (speed >= SLOW) return null;
  const share = shareOf(written.path, text);
  return `. ${CAUSE}${told}${share === null ? '' : `, and ${share.path} is a mount over NFS${
    share.isSync ? ', written synchronously (sync)' : ''}`}. ${share === null ? 'Move the data to a faster disk.'
    : 'Move the data to a local disk or a block device: Prometheus does not support NFS for them.'}`;
}

/** Returns those sentences of facts; null without them. */
export function decidedDisk(facts: string | null): string | null {
  const all = sentencesOf(facts ?? '');
  const at = all.findIndex((one) => one.startsWith(CAUSE));
  return at < 0 ? null : all.slice(at, at + 2).join(' ');
}

/** Whether a statement asks for what they decide. */
export const asksForDisk = (statement: string): boolean => statement.includes('see how slow the disk of the WAL is');

export const DISK_ANSWERS: readonly Answer[] = [
  [/(?<=[Ii]ts checkpoints take longer each time: [^\n."]{1,300})\.(?= |$)/, answer],
];

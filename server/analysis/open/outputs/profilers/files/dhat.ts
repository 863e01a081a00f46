/** Reads a file of DHAT, of Valgrind or dhat-rs: what was allocated in all, at the peak and at the end. Pure. */
import { isRecord } from '../../../../../../core/contract/isRecord.ts';
import { counted, formatBytes, formatRatio } from '../../../../../../core/text/format.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import type { Look } from '../../../look/look.ts';

/** Frames of allocators and of standard libraries, after the address that DHAT writes before them. */
const OF_LIBRARY = new RegExp([
  /^\[root\]|^<{0,2}&?(?:mut )?(?:alloc|std|core|hashbrown|dhat|str|T|F|\[T\]|u8)(?:::|\b)/,
  /^(?:malloc|calloc|realloc|memalign|operator new|_{1,3}\w|std::)|^\?{3}/,
].map(({ source }) => source).join('|'));
/** A peak below which there is hardly anything to gain. */
const SMALL = 2 ** 20;

/**
 * Minimum of all allocations, in peaks, from which freed memory is costly; and the minimum share of one place in it.
 */
const MANY_TIMES = 10;
const MUCH = 0.3;
/** Share of the time of the run that blocks live at most, if they are short-lived. */
const SHORT = 0.01;

interface Point {
  total: number; blocks: number; peak: number; end: number; lifetimes: number; frames: number[];
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

function pointsOf(file: Record<string, unknown>): Point[] {
  const { pps } = file;
  return (Array.isArray(pps) ? pps as unknown[] : []).flatMap((one) => (!isRecord(one) ? [] : [{
    total: numberOf(one['tb']), blocks: numberOf(one['tbk']), peak: numberOf(one['gb']), end: numberOf(one['eb']),
    lifetimes: numberOf(one['tl']),
    frames: (Array.isArray(one['fs']) ? one['fs'] as unknown[] : []).map(numberOf),
  }]));
}

/** Functions that print, which have a buffer of their own. */
const PRINTS = /\b(?:_?e?print(?:ln|f)?|puts|putchar|fwrite|write_fmt|stdout|stderr|_IO_\w+|vfprintf\w*)\b/;

/** Returns the first function of a stack that is of no library, else its innermost one, and whether it prints there. */
function placeOf({ frames }: Point, table: readonly unknown[]): string | null {
  const names = frames.flatMap((at) => {
    const frame = table[at];
    return typeof frame === 'string' ? [frame.replace(/^0x[0-9A-Fa-f]{1,16}: /, '')] : [];
  });
  const own = names.findIndex((name) => !OF_LIBRARY.test(name));
  const prints = own > 0 && names.slice(0, own).some((name) => PRINTS.test(name));
  const name = names[Math.max(0, own)];
  return name === undefined ? null : `${name}${prints ? ', for the buffer of what it prints' : ''}`;
}

const sumOf = (points: readonly Point[], key: 'total' | 'blocks' | 'peak' | 'end'): number =>
  points.reduce((sum, point) => sum + point[key], 0);

function dhatFacts({ text, isCut }: Look): string | null {
  const file = isCut ? null : parsed(text);
  // The other modes count units that a program names.
  if (!isRecord(file) || typeof file['mode'] !== 'string' || !file['mode'].includes('heap')) return null;
  const points = pointsOf(file);
  const table = Array.isArray(file['ftbl']) ? file['ftbl'] as unknown[] : [];
  const [total, blocks, peak, end] =
    [sumOf(points, 'total'), sumOf(points, 'blocks'), sumOf(points, 'peak'), sumOf(points, 'end')];
  if (blocks === 0) return 'It has no allocations.';
  const hasPeak = peak > 0;
  const key = hasPeak ? 'peak' : 'total';
  const all = hasPeak ? peak : total;
  const [most] = points.toSorted((a, b) => b[key] - a[key]);
  const place = most === undefined ? null : placeOf(most, table);
  return [
    `It allocated ${formatBytes(total)} in ${counted(blocks, 'block')} in all${
      hasPeak ? `; at its peak ${formatBytes(peak)} were in use, at its end ${formatBytes(end)}` : ''}.`,
    ...most === undefined || place === null ? []
      : [`${hasPeak ? 'At the peak, ' : ''}${formatBytes(most[key])} (${formatRatio(most[key] / all)}) ${
        hasPeak ? 'are' : 'were'} allocated below ${place}.`],
    ...hasPeak && total >= MANY_TIMES * peak ? churnWords(points, table, { total, end: numberOf(file['te']) }) : [],
    ...hasPeak && peak < SMALL && total < MANY_TIMES * SMALL ? ['So little memory is hardly worth a change.'] : [],
    ...end > 0 ? ['What is in use at the end need not be a leak: a program may keep it until it exits.'] : [],
  ].join(' ');
}

/** Says where most of what is soon freed again was allocated, and how long a block of it lives. */
function churnWords(
  points: readonly Point[], table: readonly unknown[], { total, end }: { total: number; end: number }
): string[] {
  const [most] = points.toSorted((a, b) => b.total - a.total);
  const place = most === undefined ? null : placeOf(most, table);
  if (most === undefined || place === null || most.total < MUCH * total) return [];
  const life = end > 0 && most.blocks > 0 ? most.lifetimes / most.blocks / end : NaN;
  return [`Most of what it allocated is freed again: ${formatBytes(most.total)} (${formatRatio(most.total / total)}) `
    + `in ${counted(most.blocks, 'block')} below ${place}${
      life > 0 && life <= SHORT ? `, each in use for less than ${formatRatio(SHORT)} of the run on average` : ''}: `
    + 'reuse them.'];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export const DHAT: Format = {
  id: 'dhat', name: 'a heap profile of DHAT', door: 'profile',
  match: ({ head }) => when(/^\s{0,8}\{/.test(head) && fits(/"dhatFileVersion"\s*:/, head), {
    ...CERTAIN, program: fits(/"mode"\s*:\s*"rust-/, head) ? 'dhat-rs' : 'Valgrind',
  }),
  interest: dhatFacts,
  remedy: 'For its stacks, open it in the viewer of DHAT, dh_view.html.',
};

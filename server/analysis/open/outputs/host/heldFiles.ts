/** Compares what df counts with what du finds, and with the deleted files that lsof lists. Pure; bounded. */
import { formatBytes } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { sizeOf } from './rows.ts';

const USED_ROW = new RegExp(/^[ \t]{0,8}(\S{1,200})[ \t][^\n]{0,80}?[ \t]([\d.]{1,9}[KMGT]i?)[ \t]+/.source
  + /[\d.]{1,9}[KMGT]?i?[ \t]+\d{1,3}%[ \t]+(\/\S{0,300})[ \t]{0,40}$/.source, 'm');
const DU_TOTAL = /^([\d.]{1,9}[KMGT])\s+(\.|\/\S{0,300}?)\/?\s*$/gm;
const MUCH_MORE = 1.3;

/** A command of lsof, also within others, and the lines of it that are of deleted files. */
const LSOF = /^[^\n]{0,200}?\blsof\b[^\n]{0,200}$/gm;
const DELETED = /^[^\n]{0,300}?(\/[^\s]{1,400}) \(deleted\)[ \t]{0,40}$/gm;
/** The size of a file in a row of lsof: behind the device, before the number of links or the node. */
const SIZED = /\sREG\s+\S{1,20}\s+(\d{1,18})\s+\d{1,18}\s+(?:\d{1,18}\s+)?(\/[^\s]{1,400}) \(deleted\)/g;
const ULID = /\/([0-9A-HJKMNP-TV-Z]{26})\//;
const IN_CONTAINER = /\b(?:docker|podman|crictl|nerdctl) exec\b|\bkubectl\b[^\n]{0,80}? exec\b/;

/** Returns what each call of lsof listed, as the paths of deleted files. */
function callsOf(text: string): string[][] {
  const starts = [...text.matchAll(LSOF)].filter(([line]) => !line.includes('(deleted)'));
  return starts.map(({ index, 0: line }, i) => {
    const part = text.slice(index + line.length, starts[i + 1]?.index ?? text.length);
    return [...part.matchAll(DELETED)].map(([, path = '']) => path);
  });
}

/** Says which deleted files lsof lists, and whether they are the difference; null if it was not asked. */
function openFacts(text: string, difference: number): string | null {
  const calls = callsOf(text);
  const all = [...new Set([...text.matchAll(DELETED)].map(([, path = '']) => path))];
  if (all.length === 0) return calls.length === 0 ? null : 'lsof lists no deleted file that is still open.';
  const sizes = new Map([...text.matchAll(SIZED)].map(([, size = '', path = '']) => [path, Number(size)]));
  const bytes = [...sizes.values()].reduce((a, b) => a + b, 0);
  const blocks = new Set(all.flatMap((path) => ULID.exec(path)?.[1] ?? []));
  const of = blocks.size === 0 ? '' : ` of ${blocks.size} ${blocks.size === 1 ? 'block' : 'blocks'}`;
  const what = `${all.length} deleted ${all.length === 1 ? 'file' : 'files'}${of} as still open`;
  if (sizes.size === all.length) {
    const isAll = bytes > 0.7 * difference;
    return `lsof lists ${what}, ${formatBytes(bytes)} in all, ${isAll ? 'which is most of the difference: restart the '
      + 'process that holds them to free that space' : 'which is little of the difference'}.`;
  }
  const counts = calls.map((own) => own.length);
  const empty = counts.filter((count) => count === 0).length;
  return empty === 0 ? `lsof lists ${what}, without their sizes.`
    : `In ${calls.length} calls lsof lists ${what}, at most ${Math.max(...counts)} at a time and `
      + `none in ${empty} of them: they are soon released, as after a compaction, and do not explain a difference that `
      + 'stays.';
}

const BLOCKS = new RegExp(/\bprometheus_tsdb_storage_blocks_bytes((?: ?\/ ?1024){0,3})(?:\{[^}\n]{0,300}\})?/.source
  + /[ =:]{1,4}([\d.e+]{1,20})/.source);
const LIMIT_OFF = /\bprometheus_tsdb_retention_limit_bytes(?:\{[^}\n]{0,300}\})?[ =:]{1,4}0(?![.\d])/;
/** Portion of what du finds that blocks have beside the WAL and the files of the head. */
const MIN_BLOCKS = 0.5;

/** Says that what du finds fits the blocks that Prometheus counts; null if the text does not show it. */
function blocksFact(text: string, total: string): string | null {
  const [, steps = '', value = ''] = BLOCKS.exec(text) ?? [];
  const bytes = Number(value) * 1024 ** (steps.match(/1024/g) ?? []).length;
  const portion = bytes / sizeOf(total);
  return value === '' || !(portion >= MIN_BLOCKS && portion <= 1) ? null
    : `What du finds fits what Prometheus counts: ${formatBytes(bytes)} of blocks, beside its WAL and head${
      LIMIT_OFF.test(text) ? '; retention by size is off (its limit is 0), so nothing is deleted by size' : ''}.`;
}

/** Compares what df counts as used in one file system with what du or ncdu finds; null if they are close. */
export function heldFacts(text: string): string | null {
  const [row, device = '', used = '', mount = ''] = USED_ROW.exec(text) ?? [];
  if (row === undefined) return null;
  const [rest = ''] = text.slice(text.indexOf(row) + row.length).split(/\bdf -|^Filesystem\b/m, 1);
  const total = /^[ \t]*Total disk usage:\s*([\d.]+ ?[KMGT]i?B?)/m.exec(rest)?.[1]
    ?? [...rest.matchAll(DU_TOTAL)].find(([, , path]) => path === '.' || path === mount)?.[1];
  if (USED_ROW.test(rest) || total === undefined || sizeOf(used) < MUCH_MORE * sizeOf(total)) return null;
  const difference = sizeOf(used) - sizeOf(total);
  const open = openFacts(text, difference);
  const counts = `df counts ${used} in use, where du finds ${total}: `;
  if (open === null) return `${counts}the rest is outside that folder, or in files that were deleted and are still `
    + 'held open (lsof +L1).';
  if (open.includes('most of the difference')) return `${counts}${open}`;
  const isInside = IN_CONTAINER.test(text);
  const isDevice = device.startsWith('/dev/');
  return joined([
    `${counts}${formatBytes(difference)} more. ${open}`, blocksFact(text, total),
    `df counts all of ${isDevice ? `the device ${device}` : 'the file system'}, and du only one folder of it${
      isInside ? ', as a container sees no other' : ''}: run du -xh -d 1 where ${isDevice ? device : 'it'} is mounted${
      isInside ? ' on the host, and lsof +L1 there, as processes outside may hold files' : ''}.`,
  ]);
}

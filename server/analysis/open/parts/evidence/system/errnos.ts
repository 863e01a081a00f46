/**
 * Names the error of the operating system that stands in the text as a number only, as in `[24] could not open` of
 * QuestDB or `errno=12`. Pure; bounded.
 */
import { isOfWatch } from '../../../../logs/causes/fileWatches.ts';
import { joined } from '../../../look/factTools.ts';
import { ERRNOS } from '../../../logs/figures/errnos.ts';
import { meaningBeside } from '../../../logs/said/meanings.ts';

/** Actions on a file or memory; other messages begin with the number of a thread or a connection. */
const WITH_FILE = '(?:open|mmap|mremap|map|read|write|append|create|remove|rename|truncate|allocate|lock|f?sync|stat)';
/** The number stands before the words, or behind them. */
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`\[(\d{1,3})\]:? could not ${WITH_FILE}\b[^\n[,]{0,60}`, 'g'),
  /(?<!\w)errno ?[=:] ?-?(\d{1,3})\b/g, /\b[Oo]perating system error number (\d{1,3})\b/g,
];
const WINDOWS = /\b[a-z]:\\/i;
const MAX_CHARS = 64 * 1024;
const MAX_FOUND = 20;
const MAX_TOLD = 2;
/** The words mostly stand in the line of the number, if they do. */
const MAX_LINE = 1000;

interface Found { code: number; quote: string; at: number }

/** The note that the limit of open files is that of the process, not of the host or the image. */
const OF_PROCESS = 'What counts is the limit of that process: see /proc/PID/limits.';
const CRASHED = /\bcrashed with (?:SIGSEGV|SIGBUS)\b/;
const NO_MAP = /\bcould not m(?:re)?map\b/i;

/** Returns the step for a map of a file that the text says was refused, beside a crash; null without these. */
function refusedMap(facts: string, head: string, said: string | null): string | null {
  const words = CRASHED.test(facts) ? NO_MAP.exec(head)?.[0] : undefined;
  return words === undefined || `${facts} ${said ?? ''}`.includes('max_map_count') ? null
    : `The text says "${words}": look at vm.max_map_count of the host (also of a container), and at its free memory.`;
}

/** Returns what the numbers stand for; null if the facts or the lines of the numbers have the words. */
export function errnoNames(facts: string, text: string): string | null {
  const head = text.slice(0, MAX_CHARS);
  const told = facts.toLowerCase();
  const found = FORMS.flatMap((form): Found[] => [...head.matchAll(form)].slice(0, MAX_FOUND)
    .map(({ 0: quote, 1: code, index }) => ({ code: Number(code), quote: quote.trim(), at: index })))
    .filter(({ code, at }) => {
      const line = lineOf(head, at).toLowerCase();
      const [name = '', words = ''] = ERRNOS.get(code) ?? [];
      // The limit of watches of files has the number of a full disk.
      return words !== '' && !(name === 'ENOSPC' && isOfWatch(head)) && !WINDOWS.test(line)
        && ![line, told].some((one) => one.includes(words) || one.includes(name.toLowerCase()));
    }).sort((a, b) => a.at - b.at);
  const once = found.filter(({ code }, i) => found.findIndex((one) => one.code === code) === i).slice(0, MAX_TOLD);
  const said = joined(once.flatMap(({ code, quote }) => {
    const [name = '', words = ''] = ERRNOS.get(code) ?? [];
    return [`In "${quote.replaceAll('"', '\'')}" of the text, ${code} is the error number of Linux for "${words}" (${
      name}).`, meaningBeside(words), name === 'EMFILE' ? OF_PROCESS : null];
  }));
  return joined([said, refusedMap(facts, head, said)]);
}

/** Returns the line around a place. */
function lineOf(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf('\n', at) + 1, at - MAX_LINE);
  return text.slice(from, at + MAX_LINE).split('\n', 1)[0] ?? '';
}

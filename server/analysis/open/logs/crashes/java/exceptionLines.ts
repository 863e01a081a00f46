/**
 * Reads what stands around the first line of a Java exception: the rest of a message that a terminal wrapped, and the
 * line of the log before it, which says what the program did. Pure and bounded.
 */
import { quoted } from '../../../look/factTools.ts';

const MAX_LINES = 6;
const MAX_MESSAGE = 900;
const MAX_LINE = 2000;
/** Terminals are not narrower, so a shorter line was not wrapped. */
const MIN_WIDTH = 79;
const FRAME = /^[ \t]{1,12}at [\w.$<>@/]{1,300}\(|^[ \t]{0,12}(?:Caused by|Suppressed): |^[ \t]{1,12}\.{3} \d{1,5} /;
/** The rest of a word that a terminal divided; a sentence of its own begins otherwise. */
const GOES_ON = /^[\p{Ll}\d,.;:=_/-]/u;
const DIVIDED = /[\p{L}\d,.;:=_/<>-]$/u;
/** A mark for omitted lines. */
const LEFT_OUT = /^[ \t]{0,12}(?:\.{2,5}|\u2026|\[(?:\.{3}|\u2026)\])[ \t]{0,12}$/;
const RECORD = /^[[({ \t]{0,4}\d{2,4}[-/:.]\d\d[-/:.]\d\d/;

/** Returns the message of an exception whose line ends at `end`, with the lines below it before the first frame. */
export function wholeMessage(text: string, message: string, end: number): string {
  if (text.charAt(end) !== '\n') return message;
  const start = text.lastIndexOf('\n', Math.max(0, end - 1)) + 1;
  const below = text.slice(end + 1, end + 1 + MAX_LINES * MAX_LINE).split('\n', MAX_LINES);
  const frame = below.findIndex((line) => FRAME.test(line));
  const rest = frame < 1 ? [] : below.slice(0, frame);
  const isOther = (line: string): boolean => line.trim() === '' || LEFT_OUT.test(line) || RECORD.test(line);
  if (rest.length === 0 || rest.some(isOther)) return message;
  let [all, last] = [message, text.slice(start, end)];
  for (const line of rest) {
    const isDivided = last.length >= MIN_WIDTH && DIVIDED.test(last) && GOES_ON.test(line);
    all += `${isDivided ? '' : ' '}${line.trim()}`;
    last = line;
  }
  return all.slice(0, MAX_MESSAGE);
}

/** A line of a log, with its level and what stands behind it. */
const LOGGED = new RegExp(/^[ \t>]{0,16}(?:[[(\d][^\n]{0,160}?[ \t[|(])?/.source
  + /(TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE)(?:[\]|):]{0,2}[ \t]{1,8}|\](?=\[))(\S[^\n]{0,1500})$/.source);
/** Threads, classes and nodes in brackets, and the time behind them. */
const THREAD = /^(?:\[[^\]\n]{1,80}\][ \t]{0,4}){1,3}(?:\d{4}-\d\d-\d\d[T ][\d:.,]{8,16}Z?[ \t]{1,4})?/;
/** A class with its package, or with the line of its source, before the message. */
const LOGGER = /^(?:[\w$]{1,40}\.){1,12}[\w$]{1,60}(?::\d{1,6})?(?: {0,4}- {1,4}|: {1,4})(?=\S)/;
/** Lists of files and the like, which take the room of what is said of them. */
const LIST = /\[[^[\]\n]{60,1500}\]/g;

/** Returns the line of a log right before the exception at a place; null without one, or if it says no more. */
export function loggedBefore(text: string, at: number, said: string): string | null {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  if (start === 0) return null;
  const before = text.slice(Math.max(0, start - 1 - MAX_LINE), start - 1);
  const [, level, whole = ''] = LOGGED.exec(before.slice(before.lastIndexOf('\n') + 1).trimEnd()) ?? [];
  const message = whole.replace(THREAD, '').replace(LOGGER, '').replaceAll(LIST, '[\u2026]').replaceAll('] , ', '], ')
    .trim();
  const isSaid = message.length < 4 || said.includes(message) || message.includes(said);
  return level === undefined || isSaid ? null
    : `The line before it, at level ${level}, says ${quoted(message.replace(/[.:]$/, '').replaceAll('"', '\''))}.`;
}

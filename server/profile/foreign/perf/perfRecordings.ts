/** Finds the recordings of `perf script` in a text with other lines, such as a mail with two sides in sequence. */
import { isPerfSample } from '../perfScript.ts';
import { textLines } from '../textLines.ts';

export interface PerfRecording {
  /** The line above it, such as `After`; "" if there is none. */
  name: string;
  text: string;
}

/** A frame, or the source line below it. */
const FRAME = /^\s{1,200}(?:[0-9a-f]{1,16} .{0,20000}|\S{1,1000}:\d{1,9})$/;
const FENCE = /^\s*(?:```|~~~)/;
const OMITTED = /^\s*(?:\.\.\.|\u2026|\[\.\.\.\]|\[snip\]|\(\.\.\.\))\s*$/;
const MAX_RECORDINGS = 8;
const MAX_NAME = 60;
const MAX_LINE = 20_000;

/** Returns the recordings in their order, without marks of a quote; a text between samples begins another one. */
export function perfRecordings(text: string): PerfRecording[] {
  const found: { name: string; lines: string[] }[] = [];
  let title = '';
  let isOpen = false;
  for (const whole of textLines(text)) {
    const line = whole.slice(0, MAX_LINE).replace(/^> ?/, '');
    const own = found.at(-1)?.lines;
    if (isPerfSample(line)) {
      if (!isOpen && found.length >= MAX_RECORDINGS) break;
      if (isOpen) own?.push(line);
      else found.push({ name: nameOf(title), lines: [line] });
      [isOpen, title] = [true, ''];
    } else if (isOpen && FRAME.test(line)) own?.push(line);
    else if (line.trim() === '' || FENCE.test(line) || OMITTED.test(line)) {
      if (isOpen) own?.push('');
    } else if (!isOpen || !/^\s/.test(line)) [isOpen, title] = [false, line];
  }
  return found.map(({ name, lines }) => ({ name, text: `${lines.join('\n')}\n` }));
}

/** Returns the words of a title; "" for a command, or a sentence too long for one. */
function nameOf(line: string): string {
  const words = line.trim().replace(/^[#*_\s]{1,20}|[#*_:\s]{1,20}$/g, '');
  return words.length > MAX_NAME || /^[$%>#]/.test(line.trim().replace(/^#{1,6} /, '')) ? '' : words;
}

/** Describes each output in a paste of what several commands printed. Pure. */
import { joined } from './look/factTools.ts';
import { COMMAND, FENCE, fenced, PROMPT } from './look/pasteMarks.ts';
import { FULL_USE, gravityOf } from './parts/gravity.ts';

/** A longer text is not a paste of several short outputs. */
const MAX_CHARS = 32 * 1024;
const MAX_LINES = 500;
const MAX_OUTPUTS = 8;
const MAX_OTHERS = 3;
/** Formats that say how the server of another output was started. */
const CONTEXTS: ReadonlySet<string> = new Set([
  'program-version', 'program-help', 'server-flags', 'prometheus-settings', 'prometheus-config', 'resources',
  'systemd-unit', 'compose',
]);

interface Output { format: string; name: string; door: string | null; interest: string | null; confidence: string }

/** Adds the other outputs to `whole`, the format of the text; server settings come after what the server did. */
export function ofSeveral<T extends Output>(whole: T, text: string, recognized: (output: string) => T | null): T {
  const outputs = outputsOf(text);
  if (outputs.length < 2) return whole;
  const byFormat = new Map<string, { one: T; output: string }>();
  for (const output of outputs) {
    const one = recognized(output);
    if (one === null || one.confidence === 'guess' || one.format === whole.format) continue;
    // Two outputs of one command, such as du of two folders, both count.
    const before = byFormat.get(one.format);
    const both = before === undefined ? output : `${before.output}\n${output}`;
    byFormat.set(one.format, { one: before === undefined ? one : recognized(both) ?? one, output: both });
  }
  const others = [...byFormat.values()].map(({ one }) => one)
    .filter(({ interest, door }) => interest !== null || door !== null);
  const isContext = ({ format }: T): boolean => CONTEXTS.has(format);
  // What is in full use or went wrong comes before what merely is.
  const isGraver = ({ interest, door }: T): boolean => (door === null || door === 'log')
    && gravityOf(interest) >= FULL_USE && gravityOf(interest) > gravityOf(whole.interest);
  const main = isContext(whole) ? others.find((one) => !isContext(one)) ?? whole
    : whole.door === null ? others.find(isGraver) ?? whole : whole;
  // Lists settings once: a systemd unit also contains a command line.
  const also = [whole, ...others].filter((one) => one !== main && one.interest !== null
    && !(isContext(main) && isContext(one))).slice(0, MAX_OTHERS)
    .map(({ name, interest }) => `It also has ${name}: ${interest?.replace(/^(?:Its?|The|Of) /, lower)}`);
  return also.length === 0 ? main : { ...main, interest: joined([main.interest, ...also]) };
}

const lower = (word: string): string => word.toLowerCase();

/** Splits a text into outputs at prompts, fences and, outside of fences, blank lines. */
export function outputsOf(text: string): string[] {
  if (text.length > MAX_CHARS) return [];
  const outputs: string[][] = [[]];
  let [isInFence, isOpen] = [false, false];
  const next = (opens: boolean): void => {
    isOpen = opens;
    outputs.push([]);
  };
  for (const line of fenced(text.split('\n', MAX_LINES))) {
    if (FENCE.test(line)) {
      isInFence = /```|~~~/.test(line) ? !isInFence : isInFence;
      next(isInFence);
    } else if (/^\s*#/.test(line) ? PROMPT.test(line) : COMMAND.test(line)) next(true);
    else if (line.trim() === '' && !isInFence) next(false);
    else if (isOpen) outputs.at(-1)?.push(line);
  }
  return outputs.map((lines) => lines.join('\n')).filter((output) => output.trim() !== '')
    .slice(0, MAX_OUTPUTS);
}

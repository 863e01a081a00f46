/** Splits a paste of what several commands printed into their outputs. Pure. */
import { COMMAND, FENCE, fenced, PROMPT } from './look/pasteMarks.ts';

/** A longer text is not a paste of several short outputs. */
const MAX_CHARS = 32 * 1024;
const MAX_LINES = 500;
const MAX_OUTPUTS = 8;

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

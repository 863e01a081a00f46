/**
 * The outputs that were pasted or dropped, kept in this browser tab: following a link to the profile diff and back
 * loses nothing.
 */
import type { NamedText } from '../../api/benchmarkFiles.ts';
import { sideHint } from '../../api/beforeAfter.ts';

const KEY = 'tsdbscope.benchmarks';
const EMPTY: NamedText[] = [{ name: 'before', text: '' }, { name: 'after', text: '' }];
export const MOST_OUTPUTS = 8;

/** What this page wrote, since large outputs are more than a browser stores. */
const written = new WeakMap<object, NamedText[]>();

export function readDraft(storage: Pick<Storage, 'getItem'>): NamedText[] {
  const kept = written.get(storage);
  if (kept !== undefined) return kept;
  let read: unknown;
  try {
    read = JSON.parse(storage.getItem(KEY) ?? 'null');
  } catch {
    // Written by another version, or storage is forbidden here: then nothing was kept.
    return EMPTY;
  }
  if (!Array.isArray(read) || read.length < 2 || read.length > MOST_OUTPUTS) return EMPTY;
  const texts = read.flatMap((one: unknown) => (isNamedText(one) ? [{ name: one.name, text: one.text }] : []));
  return texts.length === read.length ? texts : EMPTY;
}

function isNamedText(value: unknown): value is NamedText {
  return typeof value === 'object' && value !== null && 'name' in value && 'text' in value
    && typeof value.name === 'string' && typeof value.text === 'string';
}

export function writeDraft(storage: Pick<Storage, 'setItem'>, texts: readonly NamedText[]): void {
  written.set(storage, [...texts]);
  try {
    storage.setItem(KEY, JSON.stringify(texts));
  } catch {
    // Larger than the browser keeps (some MB), or forbidden: then it is gone after a reload.
  }
}

/** Names such as old.txt and new.txt say which is the base; else the order they came in. */
export function inOrder(texts: readonly NamedText[]): NamedText[] {
  return texts.toSorted((a, b) => sideHint(a.name) - sideHint(b.name));
}

/**
 * The boxes after files came in: several take the place of what is there, in order, one alone fills the first empty box
 * or takes the base's place. What no box is left for is left out.
 */
export function withFiles(boxes: readonly NamedText[], read: readonly NamedText[]): NamedText[] {
  const [first] = read;
  if (first === undefined) return [...boxes];
  if (read.length > 1) return inOrder(read).slice(0, MOST_OUTPUTS);
  const empty = boxes.findIndex(({ text }) => text === '');
  return boxes.map((box, i) => (i === Math.max(0, empty) ? first : box));
}

/**
 * Puts outputs from another page where the page of benchmarks finds them; one alone goes beside one that waits for it.
 */
export function draftWith(storage: Pick<Storage, 'getItem' | 'setItem'>, read: readonly NamedText[]): void {
  const boxes = readDraft(storage);
  writeDraft(storage, withFiles(boxes.some(({ text }) => text === '') ? boxes : EMPTY, read));
}

/** The other way round. Boxes that were pasted into keep their names: what is after is not called before. */
export function swapped(boxes: readonly NamedText[]): NamedText[] {
  return boxes.toReversed().map(
    (box, i) => (
      boxes.every(({ name }) => EMPTY.some((empty) => empty.name === name))
        ? { ...box, name: boxes[i]?.name ?? box.name } : box
    )
  );
}

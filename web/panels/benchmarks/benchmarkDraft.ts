/** Pasted or dropped outputs, kept in this browser tab, so that they survive a visit to the profile diff. */
import type { NamedText } from '../../api/files/benchmarkFiles.ts';
import { sideHint } from '../../../core/profile/beforeAfter.ts';

const KEY = 'tsdbscope.benchmarks';
const EMPTY: NamedText[] = [{ name: 'before', text: '' }, { name: 'after', text: '' }];
export const MAX_OUTPUTS = 8;

/** Texts written by this page, because large outputs exceed the browser's storage. */
const written = new WeakMap<object, NamedText[]>();

export function readDraft(storage: Pick<Storage, 'getItem'>): NamedText[] {
  const kept = written.get(storage);
  if (kept !== undefined) return kept;
  let read: unknown;
  try {
    read = JSON.parse(storage.getItem(KEY) ?? 'null');
  } catch {
    // Written by another version, or storage is disabled: nothing was kept.
    return EMPTY;
  }
  if (!Array.isArray(read) || read.length < 2 || read.length > MAX_OUTPUTS) return EMPTY;
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
    // Larger than the browser's limit (a few MB), or storage is disabled: lost after a reload.
  }
}

/** Returns at least two boxes: those of a link, filled up with empty ones. */
export function boxesOf(texts: readonly NamedText[]): NamedText[] {
  return [...texts, ...EMPTY.slice(texts.length)];
}

/** Sorts by names such as old.txt and new.txt, base first; other names keep their order. */
export function inOrder(texts: readonly NamedText[]): NamedText[] {
  return texts.toSorted((a, b) => sideHint(a.name) - sideHint(b.name));
}

/**
 * Returns the boxes after files were added: several replace all boxes, in order; a single one fills the first empty
 * box, else replaces the base. Files beyond the last box are ignored.
 */
export function withFiles(boxes: readonly NamedText[], read: readonly NamedText[]): NamedText[] {
  const [first] = read;
  if (first === undefined) return [...boxes];
  if (read.length > 1) return inOrder(read).slice(0, MAX_OUTPUTS);
  const empty = boxes.findIndex(({ text }) => text === '');
  return boxes.map((box, i) => (i === Math.max(0, empty) ? first : box));
}

/** Stores outputs from another page for the Benchmarks page; a single one joins one that waits for its pair. */
export function draftWith(storage: Pick<Storage, 'getItem' | 'setItem'>, read: readonly NamedText[]): void {
  const boxes = readDraft(storage);
  writeDraft(storage, withFiles(boxes.some(({ text }) => text === '') ? boxes : EMPTY, read));
}

/** Reverses the boxes. Pasted texts keep the boxes' names, so that the second is not called "before". */
export function swapped(boxes: readonly NamedText[]): NamedText[] {
  return boxes.toReversed().map((box, i) => (boxes.every(({ name }) => EMPTY.some((empty) => empty.name === name))
    ? { ...box, name: boxes[i]?.name ?? box.name } : box));
}

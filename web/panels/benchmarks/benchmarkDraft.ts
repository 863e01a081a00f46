/** The outputs that were pasted, kept in this browser tab: following a link to the profile diff and back loses nothing. */
export interface NamedText { name: string; text: string }

const KEY = 'tsdbscope.benchmarks';
const EMPTY: NamedText[] = [{ name: 'before', text: '' }, { name: 'after', text: '' }];
export const MOST_OUTPUTS = 8;

export function readDraft(storage: Pick<Storage, 'getItem'>): NamedText[] {
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
  return typeof value === 'object' && value !== null && 'name' in value && 'text' in value && typeof value.name === 'string' && typeof value.text === 'string';
}

export function writeDraft(storage: Pick<Storage, 'setItem'>, texts: readonly NamedText[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(texts));
  } catch {
    // Larger than the browser keeps (some MB), or forbidden: the page works without.
  }
}

/** Names such as old.txt and new.txt say which is the base; else the order they came in. */
export function inOrder(texts: readonly NamedText[]): NamedText[] {
  const rank = ({ name }: NamedText): number => (/old|before|base|main|master/i.test(name) ? 0 : /new|after|head|patch/i.test(name) ? 2 : 1);
  return texts.toSorted((a, b) => rank(a) - rank(b));
}

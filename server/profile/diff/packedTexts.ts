/** A list of texts as one: 30,000 names pass to another thread as two blocks of memory instead of one by one. */
export interface PackedTexts {
  joined: string;
  /** Lengths in UTF-16 units. */
  lengths: Uint32Array;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  return { joined: texts.join(''), lengths: Uint32Array.from(texts, (text) => text.length) };
}

export function unpackTexts({ joined, lengths }: PackedTexts): string[] {
  const texts: string[] = [];
  let start = 0;
  for (const length of lengths) {
    texts.push(joined.slice(start, start + length));
    start += length;
  }
  return texts;
}

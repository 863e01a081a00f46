import { at, type Labels, type Profile } from '../decode/profile.ts';

interface Label { key: number; text: number; number: bigint; unit: number }

/** Stores each set of labels once; 0 is the empty one. */
export class LabelSets {
  private readonly sets: Label[][] = [[]];
  private readonly known = new Map<string, number>();
  private readonly strings = [''];
  private readonly stringRow = new Map([['', 0]]);

  setOf({ labels }: Profile, sample: number): number {
    const from = labels.start[sample] ?? 0;
    const to = labels.start[sample + 1] ?? 0;
    if (from === to) return 0;
    const own: Label[] = [];
    for (let label = from; label < to; label++) {
      const text = at(labels.text, label);
      own.push({
        key: this.rowOf(labels.strings[at(labels.key, label)]), text: text < 0 ? -1 : this.rowOf(labels.strings[text]),
        number: labels.number[label] ?? 0n, unit: this.rowOf(labels.strings[at(labels.unit, label)]),
      });
    }
    // The order of different keys is irrelevant.
    const key = own.map((one) => `${one.key}=${one.text}:${one.number}:${one.unit}`).sort().join(';');
    const known = this.known.get(key) ?? this.sets.push(own) - 1;
    this.known.set(key, known);
    return known;
  }

  /** Returns the labels of samples with these sets, and only the texts that `all` sets need, in that order. */
  of(sets: readonly number[], all: Iterable<number>): Labels {
    const strings = [''];
    const rowOf = new Map([[0, 0]]);
    const rowOfText = (own: number): number => {
      if (own < 0) return own;
      const row = rowOf.get(own) ?? strings.push(this.strings[own] ?? '') - 1;
      rowOf.set(own, row);
      return row;
    };
    const written = new Map<number, Label[]>();
    for (const set of all) {
      if (set === 0 || written.has(set)) continue;
      written.set(set, (this.sets[set] ?? []).map(({ key, text, number, unit }) => (
        { key: rowOfText(key), text: rowOfText(text), number, unit: rowOfText(unit) })));
    }
    const labels = sets.flatMap((set) => written.get(set) ?? []);
    const start = new Uint32Array(sets.length + 1);
    sets.forEach((set, row) => { start[row + 1] = at(start, row) + (written.get(set)?.length ?? 0); });
    return {
      start, key: Uint32Array.from(labels, ({ key }) => key), text: Int32Array.from(labels, ({ text }) => text),
      number: BigInt64Array.from(labels, ({ number }) => number), unit: Uint32Array.from(labels, ({ unit }) => unit),
      strings,
    };
  }

  private rowOf(text = ''): number {
    const row = this.stringRow.get(text) ?? this.strings.push(text) - 1;
    this.stringRow.set(text, row);
    return row;
  }
}

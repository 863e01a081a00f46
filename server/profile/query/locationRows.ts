import { GrowingFloat64, GrowingUint32, int64s } from '../decode/growingArray.ts';
import type { Locations } from '../decode/profile.ts';

/** Combines the locations of several profiles into one table: equal ones become one row. */
export class LocationRows {
  /** First row of each hash, + 1; `following` links to the next row with the same hash, + 1, 0 at the end. */
  private readonly first = new Map<number, number>();
  private readonly following = new GrowingUint32();
  /** Mapping + 1, 0 for none. */
  private readonly mapping = new GrowingUint32();
  /** Low and high word of each address. */
  private readonly address = new GrowingUint32();
  private readonly folded = new GrowingUint32();
  private readonly lineStart = new GrowingUint32();
  private readonly lineFunction = new GrowingUint32();
  private readonly lineNumber = new GrowingFloat64();
  private readonly lineColumn = new GrowingFloat64();

  constructor() { this.lineStart.push(0); }

  get count(): number { return this.mapping.length; }

  /**
   * Returns the row here of each location. `functions` and `mappings`: rows of the common tables; `moved`: offset added
   * to addresses, by mapping.
   */
  take(
    locations: Locations, functions: Uint32Array, mappings: readonly number[], moved: readonly bigint[]
  ): Uint32Array {
    const { lineStart, lineFunction, lineNumber, lineColumn } = locations;
    const words = movedAddresses(locations, moved);
    const rows = new Uint32Array(locations.count);
    for (let location = 0; location < locations.count; location++) {
      const from = lineStart[location] ?? 0;
      const to = lineStart[location + 1] ?? 0;
      const own = locations.mapping[location] ?? -1;
      const mapping = own < 0 ? 0 : (mappings[own] ?? -1) + 1;
      const low = words[2 * location] ?? 0;
      const high = words[2 * location + 1] ?? 0;
      const folded = locations.folded[location] ?? 0;
      let hash = mixed(mixed(mixed(mixed(mapping, low), high), folded), to - from);
      for (let line = from; line < to; line++)
        hash = mixed(mixed(hash, functions[lineFunction[line] ?? 0] ?? 0), lineNumber[line] ?? 0);
      const head = this.first.get(hash) ?? 0;
      let row = head;
      for (; row > 0; row = this.following.get(row - 1)) {
        if (this.mapping.get(row - 1) !== mapping || this.folded.get(row - 1) !== folded) continue;
        if (this.address.get(2 * row - 2) !== low || this.address.get(2 * row - 1) !== high) continue;
        const start = this.lineStart.get(row - 1);
        if (this.lineStart.get(row) - start !== to - from) continue;
        let line = 0;
        while (line < to - from && this.lineFunction.get(start + line) === functions[lineFunction[from + line] ?? 0]
          && this.lineNumber.get(start + line) === lineNumber[from + line]
          && this.lineColumn.get(start + line) === lineColumn[from + line]) line++;
        if (line === to - from) break;
      }
      if (row === 0) {
        row = this.mapping.length + 1;
        this.first.set(hash, row);
        this.following.push(head);
        this.mapping.push(mapping);
        this.address.push(low);
        this.address.push(high);
        this.folded.push(folded);
        for (let line = from; line < to; line++) {
          this.lineFunction.push(functions[lineFunction[line] ?? 0] ?? 0);
          this.lineNumber.push(lineNumber[line] ?? 0);
          this.lineColumn.push(lineColumn[line] ?? 0);
        }
        this.lineStart.push(this.lineFunction.length);
      }
      rows[location] = row - 1;
    }
    return rows;
  }

  /** Returns some of the rows, in that order, with renumbered functions and mappings. */
  finishOf(rows: Uint32Array, functionRow: Uint32Array, mappingRow: Uint32Array): Locations {
    const count = rows.length;
    let lines = 0;
    for (let to = 0; to < count; to++) {
      const row = rows[to] ?? 0;
      lines += this.lineStart.get(row + 1) - this.lineStart.get(row);
    }
    const all: Locations = {
      count, mapping: new Int32Array(count), address: new BigUint64Array(count), folded: new Uint8Array(count),
      lineStart: new Uint32Array(count + 1), lineFunction: new Uint32Array(lines),
      lineNumber: new Float64Array(lines), lineColumn: new Float64Array(lines),
    };
    const words = new Uint32Array(all.address.buffer);
    let lineTo = 0;
    for (let to = 0; to < count; to++) {
      const row = rows[to] ?? 0;
      const mapping = this.mapping.get(row);
      all.mapping[to] = mapping === 0 ? -1 : mappingRow[mapping - 1] ?? 0;
      words[2 * to] = this.address.get(2 * row);
      words[2 * to + 1] = this.address.get(2 * row + 1);
      all.folded[to] = this.folded.get(row);
      for (let line = this.lineStart.get(row); line < this.lineStart.get(row + 1); line++) {
        all.lineFunction[lineTo] = functionRow[this.lineFunction.get(line)] ?? 0;
        all.lineNumber[lineTo] = this.lineNumber.get(line);
        all.lineColumn[lineTo++] = this.lineColumn.get(line);
      }
      all.lineStart[to + 1] = lineTo;
    }
    return all;
  }

  finish(): Locations {
    return {
      count: this.mapping.length,
      mapping: Int32Array.from(this.mapping.toArray(), (row) => row - 1),
      address: new BigUint64Array(int64s(this.address).buffer),
      folded: Uint8Array.from(this.folded.toArray()),
      lineStart: this.lineStart.toArray(), lineFunction: this.lineFunction.toArray(),
      lineNumber: this.lineNumber.toArray(), lineColumn: this.lineColumn.toArray(),
    };
  }
}

function movedAddresses({ address, mapping, count }: Locations, moved: readonly bigint[]): Uint32Array {
  if (moved.every((by) => by === 0n)) return new Uint32Array(address.buffer, address.byteOffset, 2 * count);
  const there = BigUint64Array.from(
    address, (each, location) => BigInt.asUintN(64, each + (moved[mapping[location] ?? -1] ?? 0n))
  );
  return new Uint32Array(there.buffer);
}

function mixed(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, 0x9e3779b1);
  return next ^ (next >>> 15);
}

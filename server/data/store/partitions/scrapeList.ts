/** The scrapes of a head partition, columnar: 8 to 12 bytes each, where objects take more than 100. */
import { newScrapeTable, type ScrapeError, type ScrapeRow, type ScrapeTable } from '../../metrics/series.ts';
import { PackedColumn } from './packedColumn.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';

export type StoredScrape = ScrapeRow;

type Figures = Omit<StoredScrape, 'error'>;

/** Number of scrapes of one block. */
const BLOCK = 512;
const NANOSECONDS = 1e9;
/** Number of different errors whose text is stored once. */
const MAX_SHARED = 200;

/** The newest scrapes, fewer than a block. */
class OpenBlock {
  private readonly startMs = new Float64Array(BLOCK);
  private readonly durationSeconds = new Float64Array(BLOCK);
  private readonly status = new Float64Array(BLOCK);
  private readonly bytes = new Float64Array(BLOCK);
  private readonly repeated = new Float64Array(BLOCK);

  set(place: number, { startMs, durationSeconds, status, bytes, repeated }: Figures): void {
    this.startMs[place] = startMs;
    this.durationSeconds[place] = durationSeconds;
    this.status[place] = status;
    this.bytes[place] = bytes;
    this.repeated[place] = repeated ? 1 : 0;
  }

  at(place: number): Figures {
    return {
      startMs: this.startMs[place] ?? NaN, durationSeconds: this.durationSeconds[place] ?? NaN,
      status: this.status[place] ?? 0, bytes: this.bytes[place] ?? NaN, repeated: this.repeated[place] === 1,
    };
  }

  closed(): ClosedBlock {
    return new ClosedBlock({
      startMs: new PackedColumn(this.startMs), durationSeconds: new PackedColumn(this.durationSeconds, NANOSECONDS),
      status: new PackedColumn(this.status), bytes: new PackedColumn(this.bytes),
      repeated: new PackedColumn(this.repeated),
    });
  }
}

class ClosedBlock {
  constructor(private readonly columns: Record<keyof Figures, PackedColumn>) {}

  at(place: number): Figures {
    const { startMs, durationSeconds, status, bytes, repeated } = this.columns;
    return {
      startMs: startMs.at(place), durationSeconds: durationSeconds.at(place), status: status.at(place),
      bytes: bytes.at(place), repeated: repeated.at(place) === 1,
    };
  }
}

/** Errors of failed scrapes, oldest first: a host short of CPU skips many, with few different messages. */
class ErrorList {
  private readonly places: number[] = [];
  private readonly errors: ScrapeError[] = [];
  private readonly shared = new Map<string, ScrapeError>();

  push(place: number, error: ScrapeError): void {
    const words = `${error.kind} ${error.message}`;
    if (this.shared.size >= MAX_SHARED && !this.shared.has(words)) this.shared.clear();
    const known = this.shared.get(words) ?? error;
    this.shared.set(words, known);
    this.places.push(place);
    this.errors.push(known);
  }

  at(place: number): ScrapeError | null {
    const i = this.firstFrom(place);
    return this.places[i] === place ? this.errors[i] ?? null : null;
  }

  private firstFrom(place: number): number {
    return countBelow(this.places.length, (i) => this.places[i] ?? Infinity, place);
  }
}

export class ScrapeList implements Iterable<StoredScrape> {
  length = 0;
  private readonly closed: ClosedBlock[] = [];
  private readonly open = new OpenBlock();
  private readonly errors = new ErrorList();

  push({ error, ...figures }: StoredScrape): void {
    const at = this.length++;
    this.open.set(at % BLOCK, figures);
    if (this.length % BLOCK === 0) this.closed.push(this.open.closed());
    if (error !== null) this.errors.push(at, error);
  }

  last(): StoredScrape | undefined {
    return this.at(this.length - 1);
  }

  /** Returns the scrape at an ordinal, undefined if there is none. */
  at(at: number): StoredScrape | undefined {
    if (at < 0 || at >= this.length) return undefined;
    const block = this.closed[Math.floor(at / BLOCK)] ?? this.open;
    return { ...block.at(at % BLOCK), error: this.errors.at(at) };
  }

  /** Returns the scrapes from ordinal `from` on, up to but excluding `to`. */
  slice(from = 0, to = this.length): StoredScrape[] {
    const some: StoredScrape[] = [];
    for (let at = from; at < to; at++) {
      const one = this.at(at);
      if (one !== undefined) some.push(one);
    }
    return some;
  }

  [Symbol.iterator](): Iterator<StoredScrape> {
    return this.slice()[Symbol.iterator]();
  }

  /** Returns a table of the scrapes from ordinal `from` on. */
  table(from: number): ScrapeTable {
    const some = this.slice(from);
    const table = newScrapeTable(some.length);
    for (const [at, { startMs, durationSeconds, status, bytes, error, repeated }] of some.entries()) {
      table.startMs[at] = startMs;
      table.durationSeconds[at] = durationSeconds;
      table.status[at] = status;
      table.bytes[at] = bytes;
      table.error[at] = error;
      table.repeated[at] = repeated ? 1 : 0;
    }
    return table;
  }
}

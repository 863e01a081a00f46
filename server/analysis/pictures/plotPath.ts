/**
 * Lines, bands and dots of a chart as SVG path data, no finer than the picture's pixels. Draws the first, lowest,
 * highest and last of the points in one pixel column, so that no spike is lost; a null breaks the line.
 */

export interface PlotScale {
  /** Converts an axis value to CSS pixels. */
  x: (value: number) => number;
  y: (value: number) => number;
  /** Columns per CSS pixel. */
  perPixel: number;
}

type Values = readonly (number | null)[];

interface Column {
  x: number; left: number; first: number; low: number; high: number; last: number; lowFirst: boolean; count: number;
  parted: boolean
}

/** Returns pixel columns in the order of `xs`; `parted`: a null precedes it. A gap within one column is not drawn. */
function columnsOf(xs: readonly number[], values: Values, { x, y, perPixel }: PlotScale): Column[] {
  const columns: Column[] = [];
  let current: Column | undefined;
  let place = NaN;
  let isGap = true;
  for (const [i, at] of xs.entries()) {
    const value = values[i] ?? null;
    if (value === null || !Number.isFinite(value)) {
      isGap = true;
      continue;
    }
    const [px, py] = [x(at), y(value)];
    const column = Math.floor(px * perPixel);
    if (current === undefined || column !== place) {
      place = column;
      current = { x: px, left: px, first: py, low: py, high: py, last: py, lowFirst: true, count: 1, parted: isGap };
      columns.push(current);
    } else {
      if (py < current.low) { current.low = py; current.lowFirst = false; }
      if (py > current.high) { current.high = py; current.lowFirst = true; }
      current.last = py;
      current.count += 1;
      current.x = (current.left + px) / 2;
    }
    isGap = false;
  }
  return columns;
}

/** Builds path data in tenths of a pixel, relative, as short as possible. */
class Pen {
  private text = '';
  private x = 0;
  private y = 0;

  move(x: number, y: number): void {
    this.add('M', 'm', x, y);
  }

  line(x: number, y: number): void {
    const [dx, dy] = [tenths(x) - this.x, tenths(y) - this.y];
    if (dx === 0 && dy === 0) return;
    if (dx === 0) this.text += `v${short(dy)}`;
    else if (dy === 0) this.text += `h${short(dx)}`;
    else this.text += `l${short(dx)}${joined(dy)}`;
    this.x += dx;
    this.y += dy;
  }

  /** Draws a dot, given round caps. */
  dot(): void {
    this.text += 'h.01';
  }

  close(): void {
    this.text += 'z';
  }

  path(): string {
    return this.text;
  }

  private add(absolute: string, relative: string, x: number, y: number): void {
    const [dx, dy] = [tenths(x) - this.x, tenths(y) - this.y];
    // After a "z" or a dot the tracked position is wrong, so a move is absolute then.
    const isAbsolute = this.text === '' || this.text.endsWith('z') || this.text.endsWith('.01');
    this.text += isAbsolute ? `${absolute}${short(tenths(x))}${joined(tenths(y))}`
      : `${relative}${short(dx)}${joined(dy)}`;
    this.x += dx;
    this.y += dy;
  }
}

function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

/** Formats tenths as a number without a leading zero. */
function short(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, '$1.');
}

function joined(value: number): string {
  const text = short(value);
  return text.startsWith('-') ? text : ` ${text}`;
}

/** Draws a line through the values; a lone value between two gaps is a dot (with round caps). '' without any value. */
export function linePath(xs: readonly number[], values: Values, scale: PlotScale): string {
  const pen = new Pen();
  const columns = columnsOf(xs, values, scale);
  columns.forEach((column, i) => {
    if (column.parted) pen.move(column.x, column.first);
    else pen.line(column.x, column.first);
    if (column.count > 1) {
      for (const y of column.lowFirst ? [column.low, column.high] : [column.high, column.low]) pen.line(column.x, y);
      pen.line(column.x, column.last);
    }
    const isAlone = column.parted && column.low === column.high && (columns[i + 1]?.parted ?? true);
    if (isAlone) pen.dot();
  });
  return pen.path();
}

/** Draws each value held until the next. */
export function stepPath(xs: readonly number[], values: Values, scale: PlotScale): string {
  const [times, held]: [number[], (number | null)[]] = [[], []];
  for (const [i, at] of xs.entries()) {
    const value = values[i] ?? null;
    const before = held.at(-1) ?? null;
    if (value !== null && before !== null) {
      times.push(at);
      held.push(before);
    }
    times.push(at);
    held.push(value);
  }
  return linePath(times, held, scale);
}

/** Draws the area between two edges, one piece for each stretch where both have values. '' without any. */
export function bandPath(xs: readonly number[], low: Values, high: Values, scale: PlotScale): string {
  const both = (edge: Values): Values =>
    edge.map((value, i) => ((low[i] ?? null) === null || (high[i] ?? null) === null ? null : value));
  const [bottom, top] = [columnsOf(xs, both(low), scale), columnsOf(xs, both(high), scale)];
  const pen = new Pen();
  for (let start = 0; start < top.length;) {
    let end = start + 1;
    while (end < top.length && top[end]?.parted === false) end++;
    const [above, below] = [top.slice(start, end), bottom.slice(start, end)];
    // A single point has no width of its own.
    const widen = above.length === 1 ? 0.5 : 0;
    above.forEach((column, i) => {
      if (i === 0) pen.move(column.x - widen, column.low);
      else pen.line(column.x, column.low);
    });
    if (widen > 0) pen.line((above[0]?.x ?? 0) + widen, above[0]?.low ?? 0);
    below.toReversed().forEach((column, i) => { pen.line(column.x + (i === 0 ? widen : 0), column.high); });
    if (widen > 0) pen.line((below[0]?.x ?? 0) - widen, below[0]?.high ?? 0);
    pen.close();
    start = end;
  }
  return pen.path();
}

/** Draws a dot for each value; values in the same pixel share one. */
export function dotsPath(xs: readonly number[], values: Values, { x, y, perPixel }: PlotScale): string {
  const pen = new Pen();
  const seen = new Set<string>();
  for (const [i, at] of xs.entries()) {
    const value = values[i] ?? null;
    if (value === null || !Number.isFinite(value)) continue;
    const [px, py] = [x(at), y(value)];
    const pixel = `${Math.round(px * perPixel)} ${Math.round(py * perPixel)}`;
    if (seen.has(pixel)) continue;
    seen.add(pixel);
    pen.move(px, py);
    pen.dot();
  }
  return pen.path();
}

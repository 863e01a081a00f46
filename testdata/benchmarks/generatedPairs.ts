/** 200 pairs of `go test -bench` outputs, the same on every run; generated.csv.gz holds what benchstat says of each. */
export const PAIR_COUNT = 200;

/** Mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Of each kind some: 1 to 60 runs a side, the same or not; few distinct values (ties), all equal, zeros; benchmarks and
 * units on one side only; other machines; custom units, MB/s, exact units; broken lines and log lines between.
 */
export function generatedPair(index: number): { old: string; new: string } {
  const chance = random(index + 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const rowCount = 1 + Math.floor(chance() * 7);
  const runs = [1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24, 27, 31, 40, 51, 60];
  const sizes = chance() < 0.3 ? [pick(runs), pick(runs)] : Array<number>(2).fill(pick(runs));
  const customUnit = pick(['p99-ns', 'widgets/s', 'ns/row', 'disk-MB/s', 'x-bytes', 'errors']);
  const withCustom = chance() < 0.4;
  const withSpeed = chance() < 0.4;
  const withMemory = chance() < 0.8;
  const isExact = chance() < 0.1;
  const rows = Array.from({ length: rowCount }, (_, row) => ({
    name: pick([
      `Encode/size=${10 ** row}-8`, `Head/append/${row}`, `Query-${row + 2}`, `Über/«x»-${row + 1}`,
      `Range/a,b"${row}"-4`,
    ]),
    base: 10 ** (chance() * 9 - 1), noise: pick([0, 0.001, 0.02, 0.3]), change: pick([1, 1, 0.9, 0.99, 1.3, 2.5]),
    digits: pick([0, 1, 2, 4]),
    bytes: pick([0, 0, 16, 4096, 1e6, 3e9]), allocs: Math.floor(chance() * 40), missing: row === 0 ? ''
      : pick(['', '', '', 'old', 'new']),
  }));
  const side = (which: 'old' | 'new'): string => {
    const lines = [
      'goos: linux', 'goarch: amd64',
      'pkg: example.org/a', `cpu: ${which === 'new' && index % 17 === 0 ? 'Another' : 'A CPU @ 2.40GHz'}`,
    ];
    if (isExact) lines.push('Unit B/op assume=exact');
    for (const { name, base, noise, change, digits, bytes, allocs, missing } of rows) {
      if (missing === which) continue;
      for (let run = 0; run < (sizes[which === 'old' ? 0 : 1] ?? 1); run++) {
        const value = base * (which === 'new' ? change : 1) * (1 + noise * (chance() + chance() - 1));
        const parts = [`Benchmark${name}`, String(1 + Math.floor(chance() * 1e6)), `${value.toFixed(digits)} ns/op`];
        if (withSpeed) parts.push(`${(1e9 / (value + 1)).toFixed(2)} MB/s`);
        if (withCustom) parts.push(`${(chance() * 10).toFixed(pick([0, 2]))} ${customUnit}`);
        if (withMemory)
          parts.push(`${bytes + (bytes > 0 && which === 'new' && chance() < 0.5 ? 8 : 0)} B/op`, `${allocs} allocs/op`);
        lines.push(parts.join(pick(['\t', '  \t ', ' '])));
      }
      if (chance() < 0.2) lines.push(
        pick([
          'PASS', 'level=info msg="opened"', 'BenchmarkBroken 12', 'BenchmarkStarted', 'BenchmarkBad x 1 ns/op',
          'note: run twice', 'pkg: example.org/b',
        ])
      );
    }
    lines.push('PASS', 'ok  \texample.org/a\t12.3s');
    return `${lines.join(index % 5 === 0 ? '\r\n' : '\n')}\n`;
  };
  return { old: side('old'), new: side('new') };
}

export const COLUMNS_COUNT = 40;

/**
 * Three outputs, of every third four, in the order benchstat was given them; generated-columns.csv.gz holds what it
 * says.
 */
export function generatedColumns(index: number): { name: string; text: string }[] {
  const [first, second] = [generatedPair(2 * index), generatedPair(2 * index + 1)];
  const texts = [
    { name: 'old.txt', text: first.old }, { name: 'new.txt', text: first.new }, { name: 'newer.txt', text: second.new },
  ];
  return index % 3 === 0 ? [...texts, { name: 'newest.txt', text: second.old }] : texts;
}

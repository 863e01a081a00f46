/**
 * Bodies of Prometheus remote write, uncompressed: 1.0 (`prometheus.WriteRequest`) and 2.0
 * (`io.prometheus.write.v2.Request`). https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/
 */
import { ByteWriter } from './byteWriter.ts';

/** A series with labels sorted by name, including `__name__`. */
export interface WireSeries {
  labels: readonly (readonly [name: string, value: string])[];
  /** Labels encoded as fields of a `prometheus.TimeSeries`; see `encodeLabels`. */
  encoded: Uint8Array;
}

/** Samples of one series, ascending by time. */
export interface WireSamples {
  series: WireSeries;
  /** Whole ms since the epoch. */
  times: number[];
  values: number[];
  /** Indexes of staleness markers, whose value is meaningless; absent: none. */
  stale?: Set<number>;
}

/** Prometheus's staleness marker: "from here on the series is absent". */
const STALE_NAN = { high: 0x7ff00000, low: 2 } as const;
/** Bits of every other NaN, as Prometheus writes it. */
const NORMAL_NAN = { high: 0x7ff80000, low: 1 } as const;

/** Field numbers. */
const V1 = { series: 1, label: 1, sample: 2 } as const;
const LABEL = { name: 1, value: 2 } as const;
const SAMPLE = { value: 1, time: 2 } as const;
const V2 = { symbol: 4, series: 5, labelRefs: 1, sample: 2 } as const;

const labelWriter = new ByteWriter();

export function encodeLabels(labels: WireSeries['labels']): Uint8Array {
  const writer = labelWriter;
  writer.clear();
  for (const [name, value] of labels) {
    writer.message(V1.label, (label) => {
      label.text(LABEL.name, name);
      label.text(LABEL.value, value);
    });
  }
  return writer.finish();
}

export function writeRequest1(all: readonly WireSamples[]): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  for (const samples of all) {
    writer.message(V1.series, (series) => {
      series.raw(samples.series.encoded);
      writeSamples(series, V1.sample, samples);
    });
  }
  return writer.finish();
}

export function writeRequest2(all: readonly WireSamples[]): Uint8Array<ArrayBuffer> {
  const symbols = new Map([['', 0]]);
  const refOf = (text: string): number => {
    const known = symbols.get(text);
    if (known !== undefined) return known;
    const ref = symbols.size;
    symbols.set(text, ref);
    return ref;
  };
  const body = new ByteWriter();
  for (const samples of all) {
    body.message(V2.series, (series) => {
      series.packed(V2.labelRefs, (refs) => {
        for (const [name, value] of samples.series.labels) {
          refs.varint(refOf(name));
          refs.varint(refOf(value));
        }
      });
      writeSamples(series, V2.sample, samples);
    });
  }
  const writer = new ByteWriter();
  for (const symbol of symbols.keys()) writer.text(V2.symbol, symbol);
  writer.raw(body.finish());
  return writer.finish();
}

function writeSamples(writer: ByteWriter, field: number, { times, values, stale }: WireSamples): void {
  for (let i = 0; i < times.length; i++) {
    const value = values[i] ?? NaN;
    writer.message(field, (sample) => {
      sample.doubleKey(SAMPLE.value);
      if (stale?.has(i) === true) sample.bits64(STALE_NAN.high, STALE_NAN.low);
      else if (Number.isNaN(value)) sample.bits64(NORMAL_NAN.high, NORMAL_NAN.low);
      else sample.float64(value);
      sample.number(SAMPLE.time, times[i] ?? 0);
    });
  }
}

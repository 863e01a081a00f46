import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { profileBytes, unwrap } from '../../../testdata/profiles/oracles.ts';
import type { DiffFlameNode, DiffTopTable } from '../../../core/contract/contract.ts';
import { decode, decodeExpanded } from '../decode/decode.ts';
import { diffFlameGraph, diffTop } from './diff.ts';
import { encode } from '../decode/encode.ts';
import { pairOf, type Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';

const RUNS = { numRuns: 100 };
const name = fc.constantFrom(
  'main', 'read', 'parse', 'runtime.gcDrain', 'runtime.scanobject', 'a<b>', 'λ', 'x.(*T).F+x.inlined'
);
/** Counts as they occur, and now and then one beyond what a double holds exactly. */
const line = fc.record({
  stack: fc.array(name, { maxLength: 6 }),
  count: fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: 2000 }) }, { weight: 1, arbitrary: fc.integer({ min: -50, max: 50 }) }
  ),
});
const profiles = fc.array(line, { minLength: 1, maxLength: 25 }).map((lines) =>
  foldedProfile(lines.map(({ stack, count }) => `${stack.length === 0 ? '-' : stack.join(';')} ${count}`).join('\n')));
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

function pair(before: Profile, after: Profile): Pair {
  return unwrap(pairOf([{ profile: before }], [{ profile: after }], 'samples', 'none'));
}

function byName(table: DiffTopTable): Map<string, DiffTopTable['rows'][number]> {
  return new Map(table.rows.map((row) => [row.function, row]));
}

function rowsBetween(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

describe('a diff', () => {
  it('of a profile with itself is no difference', () => {
    fc.assert(fc.property(profiles, (profile) => {
      const table = unwrap(diffTop(pair(profile, profile), {}));
      expect(
        table.rows.every(({ flat, cum, sure, cumSure }) =>
          flat.delta === 0 && cum.delta === 0 && sure === 'noise' && cumSure === 'noise')
      ).toBe(true);
      expect(['diff-none', 'profile-empty']).toContain(table.finding.code);
      expect(table.comparability.differences).toEqual([]);
      const check = (node: DiffFlameNode): void => {
        expect([node.delta, node.kind, node.sure]).toEqual([0, 'same', 'noise']);
        node.children.forEach(check);
      };
      check(unwrap(diffFlameGraph(pair(profile, profile), {})).root);
    }), RUNS);
  });

  it('the other way round has every delta with the other sign and is as sure', () => {
    fc.assert(fc.property(profiles, profiles, (a, b) => {
      const forth = unwrap(diffTop(pair(a, b), {}));
      const back = byName(unwrap(diffTop(pair(b, a), {})));
      expect(forth.rows).toHaveLength(back.size);
      for (const row of forth.rows) {
        const other = back.get(row.function);
        expect(other?.flat).toEqual({ before: row.flat.after, after: row.flat.before, delta: 0 - row.flat.delta });
        expect(other?.cum).toEqual({ before: row.cum.after, after: row.cum.before, delta: 0 - row.cum.delta });
        expect(other?.sure).toBe(row.sure);
        if (row.pValue === null) expect(other?.pValue).toBeNull();
        else expect(other?.pValue).toBeCloseTo(row.pValue, 9);
      }
    }), RUNS);
  });

  it('has p- and q-values from 0 to 1, a q-value no smaller than its p-value, and calls by q alone', () => {
    fc.assert(fc.property(profiles, profiles, (a, b) => {
      for (const { pValue, qValue, sure, flat } of unwrap(diffTop(pair(a, b), {})).rows) {
        if (pValue === null || qValue === null) { expect(sure).toBe('noise'); continue; }
        expect(pValue >= 0 && qValue <= 1 && qValue >= pValue * (1 - 1e-12)).toBe(true);
        expect(sure === 'different').toBe(flat.delta !== 0 && qValue <= 0.05);
      }
    }), RUNS);
  });
});

/** Everything a profile says, by names and numbers instead of rows of its tables. */
function said(profile: Profile): unknown {
  const { locations, labels } = profile;
  const {
    sampleTypes, timeNanos, durationNanos, period, periodType, comments, defaultSampleType, dropFrames, keepFrames,
    docUrl, mappings,
  } = profile;
  const width = sampleTypes.length;
  return {
    sampleTypes, timeNanos, durationNanos, period, periodType, comments, defaultSampleType, dropFrames, keepFrames,
    docUrl, mappings,
    samples: Array.from({ length: profile.sampleCount }, (_, sample) => ({
      values: Array.from(
        { length: width },
        (_type, type) => profile.exactValues?.[sample * width + type]
          ?? BigInt(at(profile.values, sample * width + type))
      ),
      labels: Array.from({ length: at(labels.start, sample + 1) - at(labels.start, sample) }, (_label, i) => {
        const row = at(labels.start, sample) + i;
        return [
          labels.strings[at(labels.key, row)], labels.strings[at(labels.text, row)], labels.number[row],
          labels.strings[at(labels.unit, row)],
        ];
      }),
      stack: [
        ...profile.frames.subarray(at(profile.frameStart, sample), at(profile.frameStart, sample + 1)),
      ].map((location) => ({
        mapping: at(locations.mapping, location), address: locations.address[location],
        folded: at(locations.folded, location),
        lines: rowsBetween(at(locations.lineStart, location), at(locations.lineStart, location + 1)).map((row) => [
          profile.functions[at(locations.lineFunction, row)], at(locations.lineNumber, row),
          at(locations.lineColumn, row),
        ]),
      })),
    })),
  };
}

describe('encode', () => {
  it('keeps every number of a made profile, up to the ends of int64', () => {
    const fifty = fc.array(int64, { minLength: 50, maxLength: 50 });
    fc.assert(fc.property(profiles, fifty, int64, int64, (profile, numbers, timeNanos, durationNanos) => {
      const exactValues = BigInt64Array.from(profile.values, (_, i) => numbers[i % numbers.length] ?? 0n);
      const made = {
        ...profile, exactValues, values: Float64Array.from(exactValues, Number), timeNanos, durationNanos,
      };
      expect(said(unwrap(decodeExpanded(encode(made))))).toEqual(said(made));
    }), RUNS);
  });

  it.each([
    'seed-wal/before.cpu.pb.gz', 'seed-wal/after.heap.pb.gz', 'live/allocs.delta5s.pb.gz', 'live/mutex.pb.gz',
    'goprofiles/before/labels.cpu.pb.gz', 'foreign/node.heap.pb.gz',
    'edge/seed-diff.cpu.pb.gz', 'malformed/valid-extreme-values.pb.gz', 'malformed/valid-labels.pb.gz',
    'malformed/valid-inline.pb.gz', 'malformed/valid-folded-flag.pb.gz', 'malformed/valid-large-ids.pb.gz',
  ])('keeps every number of %s', async (file) => {
    const { profile } = unwrap(await decode(profileBytes(file)));
    expect(said(unwrap(decodeExpanded(encode(profile))))).toEqual(said(profile));
  });
});

import { describe, expect, it } from 'vitest';
import { JfrBytes } from './jfrBytes.ts';
import { JfrLimits } from './jfrLimits.ts';
import type { JfrField, JfrType } from './jfrMetadata.ts';
import { JfrValueReader } from './jfrValues.ts';

const bytesOf = (...bytes: number[]): JfrBytes => new JfrBytes(Uint8Array.from(bytes), 0);

describe('values of a chunk', () => {
  it('are integers of one to nine bytes, exact where they are keys', () => {
    expect(bytesOf(127).int()).toBe(127);
    expect(bytesOf(0x80, 0x80, 0x00).int()).toBe(0);
    expect(bytesOf(0x80, 0x80, 0x01).id()).toBe(16_384);
    const own = bytesOf(...Array.from({ length: 9 }, () => 255), 7);
    expect([own.id(), own.int()]).toEqual([2n ** 64n - 1n, 7]);
    expect(() => bytesOf(0x80).int()).toThrow('cut off');
  });

  it('are texts in each encoding, which end within the chunk', () => {
    expect([
      bytesOf(0).text(), bytesOf(1).text(), bytesOf(2, 9).text(), bytesOf(3, 2, 0xc3, 0xa4).text(),
      bytesOf(4, 1, 0xe4, 0x01).text(), bytesOf(5, 1, 0xe4).text(),
    ]).toEqual([null, '', { pool: 9 }, 'ä', 'ä', 'ä']);
    for (const broken of [[3, 200], [4, 9, 1], [5, 2, 1], [6, 0]]) {
      expect(() => bytesOf(...broken).text()).toThrow();
      expect(() => { bytesOf(...broken).skipText(); }).toThrow();
    }
  });

  it('are no more than their bytes, also of types that take none or contain themselves', () => {
    const field = (type: number, isArray: boolean): JfrField =>
      ({ name: 'of', type, isPooled: false, isArray, timespan: '' });
    const [empty, list, loop]: JfrType[] = [
      { id: 1, name: 'org.Empty', fields: [] }, { id: 2, name: 'org.List', fields: [field(1, true)] },
      { id: 3, name: 'constructor', fields: [field(3, false)] },
    ];
    const types = new Map([empty, list, loop].flatMap((type) =>
      (type === undefined ? [] : [[type.id, type] as const])));
    const skip = (id: number, ...bytes: number[]): void => {
      const values = new JfrValueReader(types, 10);
      values.skipFields(bytesOf(...bytes), values.typeOf(id));
    };
    expect(() => { skip(2, 100, ...Array.from({ length: 100 }, () => 0)); }).toThrow('more values than bytes');
    expect(() => { skip(2, 100, 0); }).toThrow('more elements than bytes');
    expect(() => { skip(3, 0); }).toThrow('contains itself');
    expect(() => { skip(4, 0); }).toThrow('not described');
  });

  it('have names of a limited length together, however often one is repeated', () => {
    const limits = new JfrLimits();
    const name = 'x'.repeat(2 ** 20);
    expect(() => { for (let i = 0; i < 129; i++) limits.name(name); }).toThrow('letters in its names');
    expect(() => { limits.stack(20_000_001); }).toThrow('frames in its stacks');
  });
});

import { describe, expect, it } from 'vitest';
import { tellingCut } from './tellingCut.ts';

describe('tellingCut', () => {
  it.each([
    ['a name that fits', 'lab cpu', ['lab heap'], 16, 'lab cpu'],
    ['two captures of a day', 'lab cpu 2026-11-27 14:02', ['lab cpu 2026-11-27 15:40'], 16, 'lab cpu 20…14:02'],
    [
      'two that differ in the middle', 'prom-eu-1.before.cpu.of-the-lab', ['prom-eu-1.after.cpu.of-the-lab'], 22,
      'prom-eu-1.before.cpu.…',
    ],
    ['two that differ at the start', 'before.cpu.2026-11-27', ['after.cpu.2026-11-27'], 16, 'before.…26-11-27'],
    ['two that differ soon', 'a-before.cpu.2026-11-27', ['a-after.cpu.2026-11-27'], 16, 'a-before.cpu.20…'],
    ['no other', 'prometheus-server-cpu-0001', [], 16, 'prometh…cpu-0001'],
    ['the same name', 'prometheus-server-cpu-0001', ['prometheus-server-cpu-0001'], 16, 'prometh…cpu-0001'],
  ])('%s', (_, name, others, chars, shown) => expect(tellingCut(name, others, chars)).toBe(shown));

  it('keeps what differs of captures at any two times, in any room from 14 characters on', () => {
    for (let minute = 10; minute < 60; minute += 7) {
      const [one, other] = [`lab cpu 2026-11-27 14:${minute}:05`, `lab cpu 2026-11-27 14:${minute + 1}:05`];
      for (let chars = 14; chars < 40; chars++) {
        const [cut, otherCut] = [tellingCut(one, [other], chars), tellingCut(other, [one], chars)];
        expect(cut.length).toBeLessThanOrEqual(chars);
        expect(cut).not.toBe(otherCut);
      }
    }
  });

  it('never cuts a character in two', () => {
    expect(tellingCut('😀'.repeat(30), [], 9)).toBe(`${'😀'.repeat(4)}…${'😀'.repeat(4)}`);
  });
});

import { expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { gcSamples } from '../query/gcStacks.ts';

it.each([
  ['a mark worker of Green Tea', 'runtime.gcBgMarkWorker;runtime.gcDrain;runtime.scanSpan;runtime.scanObjectsSmall', 1],
  ['one whose stack is cut off', 'runtime.scanSpan;internal/runtime/gc/scan.ScanSpanPackedAVX512', 1],
  ['a span that is handed over', 'main.work;runtime.tryDeferToSpanScan;runtime.(*spanQueue).put', 1],
  ['a mark worker before Go 1.26', 'runtime.gcBgMarkWorker;runtime.gcDrain;runtime.scanobject', 1],
  ['a function of a program with such a name', 'main.main;main.scanSpan', 0],
  ['allocation', 'main.main;runtime.mallocgc;runtime.(*mcache).nextFree', 0],
])('%s', (_, stack, expected) => {
  expect([...gcSamples(foldedProfile(`${stack} 7`))]).toEqual([expected]);
});

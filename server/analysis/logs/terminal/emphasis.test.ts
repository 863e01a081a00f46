import { expect, it } from 'vitest';
import { bareLine } from '../bareLines.ts';

it.each([
  ['around a value', 'level=error ts=2026-01-02T03:04:05Z **msg="Notify failed" err="status 404"**',
    'level=error ts=2026-01-02T03:04:05Z msg="Notify failed" err="status 404"'],
  ['behind the equals sign', 'level=error ts=2026-01-02T03:04:05Z msg=**"Notify failed"** err="status 404"',
    'level=error ts=2026-01-02T03:04:05Z msg="Notify failed" err="status 404"'],
  ['within a value', 'ts=2026-01-02T03:04:05Z level=warn msg="**disk is full**"',
    'ts=2026-01-02T03:04:05Z level=warn msg="disk is full"'],
  ['none in a pattern of paths', 'ts=2026-01-02T03:04:05Z level=info msg="load" path=/etc/**/rules files="**/*.yml"',
    'ts=2026-01-02T03:04:05Z level=info msg="load" path=/etc/**/rules files="**/*.yml"'],
])('marks of Markdown %s', (_, line, bare) => { expect(bareLine(line)).toBe(bare); });

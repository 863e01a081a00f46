import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../said/meanings.ts';
import { withoutLabelValues } from './labelValues.ts';

describe('the text of a label value', () => {
  it.each([
    String.raw`label value too long for metric: "e" label value: "0/4 nodes are available: 4 Insufficient cpu."`,
    String.raw`label value too long for metric: \"e\" label value: \"0/4 nodes are available: 4 Insufficient cpu`,
  ])('is no fault of its own in %s', (error) => {
    const meaning = meaningOf(error);
    expect(meaning).toContain('a label value of it is longer than the limit');
    expect(meaning).not.toContain('lower its requests');
  });

  it('is no fault of its own in the words of Mimir', () => {
    const meaning = meaningOf("received a series whose label value length exceeds the limit, label: 'message', value: "
      + "'write /a/b: no space left on device ...' (truncated) series: 'e{a=\"b\"}' (err-mimir-label-value-too-long)");
    expect(meaning).toContain('a label value of it is longer than the limit');
    expect(meaning).not.toContain('inodes');
  });

  it('is hidden in a set of labels, and names, errors and their places are kept', () => {
    const error = 'out of order sample for {job="a", message="no space left on device", pod="b-0"}: no locks available';
    const left = withoutLabelValues(error);
    expect(left).toBe(error.replace('no space left on device', '*'.repeat('no space left on device'.length)));
    expect(meaningOf(error)).not.toContain('inodes');
    for (const same of ['err="no space left on device", path="/data"', '{"msg":"no space left on device"}'])
      expect(withoutLabelValues(same)).toBe(same);
  });
});

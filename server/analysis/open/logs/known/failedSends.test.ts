import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { failedSends } from './failedSends.ts';

describe('a block that vmagent could not send', () => {
  it('is told with its size, address and cause, in wrapped lines without a time, before a list of pods', () => {
    const { interest, door } = recognize(new TextEncoder().encode([
      '# Writes fail', '', '```txt', 'couldn\'t send a block with size 5476 bytes to "1:secret-url":',
      'Post "http://vm.monitoring.svc:8428/api/v1/write":',
      'net/http: request canceled (Client.Timeout exceeded while awaiting headers);',
      're-sending the block in 65.920 seconds', '```', '', '```txt',
      'remoteAddr: "10.0.0.1:41048"; requestURI: /api/v1/write;',
      'cannot read compressed request in 121 seconds: read tcp4 10.0.0.2:8428->10.0.0.1:41048:',
      'read: connection reset by peer', '```', '', '```', 'NAMESPACE NAME READY STATUS RESTARTS AGE',
      'monitoring vmagent-6c7fdd778-5hdkq 2/2 Running 0 42m', '```',
    ].join('\n')));
    expect(interest).toMatch(/^It has the error "couldn't send a block" of vmagent: 5,476 bytes to http:\/\/vm\./);
    expect(interest).toContain('it sends the block again after 65.9 s. The receiver did not answer in time');
    expect(interest).toContain('The receiver has the error "cannot read compressed request": 2m 1s, then read tcp4');
    expect(door).toBeNull();
  });

  it.each([
    ['404', 'has nothing at that path'], ['401', 'The credentials are missing'],
    ['403', 'look at the rights'], ['503', 'see its log'], ['429', 'A limit of the receiver'],
  ])('is told with the status %s of the answer', (status, words) => {
    const [said] = failedSends(`unexpected status code received after sending a block with size 12 bytes to "1:a" `
      + `during retry #1: ${status}; response body="why"; re-sending the block in 2.000 seconds`);
    expect(said).toContain(`was ${status} (why); it sends the block again after 2`);
    expect(said).toContain(words);
  });

  it('is reported with what the receiver says of itself, once', () => {
    const { interest } = recognize(new TextEncoder().encode('Writes fail: `unexpected status code received after '
      + 'sending a block with size 12 bytes to "1:a" during retry #1: 503; response body="cannot store metrics: the '
      + 'storage is in read-only mode; check -storage.minFreeDiskSpaceBytes"; re-sending the block in 2.000 seconds`'));
    expect(interest).toContain('The storage takes no new rows, because its disk has less free space');
    expect(interest).not.toContain('see its log');
    expect(interest?.split('takes no new rows')).toHaveLength(2);
  });

  it('is told with the step of its reason', () => {
    expect(failedSends('couldn\'t send a block with size 12 bytes to "1:a": Post "https://vm/api/v1/write": x509: '
      + 'certificate signed by unknown authority; re-sending the block in 2.000 seconds')[0])
      .toMatch(/ s\. The certificate is of an authority that/);
  });

  it('is not told of other words', () => { expect(failedSends('it sent a block')).toEqual([]); });
});

it('several blocks that were not sent have their number and the sum of their bytes', () => {
  const line = (size: number): string => `couldn't send a block with size ${size} bytes to "1:a": EOF; re-sending the `
    + 'block in 2.000 seconds';
  expect(failedSends([line(1000), line(900), line(800)].join('\n'))[0])
    .toContain('The text has 3 such errors, of 2,700 bytes in all.');
  expect(failedSends([line(1000), line(900)].join('\n'))[0]).not.toContain('such errors');
});

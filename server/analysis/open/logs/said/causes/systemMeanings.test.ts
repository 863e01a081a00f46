/** Tests that the error behind a message gives the step, and that the message keeps its own where none is known. */
import { describe, expect, it } from 'vitest';
import { knownFacts } from '../../known/knownTexts.ts';
import { isMeaning, meaningOf } from '../meanings.ts';

const alertFailed = (reason: string): string => meaningOf(`Error sending alert\n${reason}`) ?? '';

describe('a message that only says what failed', () => {
  it.each([
    ['bad response status 401 Unauthorized', 'The credentials are missing or not accepted'],
    ['server returned HTTP status 403 Forbidden', 'The other side does not allow this'],
    ['Post "http://a:9093/x": dial tcp 10.0.0.7:9093: connect: connection refused', 'Nothing listens at that address'],
    ['Post "http://a:9093/x": dial tcp: lookup a on 10.0.0.10:53: no such host', 'A name is not resolved'],
    ['dial tcp: lookup a on 10.0.0.10:53: read udp 10.0.0.9:4->10.0.0.10:53: i/o timeout', 'The DNS server that'],
    ['Post "https://a/x": x509: certificate signed by unknown authority', 'of an authority that this side does not'],
    ['Post "https://a/x": x509: certificate is valid for b, not a', 'does not have the name or address'],
    ['Post "https://a/x": x509: certificate has expired or is not yet valid: now', 'not valid at this time'],
    ['Post "https://a/x": remote error: tls: bad certificate', 'does not accept the certificate of this one'],
    ['dial tcp 10.0.0.7:9093: connect: no route to host', 'look at its routes'],
    ['dial tcp 10.0.0.7:9093: socket: too many open files', 'The limit of open files is reached'],
    ['Post "http://a:9093/x": context deadline exceeded', 'No answer came within the timeout'],
    ['Post "http://a:9093/x": EOF', 'The other side closed the connection'],
    ['bad response status 502 Bad Gateway', 'failed at the request: see its log'],
    ['Post "http://a:9093/x": context canceled', 'look for an error before it'],
  ])('has the step of the error behind it: %s', (reason, words) => {
    const meaning = alertFailed(reason);
    expect(meaning).toMatch(/^Alerts could not be sent to an Alertmanager\. /);
    expect(meaning).toContain(words);
    expect(meaning).not.toContain('says why');
    for (const sentence of meaning.split(/(?<=\.) (?=[A-Z])/)) expect(isMeaning(sentence)).toBe(true);
  });

  it('points to no error, which is quoted with it', () => {
    expect(alertFailed('no')).toBe('Alerts could not be sent to an Alertmanager.');
    expect(meaningOf('Error sending alert')).toBe('Alerts could not be sent to an Alertmanager.');
    expect(meaningOf('Running maintenance failed\nno'))
      .toMatch(/could not be saved: look at the space and the owner of/);
  });

  it('has the meaning of the known message behind it', () => {
    expect(meaningOf('critical error detected; halting\ncompaction: pre compaction overlap check: overlaps found'))
      .toMatch(/^The compactor has halted, .* runs on without work\. Two blocks of one stream cover/);
  });

  it('has it in a text that quotes it without its log, too', () => {
    const said = (error: string): string =>
      knownFacts(`- \`msg="Error sending alert" err="${error}"\``)?.sentences.join(' ') ?? '';
    expect(said('bad response status 401 Unauthorized')).toContain('an Alertmanager. The credentials are missing');
    expect(said('no')).toMatch(/"no"\. Alerts could not be sent to an Alertmanager\.$/);
    const facts = knownFacts('- `couldn\'t load configuration (--config.file="/a.yml"): open /a.yml: no such file or '
      + 'directory`');
    expect(facts?.sentences.join(' ')).toMatch(/open \/a\.yml: no such file or directory" .* The file is not at that/);
  });

  it('has the steps of two causes that differ', () => {
    const meaning = alertFailed('dial tcp: lookup a on 10.0.0.10:53: no such host\nPost "https://a/x": x509: '
      + 'certificate signed by unknown authority');
    expect(meaning).toContain('A name is not resolved');
    expect(meaning).toContain('of an authority that this side does not trust');
  });
});

describe('a message with a step of its own', () => {
  it('yields it to an error that has another one', () => {
    const meaning = meaningOf('Error loading config (--config.file=/a.yml)\nopen /a.yml: permission denied') ?? '';
    expect(meaning).toContain('look at owner and mode of the path.');
    expect(meaning).not.toContain('promtool');
  });

  it('yields it to a lock that another process holds', () => {
    const meaning = meaningOf('opening storage failed\nlock DB directory: resource temporarily unavailable') ?? '';
    expect(meaning).toMatch(/^The TSDB cannot lock its data folder, and is not opened\. Another process holds the/);
    expect(meaning).not.toContain('may write');
  });

  it('has it without the meaning of the status in whose body it stands', () => {
    const meaning = meaningOf('unexpected status code received after sending a block with size 12 bytes: 503\ncannot '
      + 'store metrics: the storage is in read-only mode; check -storage.minFreeDiskSpaceBytes') ?? '';
    expect(meaning).toContain('enlarge that disk or free space, and it continues by itself.');
    expect(meaning).not.toContain('see its log');
  });

  it('keeps it where a resource or data are concerned', () => {
    expect(meaningOf('could not write to file "pg_wal/xlogtemp.9": No space left on device'))
      .toContain('never its WAL');
  });
});

describe('words that two kinds of errors share', () => {
  it.each([
    ['failed to create fsnotify watcher: inotify_init: too many open files', /max_user_instances/, /ever more stay/],
    ['inotify_add_watch /a: no space left on device', /max_user_watches/, /df -i/],
    ['Error adding file watch\nno space left on device', /max_user_watches/, /df -i/],
    ['error starting directory watcher for /etc/x\nno space left on device', /max_user_watches/, /df -i/],
    ['tail: cannot watch \'/var/log/a\': No space left on device', /max_user_watches/, /df -i/],
    ['config watch failed: write /etc/x/a.tmp: no space left on device', /df -i/, /inotify/],
    ['WAL watcher stopped: no space left on device', /df -i/, /inotify/],
    ['creating config file watcher\ntoo many open files', /max_user_instances/, /ever more stay/],
    ['Failed to watch configuration directory\ntoo many open files', /max_user_instances/, /ever more stay/],
    ['failed to watch *v1.Pod: dial tcp: socket: too many open files', /ever more stay/, /inotify/],
    ['open /a: too many open files in system', /fs\.file-max/, /LimitNOFILE/],
    ["Error 1045: Access denied for user 'x'@'10.0.0.7' (using password: YES)", /accept the user, the pass/, /roles/],
    ['client rate limiter Wait returned an error', null, /./],
    ['Index 5 out of bounds for length 3', null, /./],
    ['error parsing the query: invalid token "}" at 3', null, /./],
  ])('%s', (text, is, isNot) => {
    const meaning = meaningOf(text);
    if (is === null) expect(meaning).toBeNull();
    else expect(meaning).toMatch(is);
    expect(meaning ?? '').not.toMatch(isNot);
  });
});

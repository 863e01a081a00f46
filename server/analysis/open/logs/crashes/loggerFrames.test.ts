import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { loggedCause, loggerFrames } from './loggerFrames.ts';

const interestOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('the frames of a logger at the top of a crash', () => {
  it.each([
    ['zap', ['go.uber.org/zap/zapcore.(*CheckedEntry).Write', 'go.uber.org/zap.(*Logger).Panic', 'a.b/c.Do'], 2],
    ['logrus', ['github.com/sirupsen/logrus.(*Entry).log', 'github.com/sirupsen/logrus.(*Entry).Panicf',
      'main.run'], 2],
    ['log', ['log.Panicf', 'main.main'], 1],
    ['klog', ['k8s.io/klog/v2.Fatalf', 'main.main'], 1],
    ['VictoriaMetrics', ['github.com/VictoriaMetrics/VictoriaMetrics/lib/logger.Panicf', 'main.main'], 1],
    ['raft', ['go.etcd.io/raft/v3.(*DefaultLogger).Panicf', 'go.etcd.io/raft/v3.(*raftLog).commitTo'], 1],
    ['a logger that crashed itself', ['log/slog.(*Logger).clone', 'main.main'], 0],
    ['other code', ['main.Panic', 'main.main'], 0],
  ])('are told by name: %s', (_, names, count) => { expect(loggerFrames(names)).toBe(count); });

  it('are skipped, and the error beside the logged message is the cause', () => {
    const interest = interestOf(
      '{"level":"panic","ts":"2024-02-01T05:29:04.867Z","caller":"etcdserver/server.go:515","msg":"failed to recover",'
        + '"error":"no such snapshot"}',
      'panic: failed to recover', '', 'goroutine 1 [running]:',
      'go.uber.org/zap/zapcore.(*CheckedEntry).Write(0xc0, 0xc1, 0x1, 0x1)',
      '\t/go/pkg/mod/go.uber.org/zap@v1.17.0/zapcore/entry.go:234 +0x58d',
      'go.uber.org/zap.(*Logger).Panic(0xc0, 0x1e, 0x2a, 0xc0, 0x1, 0x1)',
      '\t/go/pkg/mod/go.uber.org/zap@v1.17.0/logger.go:227 +0x85',
      'go.etcd.io/etcd/server/v3/etcdserver.NewServer(0x7f, 0x6)', '\t/go/src/etcdserver/server.go:515 +0x1656',
      'main.main()', '\t/go/src/main.go:32 +0x45',
    );
    expect(interest).toContain('It crashed with "panic: failed to recover", in etcdserver.NewServer. The cause given '
      + 'is "no such snapshot". The crash is at server.go:515 (etcdserver.NewServer).');
  });

  it('have no cause in a line of another message', () => {
    expect(loggedCause('level=fatal msg="other" err="x y"\npanic: mine', 'panic: mine')).toBeNull();
  });
});

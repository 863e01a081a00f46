/** Tests what is said of requests that wait at a gate, and of a server without work. */
import { describe, expect, it } from 'vitest';
import { goroutineCounts } from '../goroutineTexts.ts';

type Asked = Parameters<typeof goroutineCounts>[0];

function told(total: number, ...stacks: readonly (readonly [number, ...string[]])[]): string {
  const lines = stacks.flatMap(([count, ...names]) => [
    `${count} @ 0x1 0x2`, ...names.map((name) => `#\t0x1\t${name}+0x1\t/a.go:7`), '',
  ]);
  const text = [`goroutine profile: total ${total}`, ...lines].join('\n');
  return goroutineCounts({ head: text, text, isCut: false } as unknown as Asked);
}

const READS = ['internal/poll.runtime_pollWait', 'net.(*conn).Read', 'net/http.(*connReader).backgroundRead'] as const;
const SERVES = 'net/http.serverHandler.ServeHTTP';
const ACCEPTS = ['internal/poll.runtime_pollWait', 'net.(*TCPListener).Accept', 'net/http.(*Server).Serve'] as const;

describe('requests that wait at a gate', () => {
  it('wait for those that it let through, not for the network', () => {
    const said = told(230, [110, ...READS], [100, 'example.org/promql.(*queryGate).Start', SERVES],
      [10, 'example.org/store.(*Proxy).Series', SERVES],
      [10, 'google.golang.org/grpc/internal/transport.(*recvBufferReader).read', 'example.org/store.receive']);
    expect(said).not.toContain('They wait for the network');
    expect(said).toContain('Those in promql.(*queryGate).Start wait until one of the requests that the gate let '
      + 'through ends');
    expect(said).toContain('most are in store.(*Proxy).Series: 10. 10 wait for an answer over gRPC');
  });

  it('are not claimed of connections that wait for requests', () => {
    expect(told(120, [110, ...READS], [10, 'example.org/store.(*Proxy).Series', SERVES]))
      .toContain('They wait for the network.');
  });
});

describe('a small profile of a server', () => {
  it('shows nothing unusual where none waits for a lock or answers', () => {
    expect(told(6, [4, ...READS], [2, ...ACCEPTS])).toMatch(/^Nothing unusual shows: at most 6 goroutines/);
  });

  it('is not called usual with a lock, a request, missing stacks or without a listener', () => {
    for (const said of [
      told(6, [4, 'sync.runtime_SemacquireMutex', 'sync.(*Mutex).Lock', 'example.org/a.b'], [2, ...ACCEPTS]),
      told(6, [4, 'example.org/a.b', SERVES], [2, ...ACCEPTS]), told(9, [4, ...READS], [2, ...ACCEPTS]),
      told(4, [4, ...READS]),
    ]) expect(said).not.toContain('Nothing unusual');
  });
});

import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { saidLine } from './saidLine.ts';

const of = (lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const klog = (second: number, rest: string, level = 'E'): string =>
  `Jan  2 03:04:0${second} node-1 kubelet[707]: ${level}0102 03:04:0${second}.290581     707 ${rest}`;
const API = 'https://10.0.0.1:6443/api/v1';
const refused = (path: string): string =>
  String.raw`err="Get \"${API}/${path}\": dial tcp 10.0.0.1:6443: connect: connection refused"`;
const loop = (second: number, name: string): string => klog(second, 'pod_workers.go:1] "Error syncing pod, skipping" '
  + String.raw`err="failed to \"StartContainer\" for \"${name}\" with CrashLoopBackOff: \"back-off 2m40s restarting `
  + String.raw`failed container=${name} pod=${name}-node-1_kube-system(18ef-1)\"" pod="kube-system/${name}-node-1"`);

describe('errors of the kubelet', () => {
  it('are grouped by their messages, each with its own count and its own cause', () => {
    const failed = (second: number): string =>
      klog(second, `a.go:1] "Failed to ensure lease exists" ${refused('lease')}`);
    expect(of([
      failed(1), failed(2), klog(3, 'b.go:2] "Volume not mounted" err="no such disk" pod="a/b"'), failed(9),
      klog(9, 'c.go:3] "Volume not mounted" err="no such disk" pod="c/d"'),
    ])).toBe('The error "Failed to ensure lease exists" occurs 3 times. The cause given is "Get '
      + `"${API}/lease": dial tcp 10.0.0.1:6443: connect: connection refused". `
      + 'Nothing listens at that address, or something rejects it: see whether the other side runs. '
      + 'Also: "Volume not mounted" (pod=a/b and c/d) (2 times). The cause given is "no such disk".');
  });

  it('come after a container that ends again and again, and those that follow from it are only counted', () => {
    expect(of([
      klog(1, `controller.go:145] "Failed to ensure lease exists, will retry" ${refused('leases/node-1?timeout=10s')}`),
      klog(2, `mirror_client.go:1] "Failed deleting a mirror pod" ${refused('pods/x')} pod="kube-system/x"`),
      loop(3, 'kube-apiserver'), klog(4, 'reflector.go:147] factory.go:150: Failed to watch *v1.Node: failed to list '
        + '*v1.Node: Get "https://10.0.0.1:6443/api'), loop(5, 'kube-apiserver'),
    ])).toBe('The container kube-apiserver of kube-system/kube-apiserver-node-1 is in a crash loop (CrashLoopBackOff; '
      + '2 lines): it ends again after each start, and the next one is put off for 2m40s. Why it ends is in its own '
      + 'log, on its node: crictl ps -a, then crictl logs. 3 other lines are of requests to the API server '
      + '(10.0.0.1:6443): a consequence, as that does not answer without kube-apiserver.');
  });

  it('do not follow from a container that the API server does not need', () => {
    const said = of([loop(1, 'prometheus'), klog(2, `a.go:1] "Failed to ensure lease exists" ${refused('lease')}`)]);
    expect(said).toMatch(/^The container prometheus of kube-system\/prometheus-node-1 is in a crash loop /);
    expect(said).toContain('It logged the error "Failed to ensure lease exists". The cause given is "Get ');
  });

  it('of a container whose reason a terminal cut', () => {
    const line = (second: number): string => loop(second, 'kube-scheduler').replace(/ with Crash.*$/, ' w>');
    expect(of([line(1), line(2)]))
      .toBe('The container kube-scheduler does not start (the reason is cut; 2 lines).');
  });

  it('of a kubelet before 1.20, which has no quotation marks around its message', () => {
    expect(of([klog(1, 'pod_workers.go:191] Error syncing pod 18ef ("etcd-n_kube-system(18ef)"), skipping: failed to '
      + '"StartContainer" for "etcd" with CrashLoopBackOff: "back-off 5m0s restarting failed container=etcd pod=n"')]))
      .toMatch(/^The container etcd is in a crash loop \(CrashLoopBackOff; 1 line\): .* is put off for 5m0s\. Why it/);
  });

  it('of a container whose image is missing, with the reason', () => {
    expect(of([klog(1, 'a.go:1] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with '
      + 'ImagePullBackOff: \\"Back-off pulling image \\\\\\"x:1\\\\\\"\\"" pod="a/web-0"')]))
      .toBe('The container web does not start (ImagePullBackOff; 1 line): "Back-off pulling image "x:1"".');
    const failed = (second: number, reason: string, detail: string): string => klog(second,
      String.raw`a.go:1] "Error syncing pod, skipping" err="failed to \"StartContainer\" for \"web\" with ${reason}: `
        + String.raw`\"${detail}\"" pod="a/web-0"`);
    expect(of([failed(1, 'ImagePullBackOff', 'Back-off pulling image x:1'), failed(2, 'ErrImagePull', 'not found'),
      failed(3, 'ImagePullBackOff', 'Back-off pulling image x:1')]))
      .toBe('The container web does not start (ImagePullBackOff, ErrImagePull; 3 lines): "not found".');
  });
});

describe('lines that a terminal cut', () => {
  it('say so of a cause without its closing quotation mark', () => {
    expect(saidLine('E0102 03:04:05.668555    4687 controller.go:146] "Failed to ensure lease exists" '
      + String.raw`err="Get \"https://10.0.0.1:6443/apis/coord`)).toEqual({
      level: 'error', message: 'Failed to ensure lease exists', cause: 'Get "https://10.0.0.1:6443/apis/coord',
      cut: 'cause',
    });
    expect(saidLine('time=2026-01-02T03:04:05Z level=ERROR msg="Error loading config (--config.file=/etc/prometh>'))
      .toMatchObject({ message: 'Error loading config (--config.file=/etc/prometh', cut: 'message' });
    expect(saidLine('time=2026-01-02T03:04:05Z level=ERROR msg="it failed" err="x > y" n=1')).toMatchObject({
      cause: 'x > y', cut: null,
    });
  });

  it('mark it in a sentence, and count the whole message and its beginning together', () => {
    const at = (second: number): string => `ts=2026-01-02T03:04:0${second}Z caller=a.go:1 level=error`;
    expect(of([
      `${at(1)} msg="the store was not opened" err="open /data: permission denied"`,
      `${at(2)} msg="the store was not opened" err="open /data: permis`,
      `${at(3)} msg="the store was no`,
    ])).toBe('The error "the store was not opened" is repeated every 1 s (3 times, from 2026-01-02T03:04:01Z to '
      + '2026-01-02T03:04:03Z). The cause given is "open /data: permission denied". The user that runs it may not do '
      + 'this: look at owner and mode of the path.');
    expect(of([`${at(1)} msg="it failed" err="open /data: permis`]))
      .toBe('It logged the error "it failed" at 2026-01-02T03:04:01Z. The cause given is "open /data: permis" (cut).');
  });

  it('without quotation marks, if several of one length break off', () => {
    const line = (second: number, text: string): string =>
      klog(second, `reflector.go:147] factory.go:150: ${text}`).slice(0, 190);
    const said = of([
      line(1, 'Failed to watch *v1.Node: failed to list *v1.Node: Get "https://10.0.0.1:6443/api/v1/nodes?x=1'),
      line(2, 'Failed to watch *v1.Service: failed to list *v1.Service: Get "https://10.0.0.1:6443/api/v1/services'),
      line(3, 'Failed to watch *v1.CSIDriver: the server is at a place that nobody has told it yet, as far as known'),
    ]);
    expect(said).toContain('(cut)');
  });

  it('in a frame are joined, and a request that was not served is told beside the error', () => {
    const WIDTH = 100;
    const framed = (line: string): string[] => Array.from({ length: Math.ceil(line.length / WIDTH) }, (_, i) =>
      `\u2502 ${line.slice(i * WIDTH, (i + 1) * WIDTH).padEnd(WIDTH)} \u2502`);
    const at = 'ts=2026-01-02T03:04:05Z caller=a.go:1';
    expect(of([
      ...framed(`level=error ${at} msg="error running loki" err="init compactor: failed to get s3 object: operation `
        + 'error S3: GetObject, api error InvalidAccessKeyId: The access key ID you provided does not exist in our '
        + 'records."'),
      ...framed(`level=warn ${at} orgID=fake msg="POST /loki/api/v1/push (500) 2ms Response: \\"at least 2 live `
        + 'replicas required, could only find 1\\""'),
    ])).toBe('It logged the error "error running loki" at 2026-01-02T03:04:05Z. The cause given is "init compactor: '
      + 'failed to get s3 object: operation error S3: GetObject, api error InvalidAccessKeyId: The access key ID you '
      + 'provided does not exist in our records.". The object store does not accept the access key: look at the '
      + 'credentials. It logged the warning "POST /loki/api/v1/push (500) Response: "at least 2 live replicas '
      + 'required, could only find 1"" at 2026-01-02T03:04:05Z. The ring has too few healthy members for its '
      + 'replication factor: see the ring page for members that are not ACTIVE, and whether their pods or processes '
      + 'run, or why they ended.');
  });
});

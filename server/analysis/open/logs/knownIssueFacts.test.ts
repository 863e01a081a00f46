import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const factsOf = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

const start = (version: string, go: string): string[] => [
  `ts=2026-11-20T10:00:00.000Z caller=main.go:499 level=info msg="Starting Prometheus Server" version="(version=${
    version}, branch=HEAD)"`,
  `ts=2026-11-20T10:00:00.001Z caller=main.go:504 level=info build_context="(go=${go}, user=root@host)"`,
];
const SWARM = [
  'panic: runtime error: invalid memory address or nil pointer dereference',
  '[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1d5a6c1]',
  '',
  'goroutine 412 [running]:',
  'github.com/prometheus/prometheus/discovery/moby.(*Discovery).refreshServices(0xc0007d2a00, {0x4b1e2f0, 0xc0001})',
  '\t/app/discovery/moby/services.go:64 +0x5c1',
];

describe('the log of a Prometheus that panicked', () => {
  it('names the known issue whose function is on top of its stack', () => {
    expect(factsOf(...start('3.13.2', 'go1.26.8'), ...SWARM)).toMatch(
      /This is prometheus 19102 \(.*\); fixed in 3\.13\.3, you run 3\.13\.2\. .* Until the update: /
    );
  });

  it('names none of a version that has the fix, nor of a function that only calls it', () => {
    expect(factsOf(...start('3.13.3', 'go1.26.8'), ...SWARM)).not.toContain('prometheus 19102');
    const deeper = SWARM.toSpliced(4, 0, 'github.com/docker/docker/client.(*Client).ServiceList(0xc0)');
    expect(factsOf(...start('3.13.2', 'go1.26.8'), ...deeper)).not.toContain('prometheus 19102');
  });

  it('names an issue of the Go that it was built with', () => {
    const zombie = [
      'fatal error: found pointer to free object', '', 'runtime stack:', 'runtime.throw({0x24ade8, 0xc0})',
      'runtime.(*mspan).reportZombies(0x7faab33965e8)', '\t/usr/local/go/src/runtime/mgcsweep.go:872 +0x2ea',
    ];
    expect(factsOf(...start('3.0.0', 'go1.23.1'), ...zombie)).toMatch(
      /probably go 69210 \(.*\); fixed in Go 1\.23\.2, built with Go 1\.23\.1\./
    );
    expect(factsOf(...start('3.0.1', 'go1.23.3'), ...zombie)).not.toContain('go 69210');
  });

  it('names the function that a query panicked in, below the one that recovers it', () => {
    const promql = 'github.com/prometheus/prometheus/promql';
    const stack = String.raw`goroutine 9 [running]:\n${promql}.(*evaluator).recover(0xc0)\n\t/app/engine.go:1158 +0x1\n`
      + String.raw`panic({0x1, 0x2})\n\t/usr/local/go/src/runtime/panic.go:792 +0x1\n`
      + `${promql}.(*evaluator).combineWithInfoVector(0xc0)`;
    const line = 'time=2026-11-20T10:00:00.000Z level=ERROR source=engine.go:1161 component="query engine" '
      + 'msg="runtime panic during query evaluation" expr=info(up) '
      + `err="runtime error: index out of range [3] with length 2" stacktrace="${stack}"`;
    expect(factsOf(...start('3.7.3', 'go1.25.3'), line)).toContain('This is prometheus 17199');
    expect(factsOf(...start('3.8.0', 'go1.25.3'), line)).not.toContain('prometheus 17199');
  });

  it('names it under a condition where the log does not state a version', () => {
    expect(factsOf('ts=2026-11-20T10:00:00.000Z level=info component=tsdb msg="Head GC started"', ...SWARM)).toContain(
      'If its version is older than 3.13.3 or 3.14.0, this may be prometheus 19102'
    );
  });

  it('tells issues with one line apart by the versions that have them', () => {
    const facts = factsOf(
      'level=error ts=2018-03-14T03:27:03.480912Z caller=db.go:281 component=tsdb msg="compaction failed" '
        + 'err="reload blocks: invalid block sequence: block time ranges overlap (1, 2)"'
    );
    expect(facts).toContain('is 2.8.0 or later, and older than 2.39.0, this may be prometheus 11331');
    expect(facts).toContain('is 2.2.0 or later, and older than 2.2.1, this may be prometheus 3958');
  });
});

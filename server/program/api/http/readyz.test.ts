import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import express from 'express';
import { expect, it } from 'vitest';
import type { StorageFault, StorageStatus } from '../../../../core/contract/contract.ts';
import type { ApiDeps } from './deps.ts';
import { ownRoutes } from './statusRoutes.ts';

async function readyz(
  status: Partial<StorageStatus>, path = '/readyz', dataDir = tmpdir()
): Promise<{ status: number; text: string }> {
  const deps = { config: { dataDir }, data: { status: () => Promise.resolve(status) } } as unknown as ApiDeps;
  const server = createServer(express().use(ownRoutes(deps)));
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return { status: answer.status, text: await answer.text() };
  } finally {
    server.close();
  }
}

const fault = (message: string): StorageFault => ({ message, target: 'prom', since: 1 });

it('is ready with a line for each fault, and not ready with the reason while recording is stopped', async () => {
  expect(await readyz({ state: 'recording', reason: null, faults: [] }))
    .toEqual({ status: 200, text: 'tsdbscope is ready.\n' });
  expect(await readyz({ state: 'recording', reason: null, faults: [fault('A is gone.'), fault('B is a folder.')] }))
    .toEqual({ status: 200, text: 'tsdbscope is ready.\ndegraded: A is gone.\ndegraded: B is a folder.\n' });
  expect(await readyz({ state: 'stopped', reason: 'The disk is full.', faults: [] }))
    .toEqual({ status: 503, text: 'Recording is stopped: The disk is full.\n' });
  expect(await readyz({ state: 'stopped', reason: 'The disk is full.', faults: [] }, '/-/ready'))
    .toEqual({ status: 503, text: 'Recording is stopped: The disk is full.\n' });
  expect(await readyz({ state: 'stopped', reason: 'The disk is full.', faults: [] }, '/-/healthy'))
    .toEqual({ status: 200, text: 'tsdbscope is healthy.\n' });
});

it('is degraded while the data folder is not there, before the store has noticed it', async () => {
  expect(await readyz({ state: 'recording', reason: null, faults: [] }, '/readyz', '/no-such-folder/data')).toEqual({
    status: 200,
    text: 'tsdbscope is ready.\n'
      + 'degraded: The data folder /no-such-folder/data is not there; it is made anew from memory.\n',
  });
  expect(await readyz({ state: 'recording', reason: null, faults: [fault('It was deleted.')] }, '/readyz', '/none'))
    .toEqual({ status: 200, text: 'tsdbscope is ready.\ndegraded: It was deleted.\n' });
});

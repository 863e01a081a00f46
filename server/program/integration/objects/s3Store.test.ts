import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { S3Store } from '../../../features/object-store/s3Store.ts';
import { startS3, type S3Lab } from '../lab/s3Lab.ts';

/** The client against a real S3 server. */

let lab: S3Lab;
beforeAll(async () => { lab = await startS3(); });
afterAll(() => lab.stop());

const text = (bytes: string): Uint8Array => Buffer.from(bytes);

it('writes, reads and deletes below its prefix', async () => {
  const store = new S3Store({ ...lab.config, prefix: 'team/a/' });
  const first = await store.put('one', text('first'), { ifNoneMatch: true });
  expect(first).toEqual({ ok: true, value: { kind: 'stored', etag: expect.any(String) as string } });
  const etag = first.ok && first.value.kind === 'stored' ? first.value.etag : '';
  const read = await store.get('one');
  expect(read).toMatchObject({ ok: true, value: { etag } });
  expect(read.ok && read.value !== null && read.value !== 'same' && Buffer.from(read.value.bytes).toString())
    .toBe('first');
  expect(await store.get('one', { ifNoneMatch: etag })).toEqual({ ok: true, value: 'same' });
  expect(await store.get('none')).toEqual({ ok: true, value: null });
  expect(await store.put('two/x', text('2'))).toMatchObject({ ok: true });
  expect(await new S3Store(lab.config).get('team/a/one')).toMatchObject({ ok: true, value: { etag } });
  expect(await store.delete('one')).toEqual({ ok: true, value: null });
  expect(await store.delete('one')).toEqual({ ok: true, value: null });
  expect(await store.get('one')).toEqual({ ok: true, value: null });
  store.close();
});

it('answers a condition that does not hold as refused, and writes nothing', async () => {
  const store = new S3Store(lab.config);
  const racers = await Promise.all(Array.from(
    { length: 12 }, (_, i) => store.put('race', text(`writer ${i}`), { ifNoneMatch: true })
  ));
  const kinds = racers.map((one) => (one.ok ? one.value.kind : one.error.message));
  expect(kinds.filter((kind) => kind === 'stored')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(11);
  const winner = racers.findIndex((one) => one.ok && one.value.kind === 'stored');
  const read = await store.get('race');
  if (!read.ok || read.value === null || read.value === 'same') throw new Error('the winner is not there');
  expect(Buffer.from(read.value.bytes).toString()).toBe(`writer ${winner}`);
  const { etag } = read.value;
  expect(await store.put('race', text('next'), { ifMatch: etag }))
    .toMatchObject({ ok: true, value: { kind: 'stored' } });
  expect(await store.put('race', text('late'), { ifMatch: etag })).toEqual({ ok: true, value: { kind: 'refused' } });
  expect(await store.put('gone', text('late'), { ifMatch: etag })).toEqual({ ok: true, value: { kind: 'refused' } });
  expect(await store.get('gone')).toEqual({ ok: true, value: null });
  store.close();
});

it('does not read an object beyond its bound', async () => {
  const store = new S3Store(lab.config);
  await store.put('large', Buffer.alloc(100_000));
  expect(await store.get('large', { maxBytes: 50_000 }))
    .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
  expect(await store.get('large', { maxBytes: 100_000 })).toMatchObject({ ok: true });
  store.close();
});

it('says in one sentence what is wrong, and reads corrected credentials from their file', async () => {
  const file = join(lab.bucketFolder, '..', '..', 'credentials');
  const written = (secret: string): void => {
    writeFileSync(file, `[scope]\naws_access_key_id = tests-of-tsdbscope\naws_secret_access_key = ${secret}\n`);
  };
  written('another-secret');
  const store = new S3Store({ ...lab.config, credentials: { file, profile: 'scope' } });
  const wrong = await store.get('x');
  expect(wrong).toMatchObject({ ok: false, error: { errorType: 'forbidden' } });
  expect(!wrong.ok && wrong.error.message).toMatch(/^The object store http.* refuses tsdbscope: the secret key is not/);
  written('no-secret-of-anybody');
  expect(await store.get('x')).toEqual({ ok: true, value: null });
  store.close();
  const bucket = await new S3Store({ ...lab.config, bucket: 'not-there' }).get('x');
  expect(!bucket.ok && bucket.error.message).toMatch(/ has no bucket "not-there"; create it, or correct/);
});

it('fails in time while the server is gone or hangs, and goes on once it is back', async () => {
  const store = new S3Store(lab.config, 1500);
  await lab.kill9();
  const gone = await store.get('x');
  expect(gone).toMatchObject({ ok: false, error: { errorType: 'target_error' } });
  expect(!gone.ok && gone.error.message).toMatch(/cannot be reached \(ECONNREFUSED\)/);
  await lab.start();
  lab.signal('SIGSTOP');
  const hanging = await store.get('x');
  expect(!hanging.ok && hanging.error.message).toMatch(/does not answer in time/);
  lab.signal('SIGCONT');
  expect(await store.get('x')).toEqual({ ok: true, value: null });
  store.close();
});

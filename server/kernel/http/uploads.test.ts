import { Readable } from 'node:stream';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { RequestError } from './errors.ts';
import { readUploads, saveUpload } from './uploads.ts';

function request(body: string, headers: Record<string, string> = {}): Request {
  return Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as Request;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof RequestError ? error.failure : error;
}

describe('an upload', () => {
  it.each(
    ['multipart/form-data', 'Multipart/Form-Data; x=y']
  )('of a form without boundary is refused: %s', async (type) => {
    expect(await failureOf(readUploads(request('x', { 'content-type': type }), 'p')))
      .toMatchObject({ errorType: 'bad_data' });
    expect(await failureOf(saveUpload(request('x', { 'content-type': type }), '/nowhere/x')))
      .toMatchObject({ message: 'Send the bytes of the file as the body, not as a form.' });
  });

  it('that is broken off is the client\'s doing, and no failure of ours', async () => {
    const body = new Readable({ read: () => undefined });
    const reading = failureOf(
      readUploads(Object.assign(body, { headers: { 'content-length': '100' } }) as unknown as Request, 'p')
    );
    body.push('half');
    body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    expect(await reading).toEqual({ errorType: 'bad_data', message: 'The upload was broken off.' });
  });

  it('that the disk does not take is told in words', async () => {
    expect(await failureOf(saveUpload(request('x'), '/nowhere/x'))).toEqual({
      errorType: 'internal', message:
        'The upload cannot be written to the data folder (ENOENT); make room or make it writable.',
    });
  });
});

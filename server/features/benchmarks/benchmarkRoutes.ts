/** Routes that compare `go test -bench` outputs, or two of GNU time; stored only if a user shares them. */
import { Router, type Request } from 'express';
import { MAX_OUTPUT_BYTES } from '../../../core/bounds.ts';
import type { BenchmarkComparer } from '../../analysis/benchmarks/comparer.ts';
import { badData, RequestError, sendData, sendResult, valueOf } from '../../kernel/http/errors.ts';
import { actsOn } from '../../kernel/http/guard.ts';
import { serve } from '../../kernel/http/route.ts';
import { readUploads, type Upload } from '../../kernel/http/uploads.ts';
import type { OutputStore } from './outputStore.ts';

interface Parts { benchmarks: BenchmarkComparer; outputs: OutputStore; now: () => number }

export function benchmarkRoutes({ benchmarks, outputs, now }: Parts): Router {
  const router = Router();
  serve(router, 'POST /benchmarks', async ({ body }, res) => { sendResult(res, await benchmarks.compare(body)); });

  serve(router, 'GET /benchmark-outputs', (_, res) => { sendData(res, outputs.list()); });

  serve(router, 'POST /benchmark-outputs', async ({ query }, res, req) => {
    const { name, bytes } = await readOutput(req, query.name ?? 'output');
    const stored = valueOf(await outputs.put(name, bytes, now()));
    actsOn(res, { id: stored.id });
    sendData(res, stored, 201);
  });

  serve(router, 'GET /benchmark-outputs/{id}', async ({ path }, res) => {
    sendData(res, valueOf(await outputs.get(path.id)));
  });

  serve(router, 'DELETE /benchmark-outputs/{id}', async ({ path }, res) => {
    sendData(res, valueOf(await outputs.remove(path.id)));
  });
  return router;
}

async function readOutput(req: Request, name: string): Promise<Upload> {
  if (req.is('multipart/form-data') !== false) throw badData('Send the text of one output as the body, not as a form.');
  const [output] = await readUploads(req, name, { maxBytes: MAX_OUTPUT_BYTES }).catch((error: unknown) => {
    if (!(error instanceof RequestError) || error.failure.errorType !== 'too_large') throw error;
    throw new RequestError({
      errorType: 'too_large',
      message: `The output is larger than ${MAX_OUTPUT_BYTES / 2 ** 20} MiB; share fewer benchmarks or runs.`,
    });
  });
  if (output === undefined) throw badData('The body is empty; send the text of one output.');
  return output;
}

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import type { TargetRouteDeps } from './targetParts.ts';
import { badData, valueOf } from '../../kernel/http/errors.ts';
import { serveData } from '../../kernel/http/route.ts';
import { saveUpload } from '../../kernel/http/uploads.ts';
import { targetNameMistake } from '../../kernel/config/targetName.ts';
import { importRecording } from './recordingImports.ts';

export function recordingRoutes(deps: TargetRouteDeps): Router {
  const router = Router();

  serveData(router, 'POST /recordings', async ({ query }, _res, req) => {
    const name = query.name ?? `recording ${new Date(deps.now()).toISOString().slice(0, 19)}`;
    const mistake = targetNameMistake(name);
    if (mistake !== null) throw badData(`"name" ${mistake}.`);
    const twin = await deps.targets.find(name);
    if (twin !== undefined)
      throw badData(`There is a target named "${name}" already; give the recording another name with ?name=.`);
    const file = join(deps.uploadDir, `${randomUUID()}.upload`);
    try {
      await saveUpload(req, file);
      return { target: valueOf(await importRecording(deps, name, file)) };
    } finally {
      await rm(file, { force: true });
    }
  });

  return router;
}

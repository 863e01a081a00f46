/** Opens any file: recognizes it and passes it to its analysis; also serves the logs opened this way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import type { OpenedFile, OpenedFiles } from '../../../../core/contract/contract.ts';
import { NO_CHOICES } from '../../../../core/url/panelChoices.ts';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../../../kernel/http/errors.ts';
import { actsOn } from '../../../kernel/http/guard.ts';
import { heldBodies } from '../../../kernel/http/requestMemoryBudget.ts';
import { serveData, serveResult } from '../../../kernel/http/route.ts';
import { keepJoined } from './joinedLogs.ts';
import { addressOf, openSent, type OpenDeps } from './openFile.ts';
import { joinLog, openedLog } from './openedLogs.ts';
import { withProfilePair } from './openedPair.ts';
import { withProfileSeries } from './openedSeries.ts';
import { withComparison } from './openedSides.ts';
import { saveSent } from './sentFiles.ts';

const MAX_OUTPUTS = 8;

export function openRoutes(deps: OpenDeps & Pick<ApiDeps, 'uploadDir'>): Router {
  const router = Router();

  serveData(router, 'POST /open', async ({ query }, res, req): Promise<OpenedFiles> => {
    const folder = await mkdtemp(join(deps.uploadDir, 'upload-'));
    try {
      const { files: sent, skipped } = await saveSent(req, folder, query.name ?? 'pasted.txt');
      const files: OpenedFile[] = [];
      for (const one of sent) files.push(...await openSent(deps, one, (bytes) => { heldBodies.take(req, bytes); }));
      const pair = await withProfilePair(deps, files);
      const series = pair === null ? await withProfileSeries(deps, files) : null;
      const together = pair?.files ?? await withComparison(deps, sent, series?.files ?? files);
      const page = await keepJoined(deps, files, together);
      const told = [...together, ...skipped.map(unnamed)];
      actsOn(res, { files: told.map(({ name }) => name).join(', ').slice(0, 300) });
      return { files: told, address: pair?.address ?? series?.address ?? togetherAt(told) ?? page };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  serveData(router, 'GET /logs/{id}', ({ path }) => openedLog(deps, path.id));

  serveResult(router, 'GET /logs/{id}/errors', async ({ path }) => {
    const bytes = await deps.logs.bytes(path.id);
    return bytes.ok ? deps.data.logErrors(bytes.value) : bytes;
  });

  serveData(router, 'POST /logs/{id}/join', async ({ path, query: { target: name } }) => {
    const target = await deps.targets.find(name);
    if (target === undefined)
      throw notFound(`There is no target "${name.slice(0, 100)}"; GET /api/v1/targets lists what there is.`);
    return joinLog(deps, path.id, target.name);
  });

  serveResult(router, 'DELETE /logs/{id}', ({ path }) => deps.logs.remove(path.id));

  return router;
}

/**
 * Returns the shared page: one file's own page, benchmark outputs as columns, or profiles selected for a comparison.
 */
function togetherAt(files: readonly OpenedFile[]): string | null {
  const opened = files.filter(({ outcome }) => outcome === 'opened');
  const outputs = opened.flatMap(({ output }) => output ?? []);
  const profiles = opened.flatMap((file) => file.profiles.map(({ id }) => id));
  if (opened.length === 1) return opened[0]?.address ?? null;
  if (opened.length > 0 && outputs.length === opened.length)
    return addressOf({
      page: 'benchmarks', compared: { ...NO_CHOICES.compared, outputs: outputs.slice(0, MAX_OUTPUTS) },
    });
  return opened.length > 0 && opened.every((file) => file.profiles.length > 0 && file.target === null)
    ? addressOf({ page: 'profiles', chosen: profiles.slice(0, 50) }) : null;
}

/** Returns the entry for a form part with an unsafe or duplicate name. */
function unnamed({ name, reason }: { name: string; reason: string }): OpenedFile {
  return {
    name, sizeBytes: 0, outcome: 'refused', sentence: `It was skipped: ${reason}.`, address: null, profiles: [],
    target: null, log: null, output: null,
    what: {
      format: 'unknown', name: 'a file that was not looked at', program: null, version: null, confidence: 'guess',
      envelope: null,
    },
  };
}

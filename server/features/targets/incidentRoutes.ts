import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import { targetNameMistake } from '../../kernel/config/targetName.ts';
import type { Result } from '../../../core/result.ts';
import { saveArchive, saveFolder } from './archiveUploads.ts';
import { isForm } from '../../kernel/http/uploads.ts';
import type { IncidentPart } from '../../../core/contract/contract.ts';
import { INCIDENT_PARTS } from '../../../core/contract/questions/targetRoutes.ts';
import type { TargetRouteDeps } from './targetParts.ts';
import { badData, sendData, valueOf } from '../../kernel/http/errors.ts';
import { serve, type Handler } from '../../kernel/http/route.ts';
import { findTarget } from './answers/askedTarget.ts';
import { windowQuery } from './answers/askedWindow.ts';
import { log } from '../../kernel/logging/log.ts';

export function incidentRoutes(deps: TargetRouteDeps): Router {
  const router = Router();

  serve(router, 'GET /targets/{target}/incident', async ({ path, query: asked }, res) => {
    const target = await findTarget(deps, path.target);
    const query = windowQuery(deps, asked, target);
    const findings = valueOf(await deps.panels.findings(query));
    const ready = valueOf(
      await deps.incidents.prepare(
        { target, query, findings, include: readParts(asked.include), keepCommandLines: asked.redact === false }
      )
    );
    try {
      res.attachment(fileName(target.name, query.startMs));
      res.type('application/gzip');
      await ready.write(res);
    } catch (error) {
      // The headers are sent already: the client gets a truncated file, which cannot be opened.
      if (!res.headersSent) throw error;
      if (!res.destroyed) log.error('An incident file was cut off.', { target: target.name, error });
      res.destroy();
    } finally {
      await ready.dispose();
    }
  });

  const open: Handler<'POST /incidents' | 'POST /debug-bundles'> = async (
    { query: { name: asked, file } }, res, req
  ) => {
    const mistake = asked === undefined ? null : targetNameMistake(asked);
    if (mistake !== null) throw badData(`"name" ${mistake}.`);
    const order = { title: asked ?? fileTitle(file ?? ''), nameTarget: (had: string) => chooseName(deps, asked, had) };
    const folder = await mkdtemp(join(deps.uploadDir, 'upload-'));
    try {
      const opened = isForm(req)
        ? deps.incidents.openFiles(await saveFolder(req, folder), order)
        : deps.incidents.openFile(await saveArchive(req, folder), order);
      sendData(res, valueOf(await opened), 201);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  // Both paths share a handler, which detects the file's type from its content.
  serve(router, 'POST /incidents', open);
  serve(router, 'POST /debug-bundles', open);

  return router;
}

function readParts(asked: readonly (IncidentPart | 'none')[] = INCIDENT_PARTS): ReadonlySet<IncidentPart> {
  return new Set(asked.filter((part) => part !== 'none'));
}

function fileName(target: string, startMs: number): string {
  const time = new Date(startMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${target.replace(/[^A-Za-z0-9._-]+/g, '-')}-${time}.incident.tar.gz`;
}

/** Returns a title from a file name without path and extensions; `""` if it is not a valid target name. */
export function fileTitle(file: string): string {
  const title = (file.split(/[\\/]/).at(-1) ?? '').replace(/(\.incident)?\.(tar\.gz|tgz|tar|zip)$/i, '').trim()
    .slice(0, 100);
  return targetNameMistake(title) === null ? title : '';
}

/** Chooses a target name: a requested name must be free; any other is made unique. */
export async function chooseName(
  deps: Pick<TargetRouteDeps, 'targets' | 'now'>, asked: string | undefined, had: string
): Promise<Result<string>> {
  const taken = new Set((await deps.targets.list()).map(({ name }) => name));
  const day = new Date(deps.now()).toISOString().slice(0, 10);
  const plain = asked ?? (had === '' || had.length > 150 || targetNameMistake(had) !== null ? `opened ${day}` : had);
  if (asked !== undefined && taken.has(asked)) return {
    ok: false,
    error: {
      errorType: 'bad_data', message: `There is a target named "${asked}" already; give another name with ?name=.`,
    },
  };
  let name = plain;
  for (let count = 2; taken.has(name); count += 1) name = `${plain} (${count})`;
  return { ok: true, value: name };
}

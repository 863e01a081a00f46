import { Router } from 'express';
import type { DiffTopTable, ProfileInfo } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { ApiDeps } from '../http/deps.ts';
import { RequestError, sendData, valueOf } from '../http/errors.ts';
import { flameRoutes } from './flameRoutes.ts';
import { diffQuery, profileQuery, textQuestion } from './profileQuery.ts';
import { profileReportRoutes } from './profileReportRoutes.ts';
import { profileViewRoutes } from './profileViewRoutes.ts';
import { text } from '../http/queryParameters.ts';
import { fileWord, sendTable } from '../http/tableFormats.ts';
import { diffTopCells, topCells } from './profileTables.ts';
import { readUploads } from '../http/uploads.ts';

export function profileRoutes(deps: ApiDeps): Router {
  const router = Router();
  const { profiles } = deps;

  router.post('/profiles', async (req, res) => {
    const uploads = await readUploads(req, text(req, 'name', 300) ?? 'profile');
    const added: ProfileInfo[] = [];
    for (const { name, bytes } of uploads) {
      const result = await profiles.add({ bytes, name: fileName(name), source: { how: 'upload' } });
      if (!result.ok) throw new RequestError({ ...result.error, message: uploadMistake(name, result.error.message, added, uploads.length) });
      added.push(result.value);
    }
    sendData(res, added, 201);
  });

  router.get('/profiles', async (_req, res) => {
    sendData(res, await profiles.list());
  });

  router.get('/profiles/:id', async (req, res) => {
    sendData(res, valueOf(await profiles.get(req.params.id)));
  });

  router.delete('/profiles/:id', async (req, res) => {
    sendData(res, valueOf(await profiles.remove(req.params.id)));
  });

  router.get('/profiles/:id/download', async (req, res) => {
    const info = valueOf(await profiles.get(req.params.id));
    const bytes = valueOf(await profiles.download(req.params.id));
    res.attachment(`${fileWord(info.name)}.pb.gz`);
    res.type('application/gzip').send(Buffer.from(bytes));
  });

  router.get('/profiles/:id/top', async (req, res) => {
    const { id } = req.params;
    const { name } = valueOf(await profiles.get(id));
    await sendTable(req, res, {
      file: `top-${fileWord(name)}`, data: () => profiles.top(id, profileQuery(req)), cells: topCells,
      report: () => profiles.view('text', id, { ...profileQuery(req), ...textQuestion(req, 'top') }),
    });
  });

  router.get('/diff/top', async (req, res) => {
    const query = diffQuery(req);
    const shareTotal = query.base === 'base' ? valueOf(await profiles.diffView('shareTotal', query)) : null;
    const data = async (): Promise<Result<DiffTopTable>> => {
      const table = await profiles.diffTop(query);
      return table.ok && shareTotal !== null ? { ok: true, value: { ...table.value, shareTotal } } : table;
    };
    await sendTable(req, res, {
      file: 'diff-top', data, cells: diffTopCells,
      report: () => profiles.diffView('text', { ...query, ...textQuestion(req, 'top') }),
    });
  });

  router.get('/diff/download', async (req, res) => {
    const bytes = valueOf(await profiles.diffDownload(diffQuery(req)));
    res.attachment('after-minus-before.pb.gz');
    res.type('application/gzip').send(Buffer.from(bytes));
  });

  router.get('/diff/comparability', async (req, res) => {
    sendData(res, valueOf(await profiles.comparability(diffQuery(req))));
  });

  router.use(flameRoutes(deps));
  router.use(profileReportRoutes(deps));
  router.use(profileViewRoutes(deps));
  return router;
}

/** The last part of a path, without what could not be drawn. */
function fileName(name: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  return (name.split(/[\\/]/).at(-1) ?? name).replace(/[\u0000-\u001f\u007f]/g, '').slice(0, 200) || 'profile';
}

function uploadMistake(name: string, message: string, added: ProfileInfo[], count: number): string {
  if (count === 1) return message;
  const kept = added.length === 0 ? 'none of the others was read yet' : `${added.length} before it were kept`;
  return `${fileName(name)}: ${message} (${kept})`;
}

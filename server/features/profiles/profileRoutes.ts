import { Router } from 'express';
import type { DiffTopTable, ProfileInfo } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { ProfileNeeds } from './profileNeeds.ts';
import { RequestError, valueOf } from '../../kernel/http/errors.ts';
import { answerOf, ONE_VIEWS, profileAnswers } from './profileAnswers.ts';
import { withFirstPace } from './firstPace.ts';
import { profileQuery, textQuestion } from './profileQuery.ts';
import { serve, serveData, serveResult } from '../../kernel/http/route.ts';
import { fileWord, sendTable } from '../../kernel/http/tableFormats.ts';
import { diffTopCells } from './profileTables.ts';
import { readUploads } from '../../kernel/http/uploads.ts';

export function profileRoutes(deps: ProfileNeeds): Router {
  const router = Router();
  const { profiles } = deps;

  serveData(router, 'POST /profiles', async ({ query }, _res, req) => {
    const uploads = await readUploads(req, query.name ?? 'profile');
    const added: ProfileInfo[] = [];
    for (const { name, bytes } of uploads) {
      const result = await profiles.add({ bytes, name: fileName(name), source: { how: 'upload' } });
      if (!result.ok) throw new RequestError(
        { ...result.error, message: uploadMistake(name, result.error.message, added, uploads.length) }
      );
      added.push(result.value);
    }
    return added;
  });

  serveData(router, 'GET /profiles', () => profiles.list());
  serveResult(router, 'GET /profiles/{id}', ({ path }) => profiles.get(path.id));
  serveResult(router, 'DELETE /profiles/{id}', ({ path }) => profiles.remove(path.id));
  serveResult(router, 'GET /profiles/{id}/timeline', ({ path, query }) => profiles.timeline(path.id, query));
  serveResult(router, 'GET /profiles/{id}/assembly', ({ path, query }) => profiles.assembly(path.id, query));
  serveResult(router, 'GET /profiles/{id}/per', ({ path, query }) => profiles.per(path.id, query.sampleType));
  serveResult(router, 'GET /profiles/{id}/execution-trace', ({ path }) => profiles.executionTrace(path.id));

  serve(router, 'GET /profiles/{id}/cpu-samples', async ({ path }, res) => {
    const bytes = valueOf(await profiles.cpuSamples(path.id));
    const { name } = valueOf(await profiles.get(path.id));
    res.attachment(`${fileWord(name.replace(/\.trace(?:\.gz)?$/, ''))}-cpu-samples.pb.gz`);
    res.type('application/gzip').send(Buffer.from(bytes));
  });

  const answers = profileAnswers(deps);
  for (const view of ONE_VIEWS) {
    const answer = answerOf(answers, view);
    serve(router, `GET /profiles/{id}/${view}`, ({ path, query }, res) => answer(path.id, query, res));
  }

  serve(router, 'GET /diff/top', async ({ query: asked }, res) => {
    const query = profileQuery(asked);
    const shareTotal = query.base === 'base' ? valueOf(await profiles.diffView('shareTotal', query)) : null;
    const data = async (): Promise<Result<DiffTopTable>> => {
      const table = await profiles.diffTop(query);
      if (!table.ok) return table;
      // Totals and rows are those of go tool pprof; the finding is that of every door.
      const paced = await withFirstPace(profiles, query);
      const said = paced === query ? table : await profiles.diffTop({ ...paced, limit: 1 });
      const { finding } = said.ok ? said.value : table.value;
      return { ok: true, value: { ...table.value, finding, ...shareTotal === null ? {} : { shareTotal } } };
    };
    await sendTable(res, asked.format, {
      file: 'diff-top', data, cells: diffTopCells,
      report: () => profiles.diffView('text', { ...query, ...textQuestion(asked, 'top') }),
    });
  });

  serve(router, 'GET /diff/download', async ({ query }, res) => {
    const bytes = valueOf(await profiles.diffDownload(profileQuery(query)));
    res.attachment('after-minus-before.pb.gz');
    res.type('application/gzip').send(Buffer.from(bytes));
  });

  serveResult(router, 'GET /diff/comparability', ({ query }) => profiles.comparability(profileQuery(query)));
  serveData(router, 'GET /diff/progress', ({ query }) => profiles.diffProgress(query));
  serveResult(router, 'GET /diff/renames', ({ query }) => profiles.renames(profileQuery(query)));

  return router;
}

/** Returns the last part of a path, without control characters. */
function fileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return (name.split(/[\\/]/).at(-1) ?? name).replace(/[\u0000-\u001f\u007f]/g, '').slice(0, 200) || 'profile';
}

function uploadMistake(name: string, message: string, added: ProfileInfo[], count: number): string {
  if (count === 1) return message;
  const kept = added.length === 0 ? 'none of the others was read yet' : `${added.length} before it were kept`;
  return `${fileName(name)}: ${message} (${kept})`;
}

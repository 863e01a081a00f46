/** A window of a target as Markdown for a postmortem. */
import { Router, type Request } from 'express';
import type { PanelByName, PanelName } from './contract.ts';
import { withCpuProfiles } from './cpuProfiles.ts';
import type { ApiDeps } from './deps.ts';
import { valueOf } from './errors.ts';
import { postmortemMarkdown, type PostmortemInput } from '../notes/postmortem.ts';
import { fileWord } from './tableFormats.ts';
import { findTarget, windowQuery } from './targetRoutes.ts';
import type { PanelQuery } from '../store/dataStore.ts';

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const PANELS: readonly PanelName[] = ['gc-cpu', 'compaction', 'memory', 'scrapes', 'wal-replay'];

export function postmortemRoutes(deps: ApiDeps): Router {
  const router = Router();
  router.get('/targets/:target/postmortem.md', async (req, res) => {
    const input = await postmortemInput(deps, req);
    res.set('Content-Disposition', `inline; filename="${fileWord(input.target.name)}-postmortem.md"`).type('text/markdown').send(postmortemMarkdown(input));
  });
  return router;
}

/** Everything the text is made of, for the request's window. */
export async function postmortemInput(deps: ApiDeps, req: Request<{ target: string }>): Promise<PostmortemInput> {
  const target = await findTarget(deps, req);
  const query = await withCpuProfiles(deps, windowQuery(deps, req, target));
  const [start, end] = [query.startMs / 1000, query.endMs / 1000];
  const { panels, unread } = await readPanels(deps, query);
  const findings = valueOf(await deps.data.findings(query));
  const within = (time: number): boolean => time >= start && time <= end;
  const profiles = (await deps.profiles.list())
    .filter(({ source, time, addedTime }) => source.how === 'capture' && source.target === target.name && within(time ?? addedTime));
  const { replays } = await deps.replays.list(target, null);
  return {
    target, start, end, panels, unread, findings, profiles, images: {},
    notes: deps.notes.list(target.name, start, end),
    replays: replays.filter((replay) => replay.target === target.name && replay.start <= end && (replay.end ?? end) >= start),
    base: baseOf(req),
  };
}

async function readPanels(deps: ApiDeps, query: PanelQuery): Promise<Pick<PostmortemInput, 'panels' | 'unread'>> {
  const panels: Partial<PanelByName> = {};
  const unread: Partial<Record<PanelName, string>> = {};
  const read = async <P extends PanelName>(panel: P): Promise<void> => {
    const answer = await deps.data.panel(panel, query);
    if (answer.ok) Object.assign(panels, { [panel]: answer.value });
    else unread[panel] = answer.error.message;
  };
  for (const panel of PANELS) await read(panel);
  return { panels, unread };
}

/** The address the reader came by, for links that are read elsewhere. */
function baseOf(req: Request): string {
  const host = req.headers.host ?? '';
  const scheme = /^https\b/.test(String(req.headers['x-forwarded-proto'] ?? '')) ? 'https' : 'http';
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`;
}

import { Router, type Request, type Response } from 'express';
import type { PanelByName, PanelName, Target } from '../../../core/contract/contract.ts';
import type { EmbedRequest } from '../../../core/contract/questions/bodies.ts';
import type { AskedOf } from '../../../core/contract/questions/routes.ts';
import { PANEL_NAMES } from '../../../core/panels.ts';
import type { Config } from '../../kernel/config/configTypes.ts';
import { baseOf } from '../../kernel/http/baseUrl.ts';
import { valueOf } from '../../kernel/http/errors.ts';
import { serve } from '../../kernel/http/route.ts';
import { fileWord } from '../../kernel/http/tableFormats.ts';
import type { PanelQuery } from '../../data/store/dataStore.ts';
import type { TargetNeeds, TargetParts } from '../targets/feature.ts';
import type { JudgedSpells } from './judgedSpells.ts';
import { drawnPanels, postmortemMarkdown, type PostmortemInput } from './postmortem.ts';

/** Lifetime of the embeds, because a postmortem is read much later. */
const EMBEDS_LAST = '365d';

type AskedWindow = AskedOf<'GET /targets/{target}/postmortem.md'>['query'];

export interface PostmortemRouteDeps
  extends Pick<TargetParts, 'panels' | 'replays'>, Pick<TargetNeeds, 'profiles' | 'notes' | 'secrets'> {
  config: Pick<Config, 'embed'>;
  /** Returns the target and the window of a request; throws if there is none. */
  window: (name: string, asked: AskedWindow) => Promise<{ target: Target; query: PanelQuery }>;
  spells: (query: PanelQuery) => Promise<JudgedSpells>;
  /** Freezes a panel as an embed, with links for the host that the request used. */
  makeEmbed: (req: Request, request: EmbedRequest) => Promise<{ imageUrl: string }>;
}

export function postmortemRoutes(deps: PostmortemRouteDeps): Router {
  const router = Router();

  serve(router, 'GET /targets/{target}/postmortem.md', async ({ path, query }, res, req) => {
    send(res, await postmortemInput(deps, req, path.target, query));
  });

  // Same with frozen pictures; not a GET, because it stores them.
  serve(router, 'POST /targets/{target}/postmortem.md', async ({ path, query }, res, req) => {
    const input = await postmortemInput(deps, req, path.target, query);
    for (const panel of drawnPanels(input)) {
      const range = { start: input.start, end: input.end };
      const request = { panel, target: input.target.name, range, frozen: true, expires: EMBEDS_LAST };
      const { imageUrl } = await deps.makeEmbed(req, request);
      input.images[panel] = imageUrl;
    }
    send(res, input);
  });
  return router;
}

function send(res: Response, input: PostmortemInput): void {
  res.set('Content-Disposition', `inline; filename="${fileWord(input.target.name)}-postmortem.md"`)
    .type('text/markdown').send(postmortemMarkdown(input));
}

/** Returns everything that the text of a window is made of. */
async function postmortemInput(
  deps: PostmortemRouteDeps, req: Request, name: string, asked: AskedWindow
): Promise<PostmortemInput> {
  const { target, query } = await deps.window(name, asked);
  const [start, end] = [query.startMs / 1000, query.endMs / 1000];
  const { panels, unread } = await readPanels(deps, query);
  const findings = valueOf(await deps.panels.findings(query));
  const within = (time: number): boolean => time >= start && time <= end;
  const profiles = (await deps.profiles.list())
    .filter(({ source, time, addedTime }) =>
      source.target === target.name && within(time ?? addedTime));
  const { replays } = await deps.replays.list(target, null);
  const { spells, partSeconds } = await deps.spells(query);
  return {
    target, start, end, panels, unread, findings, profiles, images: {}, spells, partSeconds,
    notes: deps.notes.list(target.name, start, end),
    replays: replays.filter(
      (replay) => replay.target === target.name && replay.start <= end && (replay.end ?? end) >= start
    ),
    base: baseOf(deps, req), secrets: deps.secrets,
  };
}

async function readPanels(
  deps: Pick<PostmortemRouteDeps, 'panels'>, query: PanelQuery
): Promise<Pick<PostmortemInput, 'panels' | 'unread'>> {
  const panels: Partial<PanelByName> = {};
  const unread: Partial<Record<PanelName, string>> = {};
  const read = async <P extends PanelName>(panel: P): Promise<void> => {
    const answer = await deps.panels.panel(panel, query);
    if (answer.ok) Object.assign(panels, { [panel]: answer.value });
    else unread[panel] = answer.error.message;
  };
  for (const panel of PANEL_NAMES) await read(panel);
  return { panels, unread };
}

/** A window of a target as Markdown for a postmortem. */
import { Router, type Request, type Response } from 'express';
import type { PanelByName, PanelFinding, PanelName } from '../../../../core/contract/contract.ts';
import { PANEL_NAMES } from '../../../../core/panels.ts';
import type { ApiDeps } from '../http/deps.ts';
import { baseOf, makeEmbed } from '../embeds/embedRoutes.ts';
import { embedAsker } from '../embeds/embedSubjects.ts';
import { valueOf } from '../../../kernel/http/errors.ts';
import {
  findingSpells, spellSentence, windowParts, type FindingSpell, type JudgedPart,
} from '../../../features/notes/findingSpells.ts';
import { drawnPanels, postmortemMarkdown, type PostmortemInput } from '../../../features/notes/postmortem.ts';
import { fileWord } from '../../../kernel/http/tableFormats.ts';
import { serve } from '../../../kernel/http/route.ts';
import { findTarget } from '../../../features/targets/answers/askedTarget.ts';
import { windowQuery, type Judged } from './targetRoutes.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';

/** A postmortem is read long after. */
const EMBEDS_LAST = '365d';

export function postmortemRoutes(deps: ApiDeps): Router {
  const router = Router();
  const ask = embedAsker(deps);

  serve(router, 'GET /targets/{target}/postmortem.md', async ({ path, query }, res, req) => {
    send(res, await postmortemInput(deps, req, path.target, query));
  });

  // The same with pictures that stay as they are: it stores something, so it is not a GET.
  serve(router, 'POST /targets/{target}/postmortem.md', async ({ path, query }, res, req) => {
    const input = await postmortemInput(deps, req, path.target, query);
    for (const panel of drawnPanels(input)) {
      const range = { start: input.start, end: input.end };
      const request = { panel, target: input.target.name, range, frozen: true, expires: EMBEDS_LAST };
      const { imageUrl } = await makeEmbed(deps, ask, req, { request });
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

/** Everything the text is made of, for a window. */
async function postmortemInput(deps: ApiDeps, req: Request, name: string, window: Judged): Promise<PostmortemInput> {
  const target = await findTarget(deps, name);
  const query = windowQuery(deps, window, target);
  const [start, end] = [query.startMs / 1000, query.endMs / 1000];
  const { panels, unread } = await readPanels(deps, query);
  const findings = valueOf(await deps.panels.findings(query));
  const within = (time: number): boolean => time >= start && time <= end;
  const profiles = (await deps.profiles.list())
    .filter(({ source, time, addedTime }) =>
      source.target === target.name && within(time ?? addedTime));
  const { replays } = await deps.replays.list(target, null);
  const { spells, partSeconds } = await judgedParts(deps, query);
  return {
    target, start, end, panels, unread, findings, profiles, images: {}, spells, partSeconds,
    notes: deps.notes.list(target.name, start, end),
    replays: replays.filter(
      (replay) => replay.target === target.name && replay.start <= end && (replay.end ?? end) >= start
    ),
    base: baseOf(deps, req), secrets: deps.secrets,
  };
}

async function readPanels(deps: ApiDeps, query: PanelQuery): Promise<Pick<PostmortemInput, 'panels' | 'unread'>> {
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

/** The findings of the window's parts, each judged as a window of its own. */
async function judgedParts(
  deps: ApiDeps, query: PanelQuery
): Promise<{ spells: FindingSpell[]; partSeconds: number | null }> {
  const findingsOf = async (part: { start: number; end: number }): Promise<PanelFinding[]> => (
    valueOf(await deps.panels.findings({ ...query, startMs: part.start * 1000, endMs: part.end * 1000, stepMs: null }))
  );
  const parts = windowParts({ start: query.startMs / 1000, end: query.endMs / 1000 }, query.intervalSeconds);
  const judged: JudgedPart[] = [];
  for (const part of parts) judged.push({ ...part, findings: await findingsOf(part) });
  const spells: FindingSpell[] = [];
  for (const spell of findingSpells(judged)) {
    spells.push(spell.parts === 1 ? spell : { ...spell, sentence: spellSentence(spell, await findingsOf(spell)) });
  }
  const middle = parts[1];
  return {
    spells,
    partSeconds: middle === undefined ? null : parts.length > 2 ? middle.end - middle.start
      : query.endMs / 1000 - middle.start,
  };
}

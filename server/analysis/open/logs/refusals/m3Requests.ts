/** Recognizes errors of requests to M3DB as an answer of its API or a report has them, without a log around. Pure. */
import { LIKELY, when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { M3_FAILED, m3Facts } from '../databases/m3Errors.ts';
import { isLog } from '../logLines.ts';

/** An answer of an API, whose keys are those of no log line. */
const isAnswer = ({ head }: Look): boolean =>
  /^\{\s*"(?:error|errors|status|message|type|code|data)"/.test(head) && !/"(?:level|lvl|ts)"\s*:/.test(head);

export const M3_REQUEST: Format = {
  id: 'm3-request', name: 'an error of a request to M3DB', door: null,
  match: (look) => when(look.isText && M3_FAILED.test(look.head) && (isAnswer(look) || !isLog(look)),
    { ...LIKELY, program: 'M3DB' }),
  interest: ({ head }) => m3Facts(head),
  remedy: 'Open the log of one of the nodes (m3dbnode), and of what asked them (m3coordinator).',
};

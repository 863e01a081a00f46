/** Names a text by all that it shows of its program, after all its other facts are known. Pure; bounded. */
import type { Look } from '../../look/look.ts';
import type { Recognized } from '../../look/recognized.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { withPart, withRunner } from '../naming/components.ts';
import { ofFolder } from '../naming/ownFolders.ts';
import { ofProse } from '../naming/proseLogs.ts';
import { withRelease } from './betas.ts';
import { ofHost } from './sharedCode.ts';
import { withSubject } from '../naming/subjects.ts';

/** Returns `whole` with its program, also in its name and in its facts. */
export function withNames(whole: Recognized, look: Look): Recognized {
  if (!look.isText) return whole;
  const own = ofFolder(ofProse(ofForm(whole), look.text), look.text, look.name);
  const named = withRunner(withPart(own, look), look);
  return withRelease(withoutVersion(ofHost(withSubject(named, look.text), look.text)));
}

/** The program whose output, answer or configuration a form is, as its name says. */
const OF_FORM = new RegExp(String.raw`\bof (${[
  'promtool', 'Prometheus', 'Thanos', 'Mimir', 'Loki', 'Tempo', 'Grafana', 'VictoriaMetrics', 'InfluxDB', 'etcd',
  'Telegraf',
].join('|')})\b`, 'g');

/** Takes the program from the name of the form, if that names one. */
function ofForm(whole: Recognized): Recognized {
  const { program, format, name, confidence } = whole;
  if (program !== null || format === 'log' || format === 'unknown' || confidence === 'guess') return whole;
  const [only, second] = new Set([...name.matchAll(OF_FORM)].flatMap(([, named]) => named ?? []));
  return only === undefined || second !== undefined ? whole : { ...whole, program: only };
}

const PRINTED = 'It also has the version that a program printed: ';

/** Removes the version that a program printed if the text is named by it. */
function withoutVersion(whole: Recognized): Recognized {
  const { version, interest } = whole;
  if (version === null || interest?.includes(PRINTED) !== true) return whole;
  return {
    ...whole, interest: sentencesOf(interest)
      .filter((one) => !one.startsWith(PRINTED) || !one.includes(` ${version}`)).join(' ') || null,
  };
}

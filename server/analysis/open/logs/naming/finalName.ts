/** Names a text by all that it shows of its program, once everything else of it is told. Pure; bounded. */
import type { Look } from '../../look/look.ts';
import type { Recognized } from '../../look/recognized.ts';
import { sentencesOf } from '../../parts/sentences.ts';
import { withPart, withRunner } from './components.ts';
import { ofProse } from './proseLogs.ts';
import { ofHost } from './sharedCode.ts';
import { withSubject } from './subjects.ts';

/** Returns `whole` with its program, also in its name and in what is told of it. */
export function withNames(whole: Recognized, look: Look): Recognized {
  if (!look.isText) return whole;
  const named = withRunner(withPart(ofProse(whole, look.text), look), look);
  return withoutVersion(ofHost(withSubject(named, look.text), look.text));
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

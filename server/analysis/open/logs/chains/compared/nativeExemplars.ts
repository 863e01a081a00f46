/** Says why a Prometheus before 2.49 with native histograms refuses exemplars. Pure; bounded. */
import { knownMeaning } from '../../messages/knownMessages.ts';

const MEANING = knownMeaning('Error on ingesting out-of-order exemplars');
const NATIVE = /\bnative histogram support enabled\b|--enable-feature=\S{0,200}\bnative-histograms\b/;
const VERSION = /\bmsg="?Starting Prometheus(?: Server)?"?.{0,80}\bversion="?\(version=(\d{1,3})\.(\d{1,4})\./;
const FIXED = { major: 2, minor: 49 } as const;
const CAUSE = 'Exemplars were not stored; samples are not concerned. Native histograms are on, and this version does '
  + 'not sort the exemplars of one, so it refuses the older ones of a scrape as out of order (prometheus 12971): '
  + 'nothing is urgent, run 2.49 or later. Some links to traces are missing.';

/** Returns facts with the reason for such exemplars, if the log shows native histograms and an older version. */
export function withNativeExemplars(facts: string | null, lines: readonly string[]): string | null {
  if (facts === null || MEANING === null || !facts.includes(MEANING)) return facts;
  const [, major, minor] = lines.map((line) => VERSION.exec(line)).find((found) => found !== null) ?? [];
  if (major === undefined || minor === undefined || !lines.some((line) => NATIVE.test(line))) return facts;
  const isOlder = Number(major) < FIXED.major || (Number(major) === FIXED.major && Number(minor) < FIXED.minor);
  return isOlder ? facts.replace(MEANING, () => CAUSE) : facts;
}

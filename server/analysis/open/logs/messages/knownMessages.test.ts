import { afterAll, expect, it } from 'vitest';
import { forgetTexts } from '../../../../../core/text/prefilter/fits.ts';
import { KNOWN_MESSAGES, possibleMessages } from './knownMessages.ts';

/** Words that no message has, so many that all messages are looked for. */
const FILLER = 'qqqq zzzz. '.repeat(2000);
/** Every so many messages are tried. */
const STEP = 7;

afterAll(forgetTexts);

// An escaped line break or another word before a message changes its first word.
it.each(['', '\\n', 'zz'])('finds the same messages behind "%s" in a short and in a long text', (before) => {
  for (const { message } of KNOWN_MESSAGES.filter((_, i) => i % STEP === 0)) {
    const [short, long] = [`${before}${message}`, `${FILLER}\n${before}${message}`].map((text) =>
      possibleMessages(text).map((known) => known.message));
    expect(long).toEqual(short);
  }
});

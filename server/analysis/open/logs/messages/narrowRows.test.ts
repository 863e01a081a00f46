/** Tests that messages of Prometheus, its exporters and Go are not found in texts of other programs. */
import { expect, it } from 'vitest';
import { knownMeaning, possibleMessages } from './knownMessages.ts';

it.each([
  'we changed the relabel configuration for the pods', 'TypeError: undefined receiver of the call',
  'bit index out of range [0..7]', 'fix concurrent map writes in the cache (#12)',
  'Invalid HTTP response status code 500 of the feed', 'Error starting web server: port 80 is taken',
  'Error expanding template: no source path', 'pthread_create failed: Resource temporarily unavailable',
])('none of other programs: %s', (line) => { expect(possibleMessages(line.toLowerCase())).toEqual([]); });

it.each([
  ['undefined receiver "team" used in route', 'names a receiver that is not in it'],
  ['unsupported scheme "" for URL', 'does not begin with http://'],
  ['http: panic serving 10.0.0.1:5: runtime error: index out of range [3] with length 3', 'in the code of the program'],
  ['fatal error: runtime: cannot allocate memory', 'no memory from the host'],
  ['error getting target 10.0.0.7: request timeout (after 3 retries)', 'does not answer requests of SNMP'],
  ['received unsupported Content-Type "text/html" and no fallback_scrape_protocol specified', 'open its URL'],
  ['WAL truncation in Compact: create checkpoint: read segments', 'so it grows'],
  ['aborting block compactions to persit the head block', 'was put off'],
  ['label name "a" is not unique: invalid sample', 'the same label twice'],
])('%s', (line, meaning) => { expect(knownMeaning(line)).toContain(meaning); });

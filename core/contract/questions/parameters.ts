/** Parameters shared by several routes. */
import { between, oneOf, usually, whole } from './schema.ts';

export const PICTURE = {
  width: usually(whole(2400, 280, { description: 'Pixels.' }), 800),
  theme: oneOf(['light', 'dark']),
  scale: usually(between(1, 3, { description: 'Of a PNG: its pixels for each of the width.' }), 1),
};

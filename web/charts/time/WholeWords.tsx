import { Fragment, type CSSProperties } from 'react';

/** Moves to a line of its own before it breaks; a browser else breaks a name at each hyphen. */
const WHOLE: CSSProperties = { display: 'inline-block', maxWidth: '100%', overflowWrap: 'anywhere' };

/** A text whose words with hyphens, such as names of rule groups, break only if they are longer than a line. */
export function WholeWords({ text }: { text: string }) {
  const words = text.split(' ').map((word, place) => ({ word, place }));
  return <>{words.map(({ word, place }) => (
    <Fragment key={place}>{place > 0 && ' '}{word.includes('-') ? <span style={WHOLE}>{word}</span> : word}</Fragment>
  ))}</>;
}

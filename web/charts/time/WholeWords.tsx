import { Fragment, type CSSProperties } from 'react';

/** Moves to a line of its own before it breaks; a browser else breaks a name at each hyphen. */
const WHOLE: CSSProperties = { display: 'inline-block', maxWidth: '100%', overflowWrap: 'anywhere' };

/** End of a part of a name, after which a browser does not break by itself. */
const PART_END = /(?<=[_.:/])/;

/** A word that breaks after the parts of its name before it breaks within one. */
function InParts({ word }: { word: string }) {
  return <>{word.split(PART_END).map((part, place) => (
    <Fragment key={place}>{place > 0 && <wbr />}{part}</Fragment>
  ))}</>;
}

/**
 * A text whose words of several parts, such as names of rule groups, break only if they are longer than a line, and
 * then between the parts.
 */
export function WholeWords({ text }: { text: string }) {
  const words = text.split(' ').map((word, place) => ({ word, place }));
  return <>{words.map(({ word, place }) => (
    <Fragment key={place}>{place > 0 && ' '}{/[-_.:/]/.test(word)
      ? <span style={WHOLE}><InParts word={word} /></span> : word}</Fragment>
  ))}</>;
}

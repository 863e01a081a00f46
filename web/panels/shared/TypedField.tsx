import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface TypedFieldProps {
  label: string;
  /** The value in effect as text; empty if none was typed. */
  value: string;
  placeholder: string;
  /** Returns null for invalid text. */
  parse: (text: string) => number | null;
  onChange: (value: number | null) => void;
  /** What to write instead, in a sentence. */
  wrong: string;
  /** Takes effect on every key, if the text is valid. */
  isLive?: boolean;
}

/** A field that takes effect on Enter or blur; if empty, the known value applies. */
export function TypedField(
  { label, value, placeholder, parse, onChange, wrong, isLive = false }: TypedFieldProps
) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    // Keeps text while it is typed: `15` on the way to `15d` is not rewritten.
    if (!isLive || parse(text) !== parse(value)) setText(value);
  }
  const isWrong = text.trim() !== '' && parse(text) === null;
  const ask = (asked: string): void => {
    const parsed = parse(asked);
    if (asked.trim() === '' || parsed !== null) onChange(asked.trim() === '' ? null : parsed);
  };
  const commit = (): void => {
    ask(text);
    if (isLive && !isWrong) setText(value);
  };
  const type = (typed: string): void => {
    setText(typed);
    if (isLive) ask(typed);
  };
  return (
    <TextInput size="xs" label={label} value={text} placeholder={placeholder} error={isWrong ? wrong : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={commit} onKeyDown={(event) => { if (event.key === 'Enter') commit(); }} />
  );
}

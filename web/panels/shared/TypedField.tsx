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
}

/** Takes effect on Enter or blur; if empty, what is known without it applies. */
export function TypedField({ label, value, placeholder, parse, onChange, wrong }: TypedFieldProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  const isWrong = text.trim() !== '' && parse(text) === null;
  const commit = (): void => { if (!isWrong) onChange(text.trim() === '' ? null : parse(text)); };
  return (
    <TextInput size="xs" label={label} value={text} placeholder={placeholder} error={isWrong ? wrong : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit} onKeyDown={(event) => { if (event.key === 'Enter') commit(); }} />
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';

interface SureButtonProps {
  /** `Revoke`. */
  word: string;
  /** What it is done to, for who hears the button. */
  subject: string;
  isPending: boolean;
  size?: 'compact-sm' | 'compact-xs';
  act: () => void;
}

/** For what cannot be undone: the second press within the button's new words does it. */
export function SureButton({ word, subject, isPending, size = 'compact-sm', act }: SureButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const words = isAsked ? `Really ${word.toLowerCase()}` : word;
  return (
    <Button size={size} variant={isAsked ? 'filled' : 'default'} color={isAsked ? 'red' : undefined}
      loading={isPending} aria-label={`${words} ${subject}`}
      onBlur={() => setAsked(false)} onClick={() => (isAsked ? act() : setAsked(true))}>
      {words}</Button>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';

interface SureButtonProps {
  /** Label, such as `Revoke`. */
  word: string;
  /** Object of the action, for screen readers. */
  subject: string;
  isPending: boolean;
  size?: 'compact-sm' | 'compact-xs';
  act: () => void;
}

/** A button for actions that cannot be undone: it acts on the second press, when its text has changed. */
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

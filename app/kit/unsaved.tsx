import { useBlocker } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface UnsavedTexts {
  title: string;
  /** What is not saved. */
  thing: string;
  consequence: string;
  discard: string;
}

/**
 * While something is not saved, leaving the page asks, and the browser asks before the tab is closed. `layer` is the question;
 * `release` lets the page be left, once everything is saved.
 */
export function useUnsaved(
  isUnsaved: boolean,
  { title, thing, consequence, discard }: UnsavedTexts,
): { layer: ReactNode; release: () => void } {
  const released = useRef(false);
  const discarded = useRef(false);
  const leaving = useBlocker(() => isUnsaved && !released.current);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const layer = leaving.state === 'blocked' && (
    <ConfirmDialog
      open
      onClose={() => (discarded.current ? leaving.proceed() : leaving.reset())}
      title={title}
      thing={thing}
      consequence={consequence}
      confirmLabel={discard}
      tone="danger"
      onConfirm={() => {
        discarded.current = true;
      }}
    />
  );
  return {
    layer,
    release: () => {
      released.current = true;
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../wire/client-error.ts';
import { Button, type ButtonProps } from './button.tsx';
import { toast } from './toast-store.ts';

/** Seconds until another code may be requested ([4.24a], [9.16]). */
export const COUNTDOWN_S = 60;

type Props = Omit<ButtonProps, 'onClick' | 'children'> & {
  label: string;
  /** Sends the code; resolves when it is sent. After a failure the button is enabled again at once ([8.20b]). */
  onSend: () => Promise<unknown>;
  seconds?: number;
};

/** Sends a code, then counts down until it can be pressed again, and moves the focus to the code field. */
export function CountdownButton({ label, onSend, seconds = COUNTDOWN_S, ...rest }: Props) {
  const { t } = useTranslation('ui');
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  const [pending, setPending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (until === 0) return;
    const tick = () => {
      const rest = Math.ceil((until - Date.now()) / 1000);
      setLeft(Math.max(0, rest));
      if (rest <= 0) setUntil(0);
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);

  async function send() {
    setPending(true);
    try {
      await onSend();
      setLeft(seconds);
      setUntil(Date.now() + seconds * 1000);
      codeFieldBy(button.current)?.focus();
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setPending(false);
    }
  }

  return (
    <Button {...rest} ref={button} pending={pending} disabled={rest.disabled || left > 0} onClick={send}>
      {left > 0 ? t('again', { seconds: left }) : label}
    </Button>
  );
}

/** The nearest field for a one-time code. */
function codeFieldBy(place: HTMLElement | null): HTMLElement | null {
  const field = place?.querySelector<HTMLElement>('input[autocomplete="one-time-code"]');
  return field ?? (place?.parentElement ? codeFieldBy(place.parentElement) : null);
}

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** How long the page is blanked after a screenshot key, ms. */
const VEIL_MS = 2_000;

const isCaptureKey = ({ key, metaKey, shiftKey }: KeyboardEvent) =>
  key === 'PrintScreen' || (metaKey && shiftKey && ['s', 'S', '3', '4', '5', '#', '$', '%'].includes(key));
const isPrintKey = ({ key, metaKey, ctrlKey }: KeyboardEvent) =>
  (metaKey || ctrlKey) && key.toLowerCase() === 'p';

/**
 * Hinders screenshots and printing as far as a browser can ([3.24a]): pages print blank, the page is hidden while
 * another window has the focus, and for a moment after screenshot keys, if the browser receives them at all. It cannot
 * prevent cameras or system tools; the watermark identifies the user of the screen.
 */
export function useCopyGuard(on: boolean): void {
  const { t } = useTranslation('shell');
  const veilText = t('copyGuard.veil');
  const printText = t('copyGuard.print');
  const text = useRef(veilText);
  text.current = veilText;
  // Set up once for as long as it is on, whatever is rendered meanwhile: setting it up anew would lift the veil.
  useEffect(() => (on ? guardCopies(() => text.current) : undefined), [on]);
  useEffect(() => {
    if (!on) return;
    const { dataset } = document.documentElement;
    dataset.noPrint = printText;
    if (dataset.veil !== undefined) dataset.veil = veilText;
  }, [on, veilText, printText]);
}

/** Veils the page when copies of it might be made, with the words at that time, until it is stopped. */
function guardCopies(text: () => string): () => void {
  const { dataset } = document.documentElement;
  let lift: ReturnType<typeof setTimeout> | undefined;
  const veil = () => {
    clearTimeout(lift);
    dataset.veil = text();
  };
  const unveil = () => {
    if (!document.hidden) delete dataset.veil;
  };
  const onKey = (event: KeyboardEvent) => {
    if (isPrintKey(event)) event.preventDefault();
    if (!isCaptureKey(event)) return;
    veil();
    lift = setTimeout(unveil, VEIL_MS);
    // clears the clipboard, if the browser allows it
    void navigator.clipboard?.writeText('').catch(() => undefined);
  };
  const onVisibility = () => (document.hidden ? veil() : unveil());
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('keyup', onKey, true);
  window.addEventListener('blur', veil);
  window.addEventListener('focus', unveil);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearTimeout(lift);
    delete dataset.noPrint;
    delete dataset.veil;
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('keyup', onKey, true);
    window.removeEventListener('blur', veil);
    window.removeEventListener('focus', unveil);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

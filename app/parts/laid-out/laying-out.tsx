import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WORD_STEPS, type WordStep } from '#core/template/word-calls.ts';
import style from './laid-out.module.css';

/** What the server does for a Word file while it lays it out. */
export interface LayingOut {
  step: WordStep;
  /** Files before it, where it waits. */
  ahead: number;
}

/** Time after which it takes longer than usual, ms; the first file of a machine takes 10 s. */
const SLOW_MS = 20_000;

/** A step as the server tells it: `waiting:2`. */
export function readWordStep(line: string): LayingOut {
  const [name, ahead] = line.split(':');
  return { step: WORD_STEPS.find((step) => step === name) ?? 'converting', ahead: Number(ahead ?? 0) };
}

/** Says what is done for a file, and after a while that it goes on without the person. */
export function LayingOutStatus({ layingOut: { step, ahead } }: { layingOut: LayingOut }) {
  const { t } = useTranslation('templateWord');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={style.status} role="status">
      {t(`step.${step}`, { count: ahead })}
      {isSlow && <span className={style.slow}>{t('step.slow')}</span>}
    </p>
  );
}

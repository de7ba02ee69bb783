import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchWork } from '#core/identity/captcha/work.ts';
import { Button } from '../../../ui/button.tsx';
import style from './captcha.module.css';
import { useCaptcha } from './use-captcha.ts';

const TRIES = 2_000;

/** Accessible alternative to pictures and sliders: a proof of work that takes the device some seconds. */
export function DeviceWork({ onPassed }: { onPassed: (captchaKey: string) => void }) {
  const { t } = useTranslation('captcha');
  const { data, state, message, answer, refresh } = useCaptcha('work', 1_000, onPassed);
  const [part, setPart] = useState<number | null>(null);
  const running = useRef(false);
  useEffect(
    () => () => {
      running.current = false;
    },
    [],
  );

  async function start() {
    if (!data || running.current) return;
    running.current = true;
    const expected = 2 ** data.workBits;
    for (let from = 0; running.current; from += TRIES) {
      const found = searchWork(data.token, data.workBits, from, TRIES);
      // the probability of having finished by now: the bar always moves and never overstates the progress
      setPart(1 - Math.exp(-(from + TRIES) / expected));
      if (found !== null) {
        running.current = false;
        setPart(1);
        return answer(found);
      }
      // yields between chunks, so that the page stays responsive
      await new Promise((done) => setTimeout(done, 0));
    }
  }

  return (
    <div className={style.work}>
      <p>{t('work.about')}</p>
      {part !== null && <progress value={part} max={1} aria-label={t('work.progress')} />}
      <p role="status" className={style.quiet}>
        {state === 'passed' || state === 'wrong' || state === 'broken' ? message : ''}
      </p>
      {state === 'broken' ? (
        <Button onClick={refresh}>{t('refresh')}</Button>
      ) : (
        <Button
          kind="primary"
          wide
          pending={part !== null && state !== 'wrong'}
          disabled={state === 'loading'}
          onClick={start}
        >
          {t('work.start')}
        </Button>
      )}
    </div>
  );
}

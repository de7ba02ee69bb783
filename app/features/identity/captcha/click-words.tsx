import { type MouseEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLICKS, IMAGE } from '#core/identity/captcha/sizes.ts';
import { classes } from '../../../ui/classes.ts';
import style from './captcha.module.css';
import { CaptchaFrame } from './frame.tsx';
import { useCaptcha } from './use-captcha.ts';

type Point = { x: number; y: number };

/** Click three characters in the order of the bar ([5.18g]). After a wrong try, a new picture in 0.7 s ([4.24d]). */
export function ClickWords({ onPassed }: { onPassed: (captchaKey: string) => void }) {
  const { t } = useTranslation('captcha');
  const { data, state, message, refresh, answer } = useCaptcha('clickWord', 700, onPassed);
  const [points, setPoints] = useState<readonly Point[]>([]);
  useEffect(() => {
    if (state === 'loading') setPoints([]);
  }, [state]);

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (state !== 'open' || points.length >= CLICKS) return;
    const box = event.currentTarget.getBoundingClientRect();
    const point = {
      x: Math.round(((event.clientX - box.left) / box.width) * IMAGE.width),
      y: Math.round(((event.clientY - box.top) / box.height) * IMAGE.height),
    };
    const next = [...points, point];
    setPoints(next);
    if (next.length === CLICKS) void answer(next);
  }

  return (
    <CaptchaFrame
      size={IMAGE}
      state={state}
      message={message}
      onRefresh={refresh}
      picture={
        data && (
          <button type="button" className={style.clickable} onClick={click} aria-label={t('click.picture')}>
            <img
              className={style.image}
              src={`data:image/png;base64,${data.originalImageBase64}`}
              alt=""
              draggable={false}
            />
            {points.map((point, i) => (
              <span
                key={i}
                className={style.mark}
                style={{
                  left: `${(point.x / IMAGE.width) * 100}%`,
                  top: `${(point.y / IMAGE.height) * 100}%`,
                }}
              >
                {i + 1}
              </span>
            ))}
          </button>
        )
      }
      bar={
        <div
          className={classes(
            style.bar,
            style.words,
            state === 'passed' && style.good,
            state === 'wrong' && style.bad,
          )}
        >
          {data && state !== 'loading'
            ? t('click.hint', { words: data.wordList.join(' ') })
            : t('click.wait')}
        </div>
      }
    />
  );
}

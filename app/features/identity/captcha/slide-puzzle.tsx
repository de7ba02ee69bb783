import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE, PIECE, PUZZLE } from '#core/identity/captcha/sizes.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import style from './captcha.module.css';
import { CaptchaFrame } from './frame.tsx';
import { useCaptcha } from './use-captcha.ts';

const FAR = IMAGE.width - PIECE.width;

/**
 * Push the piece into its hole. The slider is a native one: arrow keys move it by a pixel, Enter releases it. After a
 * wrong try the piece moves back in 0.3 s ([9.17]) and a new picture is fetched after a second ([4.24d]).
 */
export function SlidePuzzle({ onPassed }: { onPassed: (captchaKey: string) => void }) {
  const { t } = useTranslation('captcha');
  const { data, state, message, refresh, answer } = useCaptcha('blockPuzzle', 1_000, onPassed);
  const [x, setX] = useState(0);
  useEffect(() => {
    if (state === 'wrong' || state === 'loading') setX(0);
  }, [state]);

  const letGo = () => {
    if (x > 0) void answer({ x, y: 5 });
  };
  const part = x / FAR;
  return (
    <CaptchaFrame
      size={PUZZLE}
      state={state}
      message={message}
      onRefresh={refresh}
      picture={
        data && (
          <>
            <img
              className={style.image}
              src={`data:image/png;base64,${data.originalImageBase64}`}
              alt={t('slide.picture')}
              draggable={false}
            />
            <img
              className={classes(style.piece, state === 'wrong' && style.back)}
              style={{ left: `${(x / IMAGE.width) * 100}%`, width: `${(PIECE.width / IMAGE.width) * 100}%` }}
              src={`data:image/png;base64,${data.jigsawImageBase64}`}
              alt=""
              draggable={false}
            />
          </>
        )
      }
      bar={
        <div
          className={classes(style.bar, state === 'passed' && style.good, state === 'wrong' && style.bad)}
          style={{ '--part': part } as CSSProperties}
        >
          <span className={style.filled} />
          {x === 0 && <span className={style.hint}>{t('slide.hint')}</span>}
          <input
            type="range"
            className={style.slider}
            min={0}
            max={FAR}
            value={x}
            disabled={state !== 'open'}
            aria-label={t('slide.label')}
            onChange={(event) => setX(Number(event.target.value))}
            onPointerUp={letGo}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              letGo();
            }}
          />
          <span className={style.knob} aria-hidden="true">
            <Icon
              name={state === 'passed' ? 'check' : state === 'wrong' ? 'close' : 'arrow-right'}
              size={18}
            />
          </span>
        </div>
      }
    />
  );
}

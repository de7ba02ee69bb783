import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import style from './captcha.module.css';
import type { CaptchaState } from './use-captcha.ts';

type Props = {
  /** Size of the picture in px; on a narrow screen it shrinks in proportion ([9.31]). */
  size: { readonly width: number; readonly height: number };
  state: CaptchaState;
  message: string;
  onRefresh: () => void;
  picture: ReactNode;
  bar: ReactNode;
};

/** A picture with the result of the answer on it, the bar of 40 px below, and a button for a new picture. */
export function CaptchaFrame({ size, state, message, onRefresh, picture, bar }: Props) {
  const { t } = useTranslation('captcha');
  return (
    <div className={style.frame} style={{ maxWidth: size.width }}>
      <div className={style.picture} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {picture}
        {state === 'loading' && (
          <div className={style.cover}>
            <Spinner />
          </div>
        )}
        {state === 'broken' && <div className={style.cover}>{message}</div>}
        <p
          className={classes(style.result, state === 'passed' && style.good, state === 'wrong' && style.bad)}
          role="status"
        >
          {(state === 'passed' || state === 'wrong') && (
            <>
              <Icon name={state === 'passed' ? 'success' : 'error'} size={16} />
              {message}
            </>
          )}
        </p>
      </div>
      {bar}
      <Button
        icon="refresh"
        size="small"
        kind="text"
        className={style.refresh}
        disabled={state === 'passed' || state === 'checking'}
        onClick={onRefresh}
      >
        {t('refresh')}
      </Button>
    </div>
  );
}

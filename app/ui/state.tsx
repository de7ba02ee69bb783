import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, isClientError, isOfTheFile } from '../wire/client-error.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import style from './state.module.css';

type EmptyProps = {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** It is all that the page says, so its title is the page's heading. */
  whole?: boolean;
};

/** The empty state: says what would be shown here and offers the action that creates it. */
export function EmptyState({ icon = 'folder', title, children, actions, whole }: EmptyProps) {
  const Title = whole ? 'h1' : 'p';
  return (
    <div className={style.state}>
      <div className={style.picture}>
        <Icon name={icon} size={26} />
      </div>
      <Title className={style.title}>{title}</Title>
      {children && <p className={style.text}>{children}</p>}
      {actions && <div className={style.actions}>{actions}</div>}
    </div>
  );
}

/** A failed load: says what happened and offers a retry where it can help. The request id is for support only. */
export function ErrorState({
  error,
  onRetry,
  ways,
  whole,
  children,
}: {
  error: unknown;
  onRetry?: () => void;
  /** Links to other pages, if nothing around offers them. */
  ways?: ReactNode;
  /** It is all that the page says, so its title is the page's heading. */
  whole?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation('ui');
  const Title = whole ? 'h1' : 'p';
  const retry = isOfTheFile(error) ? undefined : onRetry;
  const requestId = isClientError(error) ? error.requestId : undefined;
  return (
    <div className={classes(style.state, style.error)} role="alert">
      <div className={style.picture}>
        <Icon name="warning" size={26} />
      </div>
      <Title className={style.title}>{t('state.errorTitle')}</Title>
      <p className={style.text}>{children ?? errorText(error, t)}</p>
      {(retry || ways) && (
        <div className={style.actions}>
          {retry && (
            <Button icon="refresh" onClick={retry}>
              {t('retry')}
            </Button>
          )}
          {ways}
        </div>
      )}
      {requestId && <p className={style.id}>{t('state.requestId', { id: requestId })}</p>}
    </div>
  );
}

export function LoadingState({ label }: { label?: string }) {
  const { t } = useTranslation('ui');
  return (
    <div className={style.state} role="status">
      <Spinner size={28} />
      <p>{label ?? t('loading')}</p>
    </div>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listMyUkeys, unbindUkey } from '#core/identity/ukey-calls.ts';
import { call } from '../../call.ts';
import { formatDate } from '../../i18n/format.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './ukey-section.module.css';

const BindUkey = lazy(() => import('./bind-ukey.tsx'));
const ChangePin = lazy(() => import('./change-pin.tsx'));

/** UKeys of the account ([2.20]): lists the bound ones, binds and unbinds, changes the PIN. */
export function UkeySection() {
  const { t } = useTranslation('agent');
  const refresh = useRefresh();
  const ukeys = useQuery(queryOf(listMyUkeys, {}));
  const [open, setOpen] = useState<'bind' | 'pin'>();
  const [leaving, setLeaving] = useState<{ id: string; label: string }>();
  const unbind = useMutation({
    mutationFn: (id: string) => call(unbindUkey, { id }),
    onSuccess: async () => {
      setLeaving(undefined);
      toast({ tone: 'success', text: t('section.unbound') });
      await refresh(unbindUkey);
    },
  });
  return (
    <section className={style.section} aria-label={t('section.title')}>
      <div className={style.head}>
        <div>
          <h2>{t('section.title')}</h2>
          <p>{t('section.about')}</p>
        </div>
        <Button onClick={() => setOpen('pin')}>{t('section.changePin')}</Button>
        <Button icon="plus" onClick={() => setOpen('bind')}>
          {t('section.bind')}
        </Button>
      </div>
      {ukeys.error && !ukeys.data ? (
        <ErrorState error={ukeys.error} onRetry={() => void ukeys.refetch()} />
      ) : !ukeys.data ? (
        <LoadingState />
      ) : ukeys.data.length === 0 ? (
        <p className={style.empty}>{t('section.empty')}</p>
      ) : (
        <ul className={style.list}>
          {ukeys.data.map((one) => (
            <li key={one.id}>
              <strong>{one.label}</strong>
              <span>{one.serial}</span>
              <span>
                {t('section.boundAt', {
                  date: formatDate(one.bindTime),
                  until: formatDate(one.certificateNotAfter),
                })}
              </span>
              <IconButton
                icon="trash"
                label={t('section.unbind', { name: one.label })}
                onClick={() => setLeaving({ id: one.id, label: one.label })}
              />
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {open === 'bind' && <BindUkey onClose={() => setOpen(undefined)} />}
        {open === 'pin' && <ChangePin onClose={() => setOpen(undefined)} />}
      </Suspense>
      {leaving && (
        <ConfirmDialog
          open
          title={t('section.unbindTitle')}
          thing={leaving.label}
          consequence={t('section.unbindAbout')}
          tone="danger"
          confirmLabel={t('section.unbindDo')}
          onConfirm={() => unbind.mutateAsync(leaving.id)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type listKeys, removeKey } from '#core/account/calls.ts';
import type { OutputOf } from '#core/call.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './sessions-list.module.css';

export type BoundKey = OutputOf<typeof listKeys>[number];

/** Bound UKeys, which keep working after all sessions end; each can be removed. Needs the namespace `sessions`. */
export function KeysList({ keys }: { keys: readonly BoundKey[] }) {
  const { t } = useTranslation('sessions');
  const refresh = useRefresh();
  const [leaving, setLeaving] = useState<BoundKey>();
  const remove = useMutation({
    mutationFn: (keyId: string) => call(removeKey, { keyId }),
    onSuccess: async () => {
      setLeaving(undefined);
      toast({ tone: 'success', text: t('keys.removed') });
    },
    onSettled: () => refresh(removeKey),
  });
  if (keys.length === 0) return null;
  return (
    <section className={style.keys} aria-label={t('keys.title')}>
      <h3>{t('keys.title')}</h3>
      <p className={style.soft}>{t('keys.about')}</p>
      <ul className={style.list}>
        {keys.map((key) => (
          <li key={key.keyId} className={style.session}>
            <Icon name="certificate" size={20} />
            <div className={style.words}>
              <p className={style.device}>{key.label}</p>
              <p className={style.soft}>
                {key.kind === 'ACCOUNT'
                  ? t('keys.account')
                  : t('keys.seal', { seal: key.sealName, enterprise: key.entName })}
                {key.label !== key.serial && ` · ${key.serial}`}
                {' · '}
                {t('keys.since', { time: formatDateTime(key.boundAt) })}
              </p>
            </div>
            <Button size="small" onClick={() => setLeaving(key)}>
              {t('keys.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          open
          title={t('keys.removeTitle')}
          thing={leaving.label}
          consequence={t(leaving.kind === 'ACCOUNT' ? 'keys.removeAccount' : 'keys.removeSeal')}
          tone="danger"
          confirmLabel={t('keys.remove')}
          onConfirm={() => remove.mutateAsync(leaving.keyId)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

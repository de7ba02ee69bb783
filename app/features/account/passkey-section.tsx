import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPasskeys } from '#core/identity/passkey-calls.ts';
import { formatDate, formatDateTime } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import type { PasskeyRow } from './passkey-dialogs.tsx';
import style from './passkey-section.module.css';

const load = () => import('./passkey-dialogs.tsx');
const AddPasskey = lazy(async () => ({ default: (await load()).AddPasskey }));
const RenamePasskey = lazy(async () => ({ default: (await load()).RenamePasskey }));
const RemovePasskey = lazy(async () => ({ default: (await load()).RemovePasskey }));

/** Passkeys of the account: lists, adds, renames and removes them. Needs the namespaces `passkey` and `agent`. */
export function PasskeySection() {
  const { t } = useTranslation('passkey');
  const passkeys = useQuery(queryOf(listPasskeys, {}));
  const [open, setOpen] = useState<{ what: 'add' } | { what: 'rename' | 'remove'; row: PasskeyRow }>();
  const close = () => setOpen(undefined);
  return (
    <section className={style.section} aria-label={t('title')}>
      <div className={style.head}>
        <div>
          <h2>{t('title')}</h2>
          <p>{t('about')}</p>
        </div>
        <Button icon="plus" onClick={() => setOpen({ what: 'add' })}>
          {t('add')}
        </Button>
      </div>
      {passkeys.error && !passkeys.data ? (
        <ErrorState error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : !passkeys.data ? (
        <LoadingState />
      ) : passkeys.data.length === 0 ? (
        <p className={style.empty}>{t('empty')}</p>
      ) : (
        <ul className={style.list}>
          {passkeys.data.map((row) => (
            <li key={row.passkeyId}>
              <div>
                <strong>{row.name}</strong>
                <span>
                  {[
                    t('at', { date: formatDate(row.addedAt) }),
                    ...(row.usedAt === null ? [] : [t('used', { time: formatDateTime(row.usedAt) })]),
                    ...(row.isSynced ? [t('synced')] : []),
                  ].join(' · ')}
                </span>
              </div>
              <IconButton
                icon="pen"
                label={t('renameOf', { name: row.name })}
                onClick={() => setOpen({ what: 'rename', row })}
              />
              <IconButton
                icon="trash"
                label={t('removeOf', { name: row.name })}
                onClick={() => setOpen({ what: 'remove', row })}
              />
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {open?.what === 'add' && <AddPasskey onClose={close} />}
        {open?.what === 'rename' && <RenamePasskey row={open.row} onClose={close} />}
        {open?.what === 'remove' && <RemovePasskey row={open.row} onClose={close} />}
      </Suspense>
    </section>
  );
}

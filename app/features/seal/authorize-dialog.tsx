import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listGrants, type SealRow, saveGrants } from '#core/seal/calls.ts';
import { GRANT_LEVELS, type GrantLevel } from '#core/seal/states.ts';
import { call } from '../../call.ts';
import { PeoplePicker } from '../../parts/people/people-picker.tsx';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './seal.module.css';

/** Who may use a seal, and who may change it ([6.3a]): those who are authorized, and colleagues added from the directory. */
export function AuthorizeDialog({ row, onClose }: { row: SealRow; onClose: () => void }) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const [changed, setChanged] = useState<Record<string, string>>({});
  const [picking, setPicking] = useState(false);
  const grants = useQuery(queryOf(listGrants, { stampId: row.stampId }));
  const save = useMutation({
    mutationFn: () => {
      const levels = (grants.data ?? []).map((g) => ({
        userId: g.userId,
        level: changed[g.userId] ?? g.level ?? '',
      }));
      return call(saveGrants, {
        stampId: row.stampId,
        grants: levels.filter((g): g is { userId: string; level: GrantLevel } => g.level !== ''),
      });
    },
    onSuccess: async () => {
      await refresh(saveGrants);
      toast({ tone: 'success', text: t('authorize.saved', { name: row.stampName }) });
      onClose();
    },
  });
  const options = [
    { value: '', label: t('grant.NONE') },
    ...GRANT_LEVELS.map((level) => ({ value: level, label: t(`grant.${level}`) })),
  ];
  const shown = (grants.data ?? []).filter((g) => g.level !== null || g.userId in changed);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('authorize.title', { name: row.stampName })}
      locked={save.isPending}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button
            kind="primary"
            pending={save.isPending}
            disabled={!grants.data}
            onClick={() => save.mutate()}
          >
            {t('authorize.save')}
          </Button>
        </>
      }
    >
      <p className={style.about}>{t('authorize.about')}</p>
      {grants.error && !grants.data ? (
        <ErrorState error={grants.error} onRetry={() => void grants.refetch()} />
      ) : !grants.data ? (
        <LoadingState />
      ) : (
        <>
          {shown.length === 0 && <EmptyState icon="users" title={t('authorize.nobody')} />}
          <ul className={style.people}>
            {shown.map((g) => (
              <li key={g.userId} className={style.person}>
                <span>{g.name}</span>
                <Select
                  label={t('authorize.levelOf', { name: g.name })}
                  hideLabel
                  options={options.map((o) => ({ ...o, value: o.value || 'NONE' }))}
                  value={(changed[g.userId] ?? g.level ?? '') || 'NONE'}
                  onChange={(level) =>
                    setChanged((old) => ({ ...old, [g.userId]: level === 'NONE' ? '' : level }))
                  }
                />
              </li>
            ))}
          </ul>
          <Button icon="plus" onClick={() => setPicking(true)}>
            {t('authorize.add')}
          </Button>
        </>
      )}
      {picking && (
        <PeoplePicker
          title={t('authorize.add')}
          sources={['colleagues']}
          multiple
          isTaken={({ accountId = '' }) => shown.some((g) => g.userId === accountId)}
          onClose={() => setPicking(false)}
          onPick={(parties) => {
            const added = parties.map(({ accountId = '' }) => [accountId, 'VIEWABLE'] as const);
            setChanged((old) => ({ ...old, ...Object.fromEntries(added) }));
            setPicking(false);
          }}
        />
      )}
    </Dialog>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listGrants, type SealRow, saveGrants } from '#core/seal/calls.ts';
import { GRANT_LEVELS, type GrantLevel } from '#core/seal/states.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './seal.module.css';

/** Who may use a seal, and who may change it ([6.3a]). */
export function AuthorizeDialog({ row, onClose }: { row: SealRow; onClose: () => void }) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const [changed, setChanged] = useState<Record<string, string>>({});
  const [search, setSearch] = useState('');
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
  const shown = (grants.data ?? []).filter((g) => g.name.includes(search.trim()));
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
          {grants.data.length > 8 && (
            <TextField label={t('authorize.search')} icon="search" value={search} onChange={setSearch} />
          )}
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
        </>
      )}
    </Dialog>
  );
}

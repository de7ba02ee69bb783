import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { listEnterpriseTreeSimple } from '#core/company/calls.ts';
import { TEMPLATE_LEVELS, type TemplateLevel } from '#core/template/record.ts';
import { listTemplateGrants, saveTemplateGrants, type TemplateRow } from '#core/template/record-calls.ts';
import { normalizeEnterpriseName } from '#core/validate/enterprise-name.ts';
import { enterpriseName } from '#core/validate/rules.ts';
import { call } from '../../call.ts';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './template.module.css';

type Grant = OutputOf<typeof listTemplateGrants>[number];
type Props = { row: TemplateRow; onClose: () => void; onSettled: () => unknown };

/** [6.3c] Which other organizations may change or see a template. */
export function AuthorizeDialog({ row, onClose, onSettled }: Props) {
  const { t } = useTranslation('template');
  const [changed, setChanged] = useState<Grant[]>();
  const stored = useQuery({
    ...queryOf(listTemplateGrants, { id: row.id }),
    // a list being edited must not be refetched
    refetchOnWindowFocus: false,
  });
  const grants = changed ?? stored.data;
  const save = useMutation({
    mutationFn: (next: Grant[]) =>
      call(saveTemplateGrants, {
        id: row.id,
        grants: next.map(({ entId, level }) => ({ entId, level })),
        updateTime: row.updateTime,
      }),
    onSuccess: () => {
      toast({ tone: 'success', text: t('authorize.saved', { name: row.templateName }) });
      onClose();
    },
    onSettled,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('authorize.title', { name: row.templateName })}
      locked={save.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {t('ui:cancel')}
          </Button>
          <Button
            kind="primary"
            pending={save.isPending}
            disabled={!grants}
            onClick={() => grants && save.mutate(grants)}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <p className={style.soft}>{t('authorize.about')}</p>
      {stored.error && !grants ? (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
      ) : !grants ? (
        <LoadingState />
      ) : (
        <>
          <AddOrganization grants={grants} onAdd={(grant) => setChanged([...grants, grant])} />
          {grants.length === 0 && <p className={style.soft}>{t('authorize.none')}</p>}
          <ul className={style.grants}>
            {grants.map((grant) => (
              <li key={grant.entId}>
                <span>{grant.entName}</span>
                <Select
                  label={t('authorize.levelOf', { name: grant.entName })}
                  hideLabel
                  options={TEMPLATE_LEVELS.map((level) => ({
                    value: level,
                    label: t(`file.access.${level}`),
                  }))}
                  value={grant.level}
                  onChange={(level) =>
                    setChanged(
                      grants.map((one) => (one === grant ? { ...one, level: level as TemplateLevel } : one)),
                    )
                  }
                />
                <IconButton
                  icon="trash"
                  label={t('authorize.remove', { name: grant.entName })}
                  onClick={() => setChanged(grants.filter((one) => one !== grant))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** Finds an organization by its exact name, as when joining one ([7.15a]), and adds it with read access. */
function AddOrganization({ grants, onAdd }: { grants: readonly Grant[]; onAdd: (grant: Grant) => void }) {
  const { t } = useTranslation('template');
  const ownId = useSession((s) => s.token?.entId);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const find = useMutation({
    mutationFn: async (nodeName: string) =>
      enterpriseName().safeParse(nodeName).success
        ? call(listEnterpriseTreeSimple, { nodeName, nodeTypes: 'ENTERPRISE-ENTERPRISE' })
        : [],
    onSuccess: ([found]) => {
      if (!found) return setProblem(t('authorize.notFound'));
      if (found.relationId === ownId) return setProblem(t('authorize.own'));
      if (grants.some(({ entId }) => entId === found.relationId)) return setProblem(t('authorize.again'));
      onAdd({ entId: found.relationId, entName: found.nodeName, level: 'VIEWABLE' });
      setName('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    find.mutate(normalizeEnterpriseName(name));
  };
  return (
    <form className={style.adding} onSubmit={submit}>
      <TextField
        label={t('authorize.name')}
        hint={t('authorize.nameHint')}
        icon="building"
        maxLength={100}
        value={name}
        {...(problem ? { error: problem } : {})}
        onChange={(next) => {
          setName(next);
          setProblem(undefined);
        }}
      />
      <Button type="submit" pending={find.isPending} disabled={name.trim() === ''}>
        {t('authorize.add')}
      </Button>
    </form>
  );
}

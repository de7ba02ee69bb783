import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { BUSINESS_TYPES, type BusinessType } from '#core/company/business-types.ts';
import { LIMITS } from '#core/config/limits.ts';
import { type GroupMember, type GroupRow, saveGroup, updateGroup } from '#core/template/group-calls.ts';
import { templateName } from '#core/template/record.ts';
import { listTemplates } from '#core/template/record-calls.ts';
import { call } from '../../call.ts';
import { queryOf } from '../../query.ts';
import { FieldMessage } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LeftOutBadge } from './left-out.tsx';
import { PartDialog } from './part-dialog.tsx';
import style from './template.module.css';

const rules = z.object({ groupName: templateName, businessType: z.enum(BUSINESS_TYPES) });
const NOTHING = { groupName: '', businessType: '' };
/** Number of templates offered at once; a search by name finds the others. */
const OFFERED = 50;

type Props = { row: GroupRow | undefined; onClose: () => void; onSettled: () => unknown };

/** Creates a group of templates, or changes its name, its templates and their order. */
export function GroupDialog({ row, onClose, onSettled }: Props) {
  const { t } = useTranslation('template');
  const [members, setMembers] = useState<readonly GroupMember[]>(row?.templates ?? []);
  const templateIds = members.map(({ id }) => id);
  return (
    <PartDialog
      title={t(row ? 'group.edit' : 'group.add')}
      initial={row ? { groupName: row.groupName, businessType: row.businessType } : NOTHING}
      rules={rules}
      flags={{ save: members.length > 0, cancel: true }}
      save={(facts) =>
        row
          ? call(updateGroup, { id: row.id, ...facts, templateIds, updateTime: row.updateTime })
          : call(saveGroup, { ...facts, templateIds })
      }
      done={({ groupName }) => t(row ? 'changed' : 'added', { name: groupName })}
      onClose={onClose}
      onSettled={onSettled}
    >
      {(form) => {
        const businessType = BUSINESS_TYPES.find((one) => one === form.values.businessType);
        return (
          <>
            <TextField
              name="groupName"
              label={t('group.name')}
              required
              maxLength={LIMITS.templateName}
              autoFocus
            />
            <Select
              name="businessType"
              label={t('file.business')}
              required
              // all templates of a task have the business type of the task
              disabled={members.length > 0}
              hint={members.length > 0 ? t('group.typeFixed') : undefined}
              options={BUSINESS_TYPES.map((value) => ({ value, label: t(`ui:businessType.${value}`) }))}
            />
            <Members members={members} onChange={setMembers} />
            {businessType && members.length < LIMITS.templateGroupMembers && (
              <AddMember
                businessType={businessType}
                members={members}
                onAdd={(one) => setMembers([...members, one])}
              />
            )}
            <FieldMessage
              error={Object.entries(form.errors).find(([name]) => name.startsWith('templateIds'))?.[1]}
            />
          </>
        );
      }}
    </PartDialog>
  );
}

/** The templates of the group, in the order of their files in the task. */
function Members({
  members,
  onChange,
}: {
  members: readonly GroupMember[];
  onChange: (members: readonly GroupMember[]) => void;
}) {
  const { t } = useTranslation('template');
  const swap = (i: number, j: number) => {
    const next = [...members];
    const [one, other] = [next[i]!, next[j]!];
    next[i] = other;
    next[j] = one;
    onChange(next);
  };
  if (members.length === 0) return <p className={style.soft}>{t('group.noMembers')}</p>;
  return (
    <ol className={style.members} aria-label={t('group.members')}>
      {members.map((member, i) => {
        const name = member.templateName || t('group.gone');
        return (
          <li key={member.id}>
            <span>
              {name} <LeftOutBadge why={member.leftOut} />
            </span>
            <IconButton
              icon="chevron-up"
              size="small"
              label={t('group.up', { name })}
              disabled={i === 0}
              onClick={() => swap(i, i - 1)}
            />
            <IconButton
              icon="chevron-down"
              size="small"
              label={t('group.down', { name })}
              disabled={i === members.length - 1}
              onClick={() => swap(i, i + 1)}
            />
            <IconButton
              icon="trash"
              size="small"
              label={t('group.takeOut', { name })}
              onClick={() => onChange(members.filter((one) => one !== member))}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** Adds a template of the group's business type that is not in the group yet; disabled templates are offered too. */
function AddMember({
  businessType,
  members,
  onAdd,
}: {
  businessType: BusinessType;
  members: readonly GroupMember[];
  onAdd: (member: GroupMember) => void;
}) {
  const { t } = useTranslation('template');
  const found = useQuery({
    ...queryOf(listTemplates, { size: OFFERED, businessType }),
    placeholderData: keepPreviousData,
  });
  if (found.error && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState />;
  const free = found.data.records.filter(({ id }) => !members.some((one) => one.id === id));
  if (free.length === 0) return <p className={style.soft}>{t('group.noneLeft')}</p>;
  return (
    <Select
      label={t('group.addMember')}
      value=""
      options={free.map(({ id, templateName: name, status }) => ({
        value: id,
        label: status === 'ENABLED' ? name : t('group.notEnabled', { name }),
      }))}
      onChange={(chosen) => {
        const one = free.find(({ id }) => id === chosen);
        if (!one) return;
        const { id, templateName: name, templateType, status } = one;
        onAdd({ id, templateName: name, templateType, leftOut: status === 'ENABLED' ? null : 'DISABLED' });
      }}
    />
  );
}

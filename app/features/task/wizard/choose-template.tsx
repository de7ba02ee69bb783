import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import {
  type GroupMember,
  listUsableGroups,
  type UsableGroup,
  useGroup,
} from '#core/template/group-calls.ts';
import type { TemplateScene } from '#core/template/record.ts';
import type { UsableRow } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import { businessTypeText } from '../../../parts/badges/business-type.ts';
import { warmTypesetter } from '../../../parts/typeset/typeset.ts';
import { queryOf } from '../../../query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { errorText } from '../../../wire/client-error.ts';
import { keepAhead, usableQuery } from '../draft/offline-templates.ts';
import style from './wizard.module.css';

const MOST_TEMPLATES = 50;

/** Template groups of this business type, searched by a part of their name. */
function useGroups(businessType: string, groupName: string): readonly UsableGroup[] {
  const grouped = useQuery({
    ...queryOf(listUsableGroups, {
      size: MOST_TEMPLATES,
      businessType: BUSINESS_TYPES.find((one) => one === businessType),
      ...(groupName ? { groupName } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  return grouped.data?.records ?? [];
}

interface Props {
  businessType: string;
  scenario: TemplateScene;
  fileType: 'PDF' | 'OFD';
  /** Templates already in the draft, which cannot be chosen again. */
  taken: ReadonlySet<string>;
  /** Maximum number of further files. */
  most: number;
  /** Called with the versions, those of groups first, in group order. */
  onChoose: (versionIds: readonly string[]) => Promise<void>;
  onClose: () => void;
}

/** Templates of the task's business type and scenario, one or several of which become its files ([5.11c,d]). */
export function ChooseTemplate({ businessType, scenario, fileType, taken, most, onChoose, onClose }: Props) {
  const { t } = useTranslation('wizard');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, UsableRow>>(new Map());
  const [chosenGroups, setGroups] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  // preloads fonts and typesetter while the user chooses
  useEffect(() => {
    warmTypesetter().catch(() => undefined);
  }, []);
  const templateName = name.trim();
  const found = useQuery({
    ...usableQuery({
      size: MOST_TEMPLATES,
      sceneType: scenario,
      businessType: BUSINESS_TYPES.find((one) => one === businessType),
      ...(templateName ? { templateName } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const seen = found.data && !found.data.isOffline ? found.data.records : undefined;
  useEffect(() => {
    if (seen) keepAhead(seen).catch(() => undefined);
  }, [seen]);
  const groups = useGroups(businessType, templateName);
  const { records = [], total = 0 } = found.data ?? {};
  /** A docx is laid out as PDF. */
  const isUnfit = ({ templateType }: Pick<GroupMember, 'templateType'>) =>
    templateType === 'WORD' && fileType === 'OFD';
  const toggle = (row: UsableRow, on: boolean) =>
    setChosen((old) => {
      const next = new Map(old);
      if (on) next.set(row.id, row);
      else next.delete(row.id);
      return next;
    });
  const usableOf = (group: UsableGroup) =>
    group.templates.filter((one) => one.leftOut === null && !taken.has(one.id) && !isUnfit(one));
  // a template that is also in a chosen group counts once
  const count = new Set([
    ...chosen.keys(),
    ...groups
      .filter(({ id }) => chosenGroups.has(id))
      .flatMap((group) => usableOf(group).map(({ id }) => id)),
  ]).size;
  const confirm = async () => {
    setPending(true);
    setRefused(undefined);
    try {
      const ofGroups = await versionsOf(chosenGroups, (one) => !taken.has(one.id) && !isUnfit(one));
      const own = [...chosen.values()].map(({ versionId }) => versionId);
      await onChoose([...new Set([...ofGroups, ...own])]);
    } catch (error) {
      setRefused(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      locked={pending}
      onClose={onClose}
      title={t('template.title')}
      width="wide"
      actions={
        <>
          <Button disabled={pending} onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            kind="primary"
            pending={pending}
            disabled={count === 0 || count > most}
            onClick={() => void confirm()}
          >
            {t('template.use', { count })}
          </Button>
        </>
      }
    >
      <p className={style.hint}>
        {t('template.ofType', { type: businessTypeText(t, { businessType, businessTypeName: '' }) })}
      </p>
      <TextField
        label={t('template.search')}
        autoFocus
        icon="search"
        maxLength={20}
        value={name}
        onChange={setName}
      />
      {found.data?.isOffline && <Notice>{t('template.kept')}</Notice>}
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      {count > most && <Notice tone="warning">{t('template.tooMany', { max: most })}</Notice>}
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <LoadingState />
      ) : records.length + groups.length === 0 ? (
        <EmptyState icon="template" title={t('template.none')}>
          {t('template.noneText')}
        </EmptyState>
      ) : (
        <ul className={style.templates} aria-busy={found.isPlaceholderData}>
          {groups.map((group) => (
            <GroupChoice
              key={group.id}
              group={group}
              usable={usableOf(group)}
              value={chosenGroups.has(group.id)}
              onChange={(on) =>
                setGroups(
                  (old) => new Set(on ? [...old, group.id] : [...old].filter((id) => id !== group.id)),
                )
              }
            />
          ))}
          {records.map((row) => (
            <TemplateChoice
              key={row.id}
              row={row}
              value={chosen.has(row.id)}
              onChange={(on) => toggle(row, on)}
              why={
                taken.has(row.id)
                  ? t('template.taken')
                  : isUnfit(row)
                    ? t('template.wordNeedsPdf')
                    : undefined
              }
            />
          ))}
        </ul>
      )}
      {total > records.length && (
        <p className={style.hint}>{t('template.more', { count: total - records.length })}</p>
      )}
    </Dialog>
  );
}

/** A group in the list of templates, with the names of its templates. */
function GroupChoice({
  group,
  usable,
  value,
  onChange,
}: {
  group: UsableGroup;
  usable: UsableGroup['templates'];
  value: boolean;
  onChange: (on: boolean) => void;
}) {
  const { t } = useTranslation('wizard');
  const names = usable.map(({ templateName }) => templateName).join('、');
  return (
    <li>
      <Checkbox
        value={value}
        onChange={onChange}
        disabled={usable.length === 0}
        hint={
          usable.length === 0
            ? t('template.groupNone')
            : t('template.groupAbout', { count: usable.length, names })
        }
      >
        {group.groupName}
      </Checkbox>
    </li>
  );
}

/** The versions in force of the chosen groups, in group order, limited to what the task accepts. */
async function versionsOf(
  groups: ReadonlySet<string>,
  fits: (one: Pick<GroupMember, 'id' | 'templateType'>) => boolean,
): Promise<string[]> {
  const versions: string[] = [];
  for (const id of groups)
    for (const one of (await call(useGroup, { id })).versions) if (fits(one)) versions.push(one.versionId);
  return versions;
}

/** One template; `why` gives the reason if it cannot be chosen. */
function TemplateChoice({
  row,
  value,
  onChange,
  why,
}: {
  row: UsableRow;
  value: boolean;
  onChange: (on: boolean) => void;
  why: string | undefined;
}) {
  const { t } = useTranslation('wizard');
  return (
    <li>
      <Checkbox
        value={value}
        onChange={onChange}
        disabled={why !== undefined}
        hint={why ?? t('template.about', { owner: row.entName, n: row.number })}
      >
        {row.templateName}
      </Checkbox>
    </li>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { listUsable, type UsableRow } from '#core/template/version-calls.ts';
import { businessTypeText } from '../../../parts/looks/business-type.ts';
import { warmTypesetter } from '../../../parts/typeset/typeset.ts';
import { queryOf } from '../../../query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { errorText } from '../../../wire/client-error.ts';
import style from './wizard.module.css';

const SHOWN = 50;

interface Props {
  businessType: string;
  fileType: 'PDF' | 'OFD';
  /** Templates that are in the draft already: none is chosen twice. */
  taken: ReadonlySet<string>;
  /** Files that the task may still have. */
  most: number;
  onChoose: (templates: readonly UsableRow[]) => Promise<void>;
  onClose: () => void;
}

/** Templates of the task's business type, one or several of which become its files ([5.11c,d]). */
export function ChooseTemplate({ businessType, fileType, taken, most, onChoose, onClose }: Props) {
  const { t } = useTranslation('wizard');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, UsableRow>>(new Map());
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  // fonts and typesetter come while a template is chosen
  useEffect(() => {
    warmTypesetter().catch(() => undefined);
  }, []);
  const templateName = name.trim();
  const found = useQuery({
    ...queryOf(listUsable, {
      size: SHOWN,
      businessType: BUSINESS_TYPES.find((one) => one === businessType),
      ...(templateName ? { templateName } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const { records = [], total = 0 } = found.data ?? {};
  /** A docx is laid out as PDF. */
  const isUnfit = ({ templateType }: UsableRow) => templateType === 'WORD' && fileType === 'OFD';
  const toggle = (row: UsableRow, on: boolean) =>
    setChosen((old) => {
      const next = new Map(old);
      if (on) next.set(row.id, row);
      else next.delete(row.id);
      return next;
    });
  const confirm = async () => {
    setPending(true);
    setRefused(undefined);
    try {
      await onChoose([...chosen.values()]);
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
            disabled={chosen.size === 0 || chosen.size > most}
            onClick={() => void confirm()}
          >
            {t('template.use', { count: chosen.size })}
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
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      {chosen.size > most && <Notice tone="warning">{t('template.tooMany', { max: most })}</Notice>}
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <LoadingState />
      ) : records.length === 0 ? (
        <EmptyState icon="template" title={t('template.none')}>
          {t('template.noneText')}
        </EmptyState>
      ) : (
        <ul className={style.templates} aria-busy={found.isPlaceholderData}>
          {records.map((row) => (
            <li key={row.id}>
              <Checkbox
                value={chosen.has(row.id)}
                onChange={(on) => toggle(row, on)}
                disabled={taken.has(row.id) || isUnfit(row)}
                hint={
                  taken.has(row.id)
                    ? t('template.taken')
                    : isUnfit(row)
                      ? t('template.wordNeedsPdf')
                      : t('template.about', { owner: row.entName, n: row.number })
                }
              >
                {row.templateName}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {total > records.length && (
        <p className={style.hint}>{t('template.more', { count: total - records.length })}</p>
      )}
    </Dialog>
  );
}

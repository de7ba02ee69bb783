import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { TemplateRow } from '#core/template/record-calls.ts';
import { disableTemplate, enableTemplate, readTemplate } from '#core/template/version-calls.ts';
import { call } from '../../call.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { editorPath } from '../../parts/template-form/editor-path.ts';
import { queryOf } from '../../query.ts';
import { Notice } from '../../ui/notice.tsx';
import style from './template.module.css';

type Props = { row: TemplateRow; onClose: () => void; onSettled: () => unknown };

/** Enables the last version again, after checking it against the current state ([4.3b], [8.16g]). */
export function EnableDialog({ row, onClose, onSettled }: Props) {
  const { t } = useTranslation('template');
  const template = useQuery({ ...queryOf(readTemplate, { id: row.id }), staleTime: 0 });
  const lacking = [...new Set(template.data?.lacking.map(({ problem }) => problem) ?? [])];
  return (
    <FormDialog<Record<string, never>, OutputOf<typeof enableTemplate>>
      title={t('file.enableTitle', { name: row.templateName })}
      initial={{}}
      submit={t('file.enable')}
      buttons={{ save: lacking.length === 0, cancel: true }}
      needs={{
        ready: template.data !== undefined,
        error: template.error,
        again: () => void template.refetch(),
      }}
      save={() => call(enableTemplate, { id: row.id })}
      failed={t('file.enableFailed')}
      done={(_, { approvalId }) =>
        t(approvalId ? 'file.submitted' : 'file.enabled', { name: row.templateName })
      }
      onClose={onClose}
      onSettled={onSettled}
    >
      {lacking.length === 0 ? (
        <p className={style.soft}>{t('file.enableText', { number: row.number })}</p>
      ) : (
        <Notice tone="warning">
          <strong>{t('file.lacking')}</strong>
          <ul className={style.plain}>
            {lacking.map((problem) => (
              <li key={problem}>{t(`problem.${problem}`, { name: '', length: '', min: 2 })}</li>
            ))}
          </ul>
          <Link to={editorPath(row)}>{t('file.open')}</Link>
        </Notice>
      )}
    </FormDialog>
  );
}

/** Disables a template: no new contracts can be started from it, running ones continue ([4.3b]). */
export function DisableDialog({ row, onClose, onSettled }: Props) {
  const { t } = useTranslation('template');
  return (
    <FormDialog
      title={t('file.disableTitle', { name: row.templateName })}
      initial={{}}
      submit={t('file.disable')}
      save={() => call(disableTemplate, { id: row.id })}
      failed={t('file.disableFailed')}
      done={() => t('file.disabled', { name: row.templateName })}
      onClose={onClose}
      onSettled={onSettled}
    >
      <p className={style.soft}>{t('file.disableText')}</p>
    </FormDialog>
  );
}

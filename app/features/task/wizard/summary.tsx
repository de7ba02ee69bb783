import { useTranslation } from 'react-i18next';
import type { Draft } from '#core/task/draft.ts';
import { formatDate } from '../../../i18n/format.ts';
import { businessTypeText } from '../../../looks/business-type.ts';
import style from './wizard.module.css';

/** The contract in short, beside the steps. */
export function Summary({ draft }: { draft: Draft }) {
  const { t } = useTranslation('wizard');
  const { task } = draft;
  return (
    <aside className={style.summary} aria-label={t('summary.title')}>
      <h2>{t('summary.title')}</h2>
      <dl>
        <dt>{t('summary.name')}</dt>
        <dd>{task.taskName || '—'}</dd>
        <dt>{t('summary.type')}</dt>
        <dd>{task.businessType ? businessTypeText(t, task) : '—'}</dd>
        <dt>{t('summary.files')}</dt>
        <dd>{draft.documents.length ? draft.documents.map((d) => d.fileName).join('、') : '—'}</dd>
        <dt>{t('summary.signers')}</dt>
        <dd>
          {draft.signers
            .map((s) => s.entName || s.userName)
            .filter(Boolean)
            .join('、') || '—'}
        </dd>
        <dt>{t('summary.order')}</dt>
        <dd>{t(`order.${task.orderState}`)}</dd>
        <dt>{t('summary.deadline')}</dt>
        <dd>{task.endTime ? formatDate(task.endTime) : t('summary.defaultDeadline')}</dd>
        <dt>{t('summary.placements')}</dt>
        <dd>{draft.placements.length}</dd>
      </dl>
    </aside>
  );
}

import { useTranslation } from 'react-i18next';
import type { Draft } from '#core/task/draft.ts';
import { formatDate } from '../../../i18n/format.ts';
import { businessTypeText } from '../../../parts/badges/business-type.ts';
import { Facts } from '../../../ui/facts.tsx';
import style from './wizard.module.css';

/** A summary of the contract, beside the steps. */
export function Summary({ draft }: { draft: Draft }) {
  const { t } = useTranslation('wizard');
  const { task } = draft;
  return (
    <aside className={style.summary} aria-label={t('summary.title')}>
      <h2>{t('summary.title')}</h2>
      <Facts
        facts={[
          [t('summary.name'), task.taskName],
          [t('summary.type'), task.businessType && businessTypeText(t, task)],
          [t('summary.scenario'), t(`scenario.${task.scenario}`)],
          [t('summary.files'), draft.documents.map((d) => d.fileName).join(t('ui:separator'))],
          draft.attachments.length > 0 && [
            t('summary.attachments'),
            draft.attachments.map((one) => one.fileName).join(t('ui:separator')),
          ],
          [
            t('summary.signers'),
            draft.signers
              .map((s) => s.entName || s.userName)
              .filter(Boolean)
              .join(t('ui:separator')),
          ],
          [t('summary.order'), t(`order.${task.orderState}`)],
          task.startTime !== null && [t('summary.start'), formatDate(task.startTime)],
          [t('summary.deadline'), task.endTime ? formatDate(task.endTime) : t('summary.defaultDeadline')],
          [t('summary.placements'), task.signFlow === 'FREE' ? t('signFlow.FREE') : draft.placements.length],
        ]}
      />
    </aside>
  );
}

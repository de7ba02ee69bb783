import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalDetail } from '#core/approval/calls.ts';
import { formatMoney } from '../../i18n/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Columns, Page, Panel } from '../../ui/page.tsx';
import style from './approval.module.css';
import { ApprovalSteps } from './approval-steps.tsx';
import { ChoiceDialog } from './choice-dialog.tsx';
import { type ExamineChoice, ExamineFoot } from './examine-foot.tsx';
import { StateBadge } from './state-badge.tsx';

/** Approval of business of another system: what that system told, and the decision. */
export function ExamineExternal({ approval }: { approval: ApprovalDetail }) {
  const { t, i18n } = useTranslation('approval');
  const [choice, setChoice] = useState<ExamineChoice>();
  const { external } = approval;
  if (!external) return null;
  const { businessId, system, businessType, outdated, details, documents } = external;
  const { amount } = approval;
  return (
    <div className={style.whole}>
      <LinkButton kind="text" icon="arrow-left" to="/contract/approval">
        {t('examine.toList')}
      </LinkButton>
      <Page title={approval.title} about={<StateBadge row={approval} />}>
        <Columns
          beside={
            <>
              <Panel title={t('external.decision')}>
                <div className={style.decision}>
                  <ExamineFoot approval={approval} onAsk={setChoice} />
                </div>
              </Panel>
              <Panel title={t('examine.steps')}>
                <ApprovalSteps approval={approval} />
              </Panel>
            </>
          }
        >
          {approval.stuck && <Notice tone="warning">{t('examine.stuck')}</Notice>}
          {outdated && approval.state === 'REVIEWING' && (
            <Notice tone="warning">{t('external.outdated')}</Notice>
          )}
          {approval.unread && <Notice tone="warning">{t('amount.unread')}</Notice>}
          {approval.beforeId && <Notice>{t('external.again')}</Notice>}
          <Panel title={t('external.business')}>
            <Facts
              facts={[
                [t('external.system'), system],
                [t('external.businessId'), businessId],
                [t('field.applicant'), approval.applicant],
                [
                  t('field.type'),
                  businessType ? t(`ui:businessType.${businessType}`) : t('external.notGiven'),
                ],
                [
                  t('external.amount'),
                  amount === null ? t('external.notGiven') : formatMoney(amount / 100, i18n.language),
                ],
                ...(approval.flowName ? [[t('field.flow'), approval.flowName] as [string, string]] : []),
                ...details.map(({ name, value }): [string, string] => [name, value || '—']),
              ]}
            />
            <p className={style.soft}>{t('external.told', { system })}</p>
          </Panel>
          {documents.length > 0 && (
            <Panel title={t('external.documents')}>
              <ul className={style.documents}>
                {documents.map(({ fileName, sha256 }) => (
                  <li key={`${fileName}${sha256}`}>
                    {fileName}
                    <code>{sha256}</code>
                  </li>
                ))}
              </ul>
              <p className={style.soft}>{t('external.documentsText')}</p>
            </Panel>
          )}
        </Columns>
        <ChoiceDialog approval={approval} choice={choice} onClose={() => setChoice(undefined)} />
      </Page>
    </div>
  );
}

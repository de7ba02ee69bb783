import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalDetail } from '#core/approval/calls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Columns, Page, Panel } from '../../ui/page.tsx';
import style from './approval.module.css';
import { ApprovalSteps } from './approval-steps.tsx';
import { AskedDialog } from './asked-dialog.tsx';
import { type Asked, ExamineFoot } from './examine-foot.tsx';
import { StateBadge } from './state-badge.tsx';

/** Approval of business of another system: what that system told, and the decision. */
export function ExamineExternal({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  const [asked, setAsked] = useState<Asked>();
  const { external } = approval;
  if (!external) return null;
  const { businessId, system, details, documents } = external;
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
                  <ExamineFoot approval={approval} onAsk={setAsked} />
                </div>
              </Panel>
              <Panel title={t('examine.steps')}>
                <ApprovalSteps approval={approval} />
              </Panel>
            </>
          }
        >
          {approval.stuck && <Notice tone="warning">{t('examine.stuck')}</Notice>}
          {approval.beforeId && <Notice>{t('external.again')}</Notice>}
          <Panel title={t('external.business')}>
            <Facts
              facts={[
                [t('external.system'), system],
                [t('external.businessId'), businessId],
                [t('field.applicant'), approval.applicant],
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
        <AskedDialog approval={approval} asked={asked} onClose={() => setAsked(undefined)} />
      </Page>
    </div>
  );
}

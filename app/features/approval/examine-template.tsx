import { useNavigate } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalDetail } from '#core/approval/calls.ts';
import { downloadApprovedTemplate, getApprovedTemplate } from '#core/approval/template-calls.ts';
import type { OutputOf } from '#core/call.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { diffContent } from '#core/template/diff-content.ts';
import { SigningFrame } from '../../parts/signing/signing-frame.tsx';
import { SigningSide } from '../../parts/signing/signing-side.tsx';
import { ContentDifference } from '../../parts/template-form/content-difference.tsx';
import { fileQueryOf, queryOf } from '../../query.ts';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { ApprovalSteps } from './approval-steps.tsx';
import { ChoiceDialog } from './choice-dialog.tsx';
import { type ExamineChoice, ExamineFoot } from './examine-foot.tsx';
import { StateBadge } from './state-badge.tsx';
import { useBytes } from './use-bytes.ts';

type TemplateSubmission = OutputOf<typeof getApprovedTemplate>;

/** Approval of enabling a template: its pages with blanks for fields, the changes, and the decision. */
export function ExamineTemplate({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  const { approvalId } = approval;
  const navigate = useNavigate();
  const [choice, setChoice] = useState<ExamineChoice>();
  const submitted = useQuery(queryOf(getApprovedTemplate, { approvalId }));
  const pages = submitted.data?.pages ?? undefined;
  const file = useBytes({ ...fileQueryOf(downloadApprovedTemplate, { approvalId }), enabled: !!pages });
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate('/contract/approval'));
  if (submitted.error && !submitted.data)
    return <ErrorState whole error={submitted.error} onRetry={() => void submitted.refetch()} />;
  if (!submitted.data) return <LoadingState />;
  const document = pages && { documentId: approvalId, fileName: approval.title, fileIndex: 0, pages };
  return (
    <SigningFrame
      before={<IconButton icon="arrow-left" label={t('examine.back')} onClick={back} />}
      title={approval.title}
      after={<StateBadge row={approval} />}
      documents={document ? [document] : []}
      document={document}
      none={
        <EmptyState icon="template" title={t('template.noPages')}>
          {t('template.noPagesText')}
        </EmptyState>
      }
      chooseLabel={t('examine.file')}
      onChoose={() => undefined}
      format="PDF"
      file={file}
      side={
        <SigningSide
          label={t('examine.about')}
          toRead
          foot={<ExamineFoot approval={approval} onAsk={setChoice} />}
        >
          <About approval={approval} submitted={submitted.data} />
        </SigningSide>
      }
    >
      <ChoiceDialog approval={approval} choice={choice} onClose={() => setChoice(undefined)} />
    </SigningFrame>
  );
}

function About({ approval, submitted }: { approval: ApprovalDetail; submitted: TemplateSubmission }) {
  const { t } = useTranslation(['approval', 'template']);
  const { content, before, askedBefore } = submitted;
  return (
    <>
      {approval.stuck && <Notice tone="warning">{t('examine.stuck')}</Notice>}
      <section>
        <h2>{t('template.about')}</h2>
        <Facts
          facts={[
            [t('field.applicant'), approval.applicant],
            [t('field.type'), t(`ui:businessType.${submitted.businessType}`)],
            [t('template:file.scene'), t(`template:file.scenes.${submitted.sceneType}`)],
            [t('template:file.type'), t(`template:file.types.${submitted.templateType}`)],
            [t('template.signers'), content.signers.map(({ name }) => name).join(t('between')) || '—'],
            [t('template.fields'), content.fields.map(({ name }) => name).join(t('between')) || '—'],
            [t('field.flow'), approval.flowName],
          ]}
        />
      </section>
      {askedBefore && (
        <section>
          <h2>{t('examine.changes')}</h2>
          <Difference before={askedBefore} after={content} />
        </section>
      )}
      {before && (
        <section>
          <h2>{t('template.sinceVersion', { number: before.number })}</h2>
          <Difference before={before.content} after={content} />
        </section>
      )}
      <section>
        <h2>{t('examine.steps')}</h2>
        <ApprovalSteps approval={approval} />
      </section>
    </>
  );
}

function Difference({ before, after }: { before: TemplateContent; after: TemplateContent }) {
  const difference = useMemo(() => diffContent(before, after), [before, after]);
  return <ContentDifference difference={difference} />;
}

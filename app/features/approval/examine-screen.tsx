import { useNavigate, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApprovalDetail, getApproval } from '#core/approval/calls.ts';
import type { OutputOf } from '#core/call.ts';
import { downloadDocument, getTask } from '#core/task/calls.ts';
import { boxesOf } from '#core/task/place-rules.ts';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { businessTypeText } from '../../parts/badges/business-type.ts';
import { SigningFrame } from '../../parts/signing/signing-frame.tsx';
import { SigningSide } from '../../parts/signing/signing-side.tsx';
import { fileQueryOf, queryOf } from '../../query.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { useTaskEvents } from '../../shell/use-task-events.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './approval.module.css';
import { ApprovalSteps } from './approval-steps.tsx';
import { ChoiceDialog } from './choice-dialog.tsx';
import { CommentLayer } from './comment-layer.tsx';
import { CommentList } from './comment-list.tsx';
import { ExamineExternal } from './examine-external.tsx';
import { type ExamineChoice, ExamineFoot, standingOf } from './examine-foot.tsx';
import { StateBadge } from './state-badge.tsx';
import { useBytes } from './use-bytes.ts';
import { type PageComments, usePageComments } from './use-page-comments.ts';

type Plan = OutputOf<typeof getTask>;
type Seals = NonNullable<ApprovalDetail['seals']>;

const ExamineTemplate = lazy(async () => ({
  default: (await import('./examine-template.tsx')).ExamineTemplate,
}));
// Loaded on demand.
const SourceDifference = lazy(async () => ({
  default: (await import('./source-difference.tsx')).SourceDifference,
}));
const StampAct = lazy(async () => ({ default: (await import('./stamp-act.tsx')).StampAct }));

/** /contract/examine ([2.6], [2.18a]): the files, the request, the previous decisions, and the user's decision. */
export function ExamineScreen() {
  const [params] = useSearchParams();
  const approvalId = params.get('approvalId') ?? undefined;
  const taskId = params.get('planId') ?? undefined;
  const poll = useTaskEvents();
  const approval = useQuery({
    ...queryOf(getApproval, { approvalId, planId: taskId }),
    enabled: !!approvalId || !!taskId,
    refetchInterval: poll,
  });
  const task = useQuery({
    ...queryOf(getTask, { planId: approval.data?.planId ?? '' }),
    enabled: !!approval.data?.planId,
  });
  usePageTitle({ subject: approval.data?.title });
  const error = approval.data ? task.error : approval.error;
  if (!approvalId && !taskId) return <Unreachable />;
  if (approval.data && task.error && !task.data && !approval.data.actions.includes('decide'))
    return <Over approval={approval.data} />;
  if (error && !(approval.data && task.data))
    return (
      <Unreachable
        error={error}
        onRetry={() => {
          void approval.refetch();
          if (approval.data) void task.refetch();
        }}
      />
    );
  if (approval.data?.subject === 'TEMPLATE')
    return (
      <Suspense fallback={<LoadingState />}>
        <ExamineTemplate approval={approval.data} />
      </Suspense>
    );
  if (approval.data?.external) return <ExamineExternal approval={approval.data} />;
  if (!approval.data || !task.data) return <LoadingState />;
  return <Open approval={approval.data} task={task.data} />;
}

/** Shown to an approver who is no longer needed: only the state, not the contract. */
function Over({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approval');
  return (
    <div className={style.whole}>
      <Page
        title={approval.title}
        about={standingOf(t, approval)}
        actions={<LinkButton to="/contract/approval">{t('examine.toList')}</LinkButton>}
      >
        <Panel title={t('examine.steps')}>
          <ApprovalSteps approval={approval} />
        </Panel>
      </Page>
    </div>
  );
}

function Unreachable({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('approval');
  return (
    <ErrorState
      whole
      error={error}
      {...(onRetry ? { onRetry } : {})}
      ways={<LinkButton to="/contract/approval">{t('examine.toList')}</LinkButton>}
    >
      {t('examine.unreachable')}
    </ErrorState>
  );
}

function Open({ approval, task }: { approval: ApprovalDetail; task: Plan }) {
  const { t } = useTranslation('approval');
  const navigate = useNavigate();
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<ExamineChoice>();
  const document = task.documents[index];
  const file = useFile(task.planId, document);
  const [openTask, setOpenTask] = useState(task);
  const [stamping, setStamping] = useState(false);
  const { seals } = approval;
  const comments = usePageComments(approval.approvalId, document, setIndex);
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate('/contract/approval'));
  return (
    <SigningFrame
      before={<IconButton icon="arrow-left" label={t('examine.back')} onClick={back} />}
      title={approval.title}
      after={<StateBadge row={approval} />}
      documents={task.documents}
      document={document}
      none={<EmptyState icon="contract" title={t('examine.none')} />}
      chooseLabel={t('examine.file')}
      onChoose={setIndex}
      format={task.taskFileType}
      file={file}
      stage={comments.stage}
      onOpened={comments.onOpened}
      overlay={(page, pxPerMm) => (
        <>
          {seals && (
            <SealPlaces task={task} document={document} seals={seals} page={page} pxPerMm={pxPerMm} />
          )}
          <CommentLayer comments={comments} index={page} pxPerMm={pxPerMm} />
        </>
      )}
      side={
        <SigningSide
          label={t('examine.about')}
          toRead
          foot={<ExamineFoot approval={approval} onAsk={setChoice} onStamp={() => setStamping(true)} />}
        >
          <About approval={approval} task={task} comments={comments} />
        </SigningSide>
      }
    >
      <ChoiceDialog
        approval={approval}
        choice={choice}
        openComments={comments.list.data?.comments.filter(({ resolvedBy }) => resolvedBy === '').length ?? 0}
        onClose={() => setChoice(undefined)}
        // A holder of the seals continues with stamping, by a single consent.
        onDecided={setStamping}
      />
      {stamping && seals && approval.actions.includes('stamp') && (
        <Suspense fallback={null}>
          <StampAct
            approval={approval}
            seals={seals}
            task={task}
            shown={openTask}
            onShown={setOpenTask}
            onClose={() => setStamping(false)}
          />
        </Suspense>
      )}
    </SigningFrame>
  );
}

/** The request, the changes since the previous request, and the decisions. */
function About({
  approval,
  task,
  comments,
}: {
  approval: ApprovalDetail;
  task: Plan;
  comments: PageComments;
}) {
  const { t, i18n } = useTranslation('approval');
  const money = (fen: number) => formatMoney(fen / 100, i18n.language);
  const { seals } = approval;
  return (
    <>
      {approval.stuck && <Notice tone="warning">{t('examine.stuck')}</Notice>}
      {approval.unread && <Notice tone="warning">{t('amount.unread')}</Notice>}
      {seals && (
        <section>
          <h2>{t('examine.seals')}</h2>
          <Facts
            facts={[
              [t('field.seals'), seals.names.join(t('between'))],
              [t('field.reason'), seals.reason],
              ...seals.values.map(({ name, value }): [string, string] => [name, value]),
              [
                t('field.stamper'),
                seals.stampedBy || t(seals.byHolder ? 'stamp.byHolder' : 'stamp.byOperator'),
              ],
            ]}
          />
        </section>
      )}
      <section>
        <h2>{t('examine.contract')}</h2>
        <Facts
          facts={[
            [t('field.applicant'), approval.applicant],
            [t('field.type'), businessTypeText(t, task)],
            [
              t('field.parties'),
              task.signerList.map((one) => one.entName || one.userName).join(t('between')),
            ],
            ...(approval.amount === null
              ? []
              : [[t('field.amount'), money(approval.amount)] satisfies [string, string]]),
            [t('field.deadline'), formatDate(task.endTime)],
            [t('field.flow'), approval.flowName || t('stamp.holders')],
          ]}
        />
      </section>
      {approval.changes.length > 0 && (
        <section>
          <h2>{t('examine.changes')}</h2>
          <ul className={style.changes}>
            {approval.changes.map(({ change, subject }) => (
              <li key={`${change}${subject}`}>{changeText(t, money, { change, subject })}</li>
            ))}
          </ul>
        </section>
      )}
      {approval.subject === 'TASK' && approval.beforeId && approval.changes.length === 0 && (
        <Notice>{t('examine.unchanged')}</Notice>
      )}
      {task.documents.some(({ template }) => template) && (
        <Suspense fallback={null}>
          <SourceDifference approvalId={approval.approvalId} />
        </Suspense>
      )}
      <CommentList approvalId={approval.approvalId} comments={comments} />
      <section>
        <h2>{t('examine.steps')}</h2>
        <ApprovalSteps approval={approval} />
      </section>
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'approval'>>['t'];

/** A difference from what was submitted before, in words. */
function changeText(
  t: Translate,
  money: (fen: number) => string,
  { change, subject }: ApprovalDetail['changes'][number],
): string {
  if (change === 'AMOUNT')
    return subject === '' ? t('change.AMOUNT_NONE') : t('change.AMOUNT', { subject: money(Number(subject)) });
  const isType = change === 'BUSINESS_TYPE';
  return t(`change.${change}`, {
    subject: isType ? t(`ui:businessType.${subject}`, { defaultValue: subject }) : subject,
  });
}

/** The requested positions of the seals. */
function SealPlaces({
  task,
  document,
  seals,
  page,
  pxPerMm,
}: {
  task: Plan;
  document: Plan['documents'][number] | undefined;
  seals: Seals;
  /** From 0. */
  page: number;
  pxPerMm: number;
}) {
  const { t } = useTranslation(['sign', 'approval']);
  return task.placements
    .filter((p) => p.signerId === seals.signerId && p.documentId === document?.documentId)
    .flatMap((p) =>
      boxesOf(p, document?.pages ?? [])
        .filter((one) => one.page === page + 1)
        .map(({ box }) => (
          <div
            key={p.placementId}
            className={style.place}
            style={{
              left: box.x * pxPerMm,
              top: box.y * pxPerMm,
              width: box.width * pxPerMm,
              height: box.height * pxPerMm,
            }}
          >
            {seals.fillings.some(({ placementId }) => placementId === p.placementId)
              ? seals.names.join(t('approval:between'))
              : t(`kind.${p.kind}`)}
          </div>
        )),
    );
}

/** The latest revision of a file, for display: not recorded in the trail. */
const useFile = (taskId: string, document: Plan['documents'][number] | undefined) =>
  useBytes({
    ...fileQueryOf(
      downloadDocument,
      { planId: taskId, fileIndex: document?.fileIndex ?? 0, purpose: 'view' },
      document?.revision,
    ),
    enabled: !!document,
  });

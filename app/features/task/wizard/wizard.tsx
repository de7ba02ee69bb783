import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readBatch, sendBatch } from '#core/batch/calls.ts';
import { checkBatch } from '#core/batch/draft-batch.ts';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { sendTask } from '#core/task/calls.ts';
import { checkPlan, type PlanProblem } from '#core/task/check-plan.ts';
import { type Draft, type DraftPlacement, draftToPlan, setTask } from '#core/task/draft.ts';
import { planToWire } from '#core/task/plan-wire.ts';
import { fillingOf } from '#core/task/template-document.ts';
import { useGroup } from '#core/template/group-calls.ts';
import { call, isClientError } from '../../../call.ts';
import { businessTypeText } from '../../../parts/badges/business-type.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { SaveStatus } from '../../../parts/room/save-status.tsx';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { queryOf, useRefresh } from '../../../query.ts';
import { useSession } from '../../../session/session-store.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { useLimits } from '../../../shell/use-limits.ts';
import { useSystem } from '../../../shell/use-system.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { LoadingState } from '../../../ui/state.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { usePhone } from '../../../ui/table/use-phone.ts';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import { BatchRows } from '../batch/batch-rows.tsx';
import { type UsedBatch, useBatch } from '../batch/use-batch.ts';
import { usableTemplate } from '../draft/offline-templates.ts';
import { type UsedDraft, useDraft } from '../draft/use-draft.ts';
import { useDraftUploads } from '../draft/use-draft-uploads.ts';
import { FillForEmployees } from '../hr/fill-for-employees.tsx';
import { CoveredNotice } from './covered-notice.tsx';
import { CreditNotice } from './credit-notice.tsx';
import { FillTemplate } from './fill-template.tsx';
import { OrderStep } from './order-step.tsx';
import { PartiesStep } from './parties-step.tsx';
import { PlaceStep } from './place-step.tsx';
import { Problems, problemText, useProblemFocus } from './problems.tsx';
import { ReviewChoice } from './review-choice.tsx';
import type { StepProps } from './step-props.ts';
import { Summary } from './summary.tsx';
import { TaskStep } from './task-step.tsx';
import { TemplateUpdates } from './template-update.tsx';
import { useAccessCodes } from './use-access-codes.ts';
import { useAnnounceDraft } from './use-announce-draft.ts';
import { keyOfCovered, useCoveredText } from './use-covered-text.ts';
import { useFirstSigner } from './use-first-signer.ts';
import { useChosenParties, useRepeatedTask } from './use-handed-over.ts';
import { type KeywordHits, useKeywordHits } from './use-keyword-hits.ts';
import { STEPS, type StepId, useStep } from './use-step.ts';
import { useTemplates } from './use-templates.ts';
import style from './wizard.module.css';

/**
 * The four steps to create and send a task ([2.16]). The draft is a shared document from its first keystroke. A draft
 * that is started with `batch` is sent to many: rows fill in some of its signers.
 */
export function Wizard({ batch = false }: { batch?: boolean }) {
  const [params, setParams] = useSearchParams();
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  const draftId = params.get('draft');
  const { state, hash } = useLocation();
  const [begun, setBegun] = useState<string>();
  /** The fragment holds the values prepared by a program; it is removed when the draft gets its id. */
  const [fragment, setFragment] = useState('');

  useEffect(() => {
    if (draftId) return;
    const draft = newKey();
    setBegun(draft);
    setFragment(hash);
    setParams((old) => new URLSearchParams({ ...Object.fromEntries(old), draft }), { replace: true, state });
  }, [draftId, setParams, state, hash]);

  if (!draftId || !active || !login) return <LoadingState />;
  return (
    <DraftWizard
      key={`${draftId}:${active.id}`}
      draftId={draftId}
      ownerKey={active.id}
      me={{ id: login.userId, name: login.name }}
      isNewDraft={draftId === begun}
      beginsBatch={batch}
      fragment={fragment}
    />
  );
}

interface EmbeddedProps {
  draftId: string;
  templateId: string;
  /** What a program prepared, as the link's address holds it. */
  prepared: string;
}

/** The wizard in a frame of another system's page: a new draft of one template. */
export function EmbeddedDraft({ draftId, templateId, prepared }: EmbeddedProps) {
  const [, setParams] = useSearchParams();
  const active = useSession((s) => s.activeUser);
  const login = useSession((s) => s.loginUser);
  // as a link within the product names it; removed once the draft contains it
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the link does
  useEffect(() => setParams({ template: templateId }, { replace: true }), []);
  if (!active || !login) return <LoadingState />;
  return (
    <DraftWizard
      draftId={draftId}
      ownerKey={active.id}
      me={{ id: login.userId, name: login.name }}
      isNewDraft
      beginsBatch={false}
      fragment={`#prepared=${prepared}`}
    />
  );
}

interface WizardProps {
  me: { id: string; name: string };
  /** The draft's id was created by this page: nobody else has written into it. */
  isNewDraft: boolean;
  /** Starts a batch draft. */
  beginsBatch: boolean;
  /** Of the link that began the draft; empty for one that was there before. */
  fragment: string;
}

function DraftWizard({ draftId, ownerKey, ...rest }: WizardProps & { draftId: string; ownerKey: string }) {
  const used = useDraft(draftId, ownerKey, rest.me);
  const { state } = useLocation();
  if (!used) return <LoadingState />;
  return state?.hrDraft ? (
    <FillForEmployees used={used} me={rest.me} wanted={state.hrDraft} />
  ) : (
    <OpenWizard {...used} {...rest} />
  );
}

function OpenWizard({ me, isNewDraft, beginsBatch, fragment, ...stored }: UsedDraft & WizardProps) {
  const { t } = useTranslation('wizard');
  const { used, setAccessCode } = useAccessCodes(stored);
  const { draft, draftId, status } = used;
  const embedded = useEmbedded();
  const [params, setParams] = useSearchParams();
  const { step, show } = useStep();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { taskFileType: fileType } = draft.task;
  const uploads = useDraftUploads(
    [...draft.documents.map(({ fileKey }) => ({ fileKey, fileType })), ...draft.attachments],
    draft.documents,
  );
  useAnnounceDraft(draftId, draft, status.closed);
  useFirstSigner(used, { me, isNewDraft: isNewDraft, beginsBatch }, params.has('again'));
  useChosenParties(used, isNewDraft);
  const notRepeated = useRepeatedTask(used, isNewDraft);
  const batch = useBatch(used);
  const title = titleOf(t, draft, batch !== undefined);
  usePageTitle({ page: title, subject: draft.task.taskName });
  const fill = (documentId: string | null) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      // the parameters that led here are consumed
      next.delete('choose');
      next.delete('template');
      next.delete('group');
      if (documentId) next.set('fill', documentId);
      else next.delete('fill');
      return next;
    });
  const noTemplate = useWantedTemplate(used, isNewDraft, fragment, fill);
  const refused = noTemplate ?? notRepeated;
  // With free placement, the draft's placements are not sent and therefore not checked.
  const isFree = draft.task.signFlow === 'FREE';
  const placed = useMemo(() => (isFree ? { ...draft, placements: [] } : draft), [draft, isFree]);
  const hits = useKeywordHits(placed);
  const problems = useProblems(draftId, draft, hits, batch);
  const shown = problems.filter((p) => left.has(p.step));
  const at = STEPS.indexOf(step);

  const goTo = (next: StepId) => {
    setLeft((old) => new Set(old).add(at + 1));
    show(next);
  };
  const filled = draft.documents.find((one) => one.documentId === params.get('fill') && one.fromTemplate);
  const problemOf = (path: string) => {
    const found = shown.find((p) => p.path === path);
    return found ? problemText(t, found) : undefined;
  };
  const focusOn = useProblemFocus(at + 1);
  // the placement of a problem: its file is shown, and it is selected
  const [wanted, setWanted] = useState<DraftPlacement>();
  const goToProblem = (problem: PlanProblem) => {
    goTo(STEPS[problem.step - 1]!);
    const [list, index] = problem.path.split('.');
    if (list === 'placements') setWanted(draft.placements[Number(index)]);
    focusOn(problem);
  };
  const covered = useCoveredText(placed, step === 'place');
  const [confirmed, setConfirmed] = useState('');
  const [confirming, setConfirming] = useState(false);
  const isConfirmed = covered.found.length > 0 && confirmed === keyOfCovered(covered.found);
  /** Whether all covered text is confirmed; otherwise shows the warning. */
  const mayCover = async () => {
    const found = await covered.look();
    if (found.length === 0 || confirmed === keyOfCovered(found)) return true;
    setConfirming(true);
    if (step !== 'place') goTo('place');
    return false;
  };
  const showAll = () => setLeft(new Set([1, 2, 3, 4]));
  const { send, sending } = useSend(used, { problems, showAll, goTo: goToProblem, mayCover, batch, uploads });
  const props: StepProps = { ...used, problemOf };
  // in the header of every step; on a phone below, within reach of the thumb, where the last step or a complete draft has it
  const phone = usePhone();
  const sendIt = (
    <Button kind="primary" icon="send" pending={sending} disabled={status.closed} onClick={send}>
      {t('send')}
    </Button>
  );

  if (filled)
    return (
      <div className={classes(style.wizard, style.full)}>
        <FillTemplate
          key={filled.documentId}
          {...used}
          document={filled}
          onDone={(next) => fill(next ?? null)}
        />
      </div>
    );
  return (
    <div className={classes(style.wizard, step === 'place' && style.full)}>
      <header className={style.head}>
        <h1 title={draft.task.taskName || undefined}>{draft.task.taskName || title}</h1>
        <HeadMiddle draft={draft} draftId={draftId} status={status} />
        {embedded && <Button onClick={embedded.closed}>{t('ui:close')}</Button>}
        {!phone && sendIt}
      </header>
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      {status.closed && <ClosedNotice draftId={draftId} isBatch={batch !== undefined} />}
      <TemplateUpdates {...used} />
      {step === 'task' && !status.closed && !embedded && <CreditNotice />}
      <Steps
        label={t('steps')}
        current={step}
        onSelect={(id) => goTo(id as StepId)}
        steps={STEPS.map((id, i) => ({ id, title: t(`step.${id}`), ...stateOf(i + 1, problems, left) }))}
      />
      {left.size === 4 && shown.length > 0 && <Problems problems={shown} onGo={goToProblem} />}
      {step === 'place' && covered.found.length > 0 && (
        <CoveredNotice
          found={covered.found}
          signers={draft.signers}
          confirmed={isConfirmed}
          onConfirm={(yes) => setConfirmed(yes ? keyOfCovered(covered.found) : '')}
          asked={confirming}
        />
      )}
      {step === 'place' ? (
        <PlaceStep {...props} hits={hits} wanted={wanted} />
      ) : (
        <div className={style.columns}>
          <section className={style.panel} aria-label={t(`step.${step}`)}>
            {step === 'task' && <TaskStep {...props} uploads={uploads} onFill={fill} />}
            {step === 'parties' && (
              <div className={style.list}>
                <PartiesStep {...props} setAccessCode={setAccessCode} />
                {batch && <BatchRows {...props} batch={batch} />}
              </div>
            )}
            {step === 'order' && (
              <>
                <OrderStep {...props} />
                <ReviewChoice {...props} />
              </>
            )}
          </section>
          <Summary draft={draft} />
        </div>
      )}
      <footer className={style.foot}>
        <Button disabled={at === 0} icon="arrow-left" onClick={() => goTo(STEPS[at - 1]!)}>
          {t('previous')}
        </Button>
        {at < 3 && (
          <Button iconAfter="arrow-right" onClick={() => goTo(STEPS[at + 1]!)}>
            {t('next')}
          </Button>
        )}
        {phone && (at === 3 || problems.length === 0) && sendIt}
      </footer>
    </div>
  );
}

/** Says that the draft was sent or deleted. If its answer was lost, a sent batch is found here by its draft. */
function ClosedNotice({ draftId, isBatch }: { draftId: string; isBatch: boolean }) {
  const { t } = useTranslation('wizard');
  const { data } = useQuery({ ...queryOf(readBatch, { batchId: draftId }), enabled: isBatch });
  return (
    <Notice
      tone="warning"
      actions={
        data && (
          <LinkButton size="small" to={`/contract/batch/${draftId}`}>
            {t('toBatch')}
          </LinkButton>
        )
      }
    >
      {t('closed')}
    </Notice>
  );
}

/** What is begun here, whichever address opened the draft. */
function titleOf(t: TFunction, draft: Draft, isBatch: boolean): string {
  if (isBatch) return t('batch:start');
  return t(draft.task.scenario === 'HR' ? 'hr:title.CONTRACT' : 'wizard:title');
}

/** Between the title and the button that sends: the state of saving, and for contracts with employees their preview. */
function HeadMiddle({ draft, draftId, status }: Pick<UsedDraft, 'draft' | 'draftId' | 'status'>) {
  const { t } = useTranslation('wizard');
  return (
    <>
      <SaveStatus status={status} />
      <span className={style.spacer} />
      {draft.task.scenario === 'HR' && draft.documents.length > 0 && (
        <LinkButton icon="eye" to={`/hrContract/previewContract?draft=${draftId}`}>
          {t('preview')}
        </LinkButton>
      )}
    </>
  );
}

function stateOf(
  step: number,
  problems: readonly PlanProblem[],
  left: ReadonlySet<number>,
): { state?: 'done' | 'wrong' } {
  if (!left.has(step)) return {};
  return { state: problems.some((p) => p.step === step) ? 'wrong' : 'done' };
}

function useProblems(
  draftId: string,
  draft: Draft,
  found: KeywordHits,
  batch: UsedBatch | undefined,
): PlanProblem[] {
  const limits = useLimits();
  const proofsOff = useSystem().option?.proofsOff;
  const ofTask = useMemo(
    () =>
      checkPlan(draftToPlan(draftId, draft), {
        now: Date.now(),
        limits,
        ...(proofsOff ? { proofsOff } : {}),
        facts: new Map(
          draft.documents.map((d) => [
            d.documentId,
            {
              pages: d.pages,
              found,
              filling: fillingOf(d, draft.task.taskFileType),
              blanks: d.blanks,
              scene: d.fromTemplate?.scene,
            },
          ]),
        ),
      }),
    [draftId, draft, limits, found, proofsOff],
  );
  return useMemo(
    () => (batch ? checkBatch(batch.setup, ofTask, batch.problems, limits.rowsPerImport) : ofTask),
    [batch, ofTask, limits],
  );
}

/** Adds the template or group that a list passed here as the first documents of a new draft. */
function useWantedTemplate(
  used: UsedDraft,
  isNewDraft: boolean,
  fragment: string,
  fill: (documentId: string) => void,
): unknown {
  const [params, setParams] = useSearchParams();
  const take = useTemplates(used);
  const embedded = useEmbedded();
  const { t } = useTranslation('wizard');
  const [refused, setRefused] = useState<unknown>();
  const template = isNewDraft ? params.get('template') : null;
  const group = isNewDraft ? params.get('group') : null;
  const wanted = template ?? group;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each requested template
  useEffect(() => {
    if (!wanted) return;
    const use = async () => {
      const { businessType, versionIds } = await (template
        ? oneTemplate(wanted)
        : readAllVersions(wanted, t));
      setTask(used.open.doc, { businessType });
      const { readPrepared, putPrepared, LONGEST_FRAME, LONGEST_LINK } = await import(
        '#core/task/prepared-draft.ts'
      );
      const { readNamed } = await import('#core/template/fill/read-named.ts');
      const prepared = template ? readPrepared(fragment, embedded ? LONGEST_FRAME : LONGEST_LINK) : null;
      const [document] = await take(versionIds, (first, content) =>
        prepared ? readNamed(content, prepared, first).values : first,
      );
      if (prepared) {
        putPrepared(used.open.doc, prepared);
        toast({ tone: 'info', text: t('prepared') });
      }
      if (document) fill(document);
    };
    // removed from the URL: when reopened, the draft already contains it
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('template');
        next.delete('group');
        return next;
      },
      { replace: true },
    );
    use().catch(setRefused);
  }, [wanted]);
  return refused;
}

async function oneTemplate(id: string) {
  const { version, businessType, status, templateName } = await usableTemplate(id);
  if (!version || status !== 'ENABLED') throw new AppError('TEMPLATE_DISABLED', { name: templateName });
  return { businessType, versionIds: [version.versionId] };
}

/** The usable versions of a group; reports those left out. */
async function readAllVersions(id: string, t: TFunction<'wizard'>) {
  const { groupName, businessType, versions, leftOut } = await call(useGroup, { id });
  const names = leftOut.map(({ templateName }) => templateName || '—').join('、');
  if (leftOut.length > 0)
    toast({
      tone: 'warning',
      text: t('template.leftOut', { group: groupName, count: leftOut.length, names }),
    });
  return { businessType, versionIds: versions.map(({ versionId }) => versionId) };
}

function useSend(
  used: UsedDraft,
  {
    problems,
    showAll,
    goTo,
    mayCover,
    batch,
    uploads,
  }: {
    problems: readonly PlanProblem[];
    showAll: () => void;
    goTo: (problem: PlanProblem) => void;
    mayCover: () => Promise<boolean>;
    batch: UsedBatch | undefined;
    uploads: Pick<ReturnType<typeof useDraftUploads>, 'settled'>;
  },
) {
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  const embedded = useEmbedded();
  const refresh = useRefresh();
  const online = useOnline();
  const [sending, setSending] = useState(false);
  const [requestId] = useState(() => crypto.randomUUID());

  const send = async () => {
    showAll();
    const first = problems[0];
    if (first) {
      goTo(first);
      return;
    }
    if (!online) {
      toast({ tone: 'warning', text: t('sendOffline') });
      return;
    }
    setSending(true);
    try {
      if (!(await mayCover())) return;
      // A file that was made or chosen a moment ago is on its way, and would be refused as not uploaded.
      await uploads.settled();
      if (batch) {
        const count = batch.rows.length;
        const { batchId } = await sendRows(batch, used, requestId, t);
        toast({ tone: 'success', text: t('batch:sentNow', { count }) });
        await refresh(sendBatch);
        navigate(`/contract/batch/${batchId}`);
        void used.open.forget();
        return;
      }
      const plan = draftToPlan(used.draftId, used.draft);
      const types = businessTypeText(t, plan);
      const { planId: taskId, status } = await call(
        sendTask,
        planToWire({ ...plan, businessTypeName: types }),
        {
          requestId,
        },
      );
      const isSent = status !== 'REVIEWING';
      if (embedded) {
        void used.open.forget();
        return embedded.sent(taskId, !isSent);
      }
      toast({ tone: 'success', text: t(isSent ? 'sent' : 'sentForReview', { name: plan.taskName }) });
      await refresh(sendTask);
      navigate(`/contract/startWithMe?sent=${taskId}`);
      // Under review the draft is kept, so that it can be reopened if the approval is refused.
      if (isSent) void used.open.forget();
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
      if (isClientError(error) && error.fields.length > 0) showAll();
    } finally {
      setSending(false);
    }
  };
  return { send, sending };
}

/** Sends a batch. Its rows are sent without UI state. */
function sendRows(
  { setup, rows }: UsedBatch,
  { draft }: UsedDraft,
  requestId: string,
  t: TFunction<'wizard'>,
): Promise<OutputOf<typeof sendBatch>> {
  const { plan, varying, casts, registeredOnly, documentsRequired } = setup;
  const named = { ...plan, businessTypeName: businessTypeText(t, draft.task) };
  return call(
    sendBatch,
    {
      plan: planToWire(named),
      varying: [...varying],
      casts: Object.fromEntries(Object.entries(casts).map(([key, cast]) => [key, { ...cast }])),
      registeredOnly,
      documentsRequired: documentsRequired === true,
      rows: rows.map(({ rowKey, cells, kept }) => ({ rowKey, cells: { ...cells }, kept: kept === true })),
    },
    { requestId },
  );
}

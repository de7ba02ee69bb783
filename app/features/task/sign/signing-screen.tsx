import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyPathFor } from '#core/realname/contract-way.ts';
import { isRequested, sealFits } from '#core/task/place-rules.ts';
import { typeOfSigner } from '#core/task/plan-wire.ts';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { SigningFrame } from '../../../parts/signing/signing-frame.tsx';
import { usePageTitle } from '../../../shell/page-title.tsx';
import type { StageHandle } from '../../../stage/document-stage.tsx';
import type { PageLabels } from '../../../stage/page-source.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState, LoadingState } from '../../../ui/state.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { missing, toFill, type UsableSeal, usedIn } from './fillings.ts';
import { type FirstSealDialog, useSealMaking } from './seal-making.tsx';
import { SealUseNotice } from './seal-use-notice.tsx';
import style from './sign.module.css';
import { SignConfirmation } from './sign-confirmation.tsx';
import { SignDone } from './sign-done.tsx';
import { SignFoot } from './sign-foot.tsx';
import { SignSide } from './sign-side.tsx';
import { SignSpots } from './sign-spots.tsx';
import { TaskFailure } from './task-failure.tsx';
import { useFields } from './use-fields.ts';
import { useFillings } from './use-fillings.ts';
import { isUnderWay, useApprovedFillings, useSealUses } from './use-seal-uses.ts';
import {
  firstToSign,
  type SignAnswer,
  type TaskDetail,
  type TaskPlacement,
  usableSealsQuery,
  useRevisionBytes,
  useTask,
} from './use-task.ts';
import { useWaysOut } from './use-ways-out.ts';

// Dialogs are loaded on demand, so that the pages appear sooner.
const HandDialog = lazy(async () => ({
  default: (await import('../../../parts/consent/hand-dialog.tsx')).HandDialog,
}));
const FreeScreen = lazy(async () => ({ default: (await import('./free-screen.tsx')).FreeScreen }));
const AskSealDialog = lazy(async () => ({ default: (await import('./ask-seal-dialog.tsx')).AskSealDialog }));
const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog.tsx')).RejectDialog }));

/** /fileSign/fileSign ([2.17]): the documents, the required input, and a button that names the next step. */
export function SigningScreen({ taskId, firstSeal }: { taskId: string; firstSeal?: FirstSealDialog }) {
  const { t } = useTranslation('sign');
  const embedded = useEmbedded();
  const task = useTask(taskId);
  usePageTitle({ subject: task.data?.taskName });
  const seals = useQuery(usableSealsQuery());
  const [done, setDone] = useState<SignAnswer>();
  if (taskId === '') return <TaskFailure />;
  if (task.error && !task.data) return <TaskFailure error={task.error} onRetry={() => void task.refetch()} />;
  if (seals.error && !seals.data)
    return <TaskFailure error={seals.error} onRetry={() => void seals.refetch()} />;
  if (!task.data || !seals.data) return <LoadingState />;
  if (done) return <SignDone task={task.data} answer={done} />;
  if (!task.data.actions.includes('sign'))
    return (
      <div className={style.done}>
        <EmptyState
          whole
          icon="contract"
          title={
            task.data.waitsFor
              ? t('closed.enterprise', { name: task.data.waitsFor })
              : t(`closed.${task.data.label}`, { defaultValue: t('closed.default') })
          }
          actions={
            !embedded && (
              <>
                {task.data.waitsFor && (
                  <LinkButton kind="primary" to={companyPathFor(taskId)}>
                    {t('task:verifyEnterprise')}
                  </LinkButton>
                )}
                <LinkButton
                  kind={task.data.waitsFor ? 'plain' : 'primary'}
                  to={`/contract/preview?planId=${taskId}`}
                >
                  {t('read')}
                </LinkButton>
                <LinkButton to="/home">{t('shell:goHome')}</LinkButton>
              </>
            )
          }
        >
          {task.data.taskName}
        </EmptyState>
      </div>
    );
  const onDone = (answer: SignAnswer) => {
    setDone(answer);
    embedded?.signed(answer.endReason === 'COMPLETED');
  };
  return <ChosenScreen task={task.data} seals={seals.data} firstSeal={firstSeal} onDone={onDone} />;
}

/**
 * Chooses the page: free placement if signers place their own seals, unless a seal use is requested for the placements.
 */
function ChosenScreen(props: OpenProps) {
  const { task, seals, firstSeal, onDone } = props;
  const mine = task.signerList.find((s) => s.mine && s.status === 'SIGNING')!;
  const uses = useSealUses(task.planId, typeOfSigner(mine) === 'ENTERPRISE', seals);
  if (task.signFlow !== 'FREE' || isUnderWay(uses.use)) return <OpenScreen {...props} />;
  return (
    <Suspense fallback={<LoadingState />}>
      <FreeScreen task={task} {...uses} firstSeal={firstSeal} onDone={onDone} />
    </Suspense>
  );
}

interface OpenProps {
  task: TaskDetail;
  seals: UsableSeal[];
  firstSeal: FirstSealDialog | undefined;
  onDone: (answer: SignAnswer) => void;
}

function OpenScreen({ task, seals: usable, firstSeal, onDone }: OpenProps) {
  const { t } = useTranslation('sign');
  const { leave, afterRefusal } = useWaysOut();
  const mine = task.signerList.find((s) => s.mine && s.status === 'SIGNING')!;
  const ofEnterprise = typeOfSigner(mine) === 'ENTERPRISE';
  const { seals: all, use, needs } = useSealUses(task.planId, ofEnterprise, usable);
  const seals = useMemo(
    () => all.filter(({ category }) => isRequested(category, mine.sealKind)),
    [all, mine.sealKind],
  );
  const own = useOwnPlacements(task, mine.signerId);
  const [fileIndex, setFileIndex] = useState(() => firstToSign(task)?.fileIndex ?? 0);
  const document = task.documents[fileIndex]!;
  const file = useRevisionBytes(task.planId, document);
  const stage = useRef<StageHandle>(null);
  const [confirming, setConfirming] = useState(false);
  // What the signer was shown; only they say that they saw another state.
  const [shown, setShown] = useState(task);
  const [rejecting, setRejecting] = useState(false);
  const [asking, setAsking] = useState(false);
  const here = (p: TaskPlacement | undefined) => p?.documentId === document.documentId;
  const goTo = (p: TaskPlacement | undefined) => p && stage.current?.goTo(p.page - 1, p.y);
  const filling = useFillings(own, seals, ofEnterprise, (places) => goTo(places.find(here)));
  const { fillings, board, drawn, closeBoard } = filling;
  const left = missing(own, fillings);
  const fields = useFields(own, task.documents);
  const approved = useApprovedFillings(use, filling, fields);

  // Opens at the requested placement, otherwise at the first one pending for the signer.
  const requested = useRef<TaskPlacement>(undefined);
  const { labels, takeLabels } = usePageLabels(document.documentId);
  const onOpened = (read: PageLabels | undefined) => {
    takeLabels(read);
    goTo(here(requested.current) ? requested.current : own.find(here));
    requested.current = undefined;
  };
  const show = (p: TaskPlacement) => {
    if (here(p)) return goTo(p);
    requested.current = p;
    setFileIndex(task.documents.find((d) => d.documentId === p.documentId)!.fileIndex);
  };
  const { seals: used, signatures } = usedIn(fillings);
  const what = summaryOf(t, used, signatures);
  const mustAsk = !approved && used.some(({ sealId }) => needs(sealId));
  const signed = { task, shown, fillings, fields };
  const { lacks, why, onMake, dialog } = useLacking(own, seals, ofEnterprise, mine.sealKind, firstSeal);

  return (
    <SigningFrame
      before={<IconButton icon="arrow-left" label={t('back')} onClick={leave} />}
      title={task.taskName}
      about={t('from', { initiator: task.initiator, number: task.number })}
      actions={
        <Button kind="quiet" onClick={() => setRejecting(true)}>
          {t('reject')}
        </Button>
      }
      documents={task.documents}
      document={document}
      chooseLabel={t('document')}
      onChoose={setFileIndex}
      format={task.taskFileType}
      file={file}
      stage={stage}
      onOpened={onOpened}
      overlay={(index, pxPerMm) => (
        <SignSpots
          task={task}
          document={document}
          own={own}
          index={index}
          pxPerMm={pxPerMm}
          fillings={fillings}
          fields={fields}
          next={left[0]}
          onToggle={filling.toggle}
          onDropSeal={(p, sealId) => {
            if (!filling.place(p, sealId))
              toast({ tone: 'warning', text: t('sealUnfit', { kind: t(`kind.${p.kind}`) }) });
          }}
        />
      )}
      side={
        <SignSide
          task={task}
          placements={own}
          documents={task.documents}
          labels={labels}
          seals={seals.filter((s) => own.some((p) => sealFits(p.kind, s.category, ofEnterprise)))}
          seal={filling.seal}
          onSeal={filling.setSeal}
          fillings={fillings}
          fields={fields}
          onShow={show}
          notice={why}
          above={use && <SealUseNotice use={use} />}
          foot={
            <SignFoot
              own={own}
              left={left}
              fields={fields}
              lacks={lacks}
              onMake={onMake}
              what={what}
              onFill={filling.fill}
              onShow={show}
              onSign={() => setConfirming(true)}
              // Seals that need an approval, or that the operator may not use, must be requested.
              {...(mustAsk ? { onAsk: () => setAsking(true), asked: isUnderWay(use) } : {})}
            />
          }
        />
      }
    >
      <Suspense fallback={null}>
        {board !== null && (
          <HandDialog open onClose={closeBoard} onDrawn={(drawing) => drawn({ kind: 'drawing', drawing })} />
        )}
        {confirming && (
          <SignConfirmation
            {...signed}
            onShown={setShown}
            mine={mine}
            what={what}
            onClose={() => setConfirming(false)}
            onDone={onDone}
          />
        )}
        {dialog}
        {asking && <AskSealDialog {...signed} seals={what} onClose={() => setAsking(false)} />}
        {rejecting && (
          <RejectDialog open onClose={() => setRejecting(false)} task={task} onDone={afterRefusal} />
        )}
      </Suspense>
    </SigningFrame>
  );
}

const useOwnPlacements = ({ placements }: TaskDetail, signerId: string): TaskPlacement[] =>
  useMemo(() => placements.filter((p) => p.signerId === signerId), [placements, signerId]);

/** What opened files call their pages, by document: a file is read when it is opened. */
function usePageLabels(documentId: string) {
  const [labels, setLabels] = useState<Readonly<Record<string, PageLabels>>>({});
  const takeLabels = (read: PageLabels | undefined) =>
    read && setLabels((known) => ({ ...known, [documentId]: read }));
  return { labels, takeLabels };
}

/**
 * Whether an enterprise lacks a seal for one of its placements, and the reason as text: none made, not authorized,
 * disabled, or a certificate problem ([8.14]).
 */
function useLacking(
  own: readonly TaskPlacement[],
  seals: readonly UsableSeal[],
  ofEnterprise: boolean,
  sealKind: TaskDetail['signerList'][number]['sealKind'],
  firstSeal: FirstSealDialog | undefined,
) {
  const { t } = useTranslation('sign');
  const lacksSeal = (p: TaskPlacement) => !seals.some((s) => sealFits(p.kind, s.category, ofEnterprise));
  const lacking = ofEnterprise ? toFill(own).filter(lacksSeal) : [];
  const noSeal = lacking.some((p) => ['ENT_SEAL', 'CROSS_PAGE'].includes(p.kind));
  const making = useSealMaking(noSeal, sealKind, firstSeal);
  const lacks = lacking.length > 0;
  return { ...making, lacks, why: making.why ?? (lacks ? t('noSignature') : undefined) };
}

/** 合同专用章、2 个签名 */
function summaryOf(t: TFunction<'sign'>, seals: readonly UsableSeal[], signatures: number): string {
  const names = seals.map((s) => s.name);
  if (signatures === 1) names.push(t('ownSignature'));
  if (signatures > 1) names.push(t('signatures', { count: signatures }));
  return names.join(t('and'));
}

import { useNavigate, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getStampProblem } from '#core/seal/calls.ts';
import { sealFits } from '#core/task/place-rules.ts';
import { queryOf } from '../../../query.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { DocumentStage, type StageHandle } from '../../../stage/document-stage.tsx';
import frame from '../../../stage/signing.module.css';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ClippedWords } from '../../../ui/clipped-words.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { missing, toFill, type UsableSeal, usedIn } from './fillings.ts';
import style from './sign.module.css';
import { SignConfirmation } from './sign-confirmation.tsx';
import { SignDone } from './sign-done.tsx';
import { SignSide } from './sign-side.tsx';
import { SignSpots } from './sign-spots.tsx';
import { TaskFailure } from './task-failure.tsx';
import { useFillings } from './use-fillings.ts';
import {
  firstToSign,
  type SignAnswer,
  type TaskDetail,
  type TaskPlacement,
  usableSealsQuery,
  useRevisionBytes,
  useTask,
} from './use-task.ts';

// What is seen on the click only comes with the click, so that the pages stand there sooner.
const HandDialog = lazy(async () => ({
  default: (await import('../../../parts/consent/hand-dialog.tsx')).HandDialog,
}));
const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog.tsx')).RejectDialog }));
const Select = lazy(async () => ({ default: (await import('../../../ui/select.tsx')).Select }));

/** /fileSign/fileSign ([2.17]): the documents, what is asked for, and one button that says what it will do. */
export function SigningScreen() {
  const { t } = useTranslation('sign');
  const [params] = useSearchParams();
  const planId = params.get('planId') ?? '';
  const task = useTask(planId);
  usePageTitle({ subject: task.data?.taskName });
  const seals = useQuery(usableSealsQuery());
  const [done, setDone] = useState<SignAnswer>();
  if (planId === '') return <TaskFailure />;
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
          title={t(`closed.${task.data.label}`, { defaultValue: t('closed.default') })}
          actions={
            <>
              <LinkButton kind="primary" to={`/contract/preview?planId=${planId}`}>
                {t('read')}
              </LinkButton>
              <LinkButton to="/home">{t('shell:goHome')}</LinkButton>
            </>
          }
        >
          {task.data.taskName}
        </EmptyState>
      </div>
    );
  return <OpenScreen task={task.data} seals={seals.data} onDone={setDone} />;
}

function OpenScreen({
  task,
  seals,
  onDone,
}: {
  task: TaskDetail;
  seals: UsableSeal[];
  onDone: (answer: SignAnswer) => void;
}) {
  const { t } = useTranslation('sign');
  const navigate = useNavigate();
  const mine = task.signerList.find((s) => s.mine && s.status === 'SIGNING')!;
  const ofEnterprise = mine.signatoryType === 'ENTERPRISE';
  const own = useMemo(
    () => task.placements.filter((p) => p.signerId === mine.signerId),
    [task.placements, mine.signerId],
  );
  const [fileIndex, setFileIndex] = useState(() => firstToSign(task)?.fileIndex ?? 0);
  const document = task.documents[fileIndex]!;
  const { bytes, error } = useRevisionBytes(task.planId, document);
  const pages = usePageSource(bytes, formatOf(document.fileName), document.pages);
  const stage = useRef<StageHandle>(null);
  const [confirming, setConfirming] = useState(false);
  // What the signer was shown; only they say that they saw another state.
  const [shown, setShown] = useState(task);
  const [rejecting, setRejecting] = useState(false);
  const { fillings, seal, setSeal, fill, toggle, place, board, drawn, closeBoard } = useFillings(
    own,
    seals,
    ofEnterprise,
    (places) => {
      const seen = places.find((p) => p.documentId === document.documentId);
      if (seen) stage.current?.goTo(seen.page - 1, seen.y);
    },
  );
  const left = missing(own, fillings);

  // Opened at the place that was asked for, otherwise at the first that waits for the signer.
  const opened = pages.state === 'open';
  const asked = useRef<TaskPlacement>(undefined);
  useEffect(() => {
    if (!opened) return;
    const here = (p: TaskPlacement | undefined) => p?.documentId === document.documentId;
    const first = here(asked.current) ? asked.current : own.find(here);
    asked.current = undefined;
    if (first) stage.current?.goTo(first.page - 1, first.y);
  }, [opened, own, document.documentId]);

  const show = (p: TaskPlacement) => {
    const at = task.documents.find((d) => d.documentId === p.documentId)!;
    if (at.fileIndex !== fileIndex) {
      asked.current = p;
      setFileIndex(at.fileIndex);
    } else stage.current?.goTo(p.page - 1, p.y);
  };
  const lacksSeal = (p: TaskPlacement) => !seals.some((s) => sealFits(p.kind, s.category, ofEnterprise));
  const lacking = ofEnterprise ? toFill(own).filter(lacksSeal) : [];
  const noSeal = lacking.some((p) => ['ENT_SEAL', 'CROSS_PAGE'].includes(p.kind));
  const noSignature = lacking.length > 0 && !noSeal;
  // The reason in words: none made, not authorized, disabled, or what is the matter with the certificate ([8.14]).
  const why = useQuery({
    ...queryOf(getStampProblem, {}),
    enabled: noSeal,
  });
  const { seals: used, signatures } = usedIn(fillings);
  const what = wordsOf(t, used, signatures);
  const signWords = t('signWith', { what });

  return (
    <div className={style.screen}>
      <header className={style.head}>
        <IconButton
          icon="arrow-left"
          label={t('back')}
          onClick={() => navigate('/contract/issuedContract')}
        />
        <h1>{task.taskName}</h1>
        <span className={style.about}>{t('from', { initiator: task.initiator, number: task.number })}</span>
        <span className={style.spacer} />
        {task.documents.length > 1 && (
          <Suspense fallback={null}>
            <Select
              label={t('document')}
              hideLabel
              value={String(fileIndex)}
              onChange={(i) => setFileIndex(Number(i))}
              options={task.documents.map((d) => ({ value: String(d.fileIndex), label: d.fileName }))}
            />
          </Suspense>
        )}
        <Button kind="quiet" onClick={() => setRejecting(true)}>
          {t('reject')}
        </Button>
      </header>
      <div className={frame.stage}>
        {error ? (
          <ErrorState error={error} />
        ) : pages.state === 'open' ? (
          <DocumentStage
            source={pages.source}
            label={document.fileName}
            handle={stage}
            overlay={(index, pxPerMm) => (
              <SignSpots
                task={task}
                document={document}
                own={own}
                index={index}
                pxPerMm={pxPerMm}
                fillings={fillings}
                next={left[0]}
                onToggle={toggle}
                onDropSeal={(p, sealId) => {
                  if (!place(p, sealId))
                    toast({ tone: 'warning', text: t('sealUnfit', { kind: t(`kind.${p.kind}`) }) });
                }}
              />
            )}
          />
        ) : pages.state === 'failed' ? (
          <ErrorState error={pages.error} />
        ) : (
          <LoadingState />
        )}
      </div>
      <SignSide
        placements={own}
        documents={task.documents}
        seals={seals.filter((s) => own.some((p) => sealFits(p.kind, s.category, ofEnterprise)))}
        seal={seal}
        onSeal={setSeal}
        fillings={fillings}
        onShow={show}
        notice={noSeal ? why.data?.message || t('noSeal') : noSignature ? t('noSignature') : undefined}
        foot={
          left.length > 0 ? (
            <>
              <Button
                kind="primary"
                size="large"
                wide
                icon={toFill(own).every((p) => p.kind === 'HANDWRITTEN') ? 'signature' : 'seal'}
                disabled={lacking.length > 0}
                onClick={() => fill(left)}
              >
                {t('fillAll', { count: left.length })}
              </Button>
              <Button wide onClick={() => show(left[0]!)}>
                {t('next', { count: left.length })}
              </Button>
            </>
          ) : (
            <Button
              kind="primary"
              size="large"
              wide
              icon="seal"
              title={signWords}
              aria-label={signWords}
              onClick={() => setConfirming(true)}
            >
              <ClippedWords words={signWords} part={what} />
            </Button>
          )
        }
      />
      <Suspense fallback={null}>
        {board !== null && (
          <HandDialog open onClose={closeBoard} onDrawn={(drawing) => drawn({ kind: 'drawing', drawing })} />
        )}
        {confirming && (
          <SignConfirmation
            task={task}
            shown={shown}
            onShown={setShown}
            mine={mine}
            fillings={fillings}
            what={what}
            onClose={() => setConfirming(false)}
            onDone={onDone}
          />
        )}
        {rejecting && (
          <RejectDialog
            open
            onClose={() => setRejecting(false)}
            task={task}
            onDone={() => navigate('/contract/issuedContract')}
          />
        )}
      </Suspense>
    </div>
  );
}

/** 合同专用章、2 个签名 */
function wordsOf(t: TFunction<'sign'>, seals: readonly UsableSeal[], signatures: number): string {
  const names = seals.map((s) => s.name);
  if (signatures === 1) names.push(t('ownSignature'));
  if (signatures > 1) names.push(t('signatures', { count: signatures }));
  return names.join(t('and'));
}

const formatOf = (fileName: string): 'PDF' | 'OFD' =>
  fileName.toLowerCase().endsWith('.ofd') ? 'OFD' : 'PDF';

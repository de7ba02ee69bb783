import { useNavigate, useSearchParams } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Limits } from '#core/config/limits.ts';
import { addPlaces } from '#core/task/change-calls.ts';
import { checkPlacements, type PlanProblem } from '#core/task/check-plan.ts';
import { type Draft, type DraftPlacement, draftToPlan } from '#core/task/draft.ts';
import { seenOf } from '#core/task/seen.ts';
import { call } from '../../../call.ts';
import { useUnsaved } from '../../../kit/unsaved.tsx';
import { useUndo } from '../../../parts/room/use-undo.ts';
import { SigningFrame } from '../../../parts/signing/signing-frame.tsx';
import { useRefresh } from '../../../query.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { useLimits } from '../../../shell/use-limits.ts';
import type { StageHandle } from '../../../stage/document-stage.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, LoadingState } from '../../../ui/state.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import { TaskFailure } from '../sign/task-failure.tsx';
import { type TaskDetail, useRevisionBytes, useTask } from '../sign/use-task.ts';
import { PlaceLayer } from '../wizard/place-layer.tsx';
import { PlaceSide } from '../wizard/place-side.tsx';
import { Problems, problemText } from '../wizard/problems.tsx';
import type { KeywordHits } from '../wizard/use-keyword-hits.ts';
import { usePlacing } from '../wizard/use-placing.ts';
import style from './change.module.css';
import { usePlaces } from './use-places.ts';

const NO_HITS: KeywordHits = new Map();

/** /prePlaced: adds placements to a task that was already sent, before anybody signs ([2.6]). */
export function AddPlacesScreen() {
  const { t } = useTranslation(['task', 'wizard', 'stage']);
  const [params] = useSearchParams();
  const taskId = params.get('planId') ?? '';
  const task = useTask(taskId);
  usePageTitle({ subject: task.data?.taskName });
  if (taskId === '') return <TaskFailure />;
  if (task.error && !task.data) return <TaskFailure error={task.error} onRetry={() => void task.refetch()} />;
  if (!task.data) return <LoadingState />;
  if (!task.data.actions.includes('addPlaces'))
    return (
      <EmptyState
        whole
        icon="contract"
        title={t('addPlaces.closed')}
        actions={
          <>
            <LinkButton kind="primary" to={`/contract/summary/${taskId}`}>
              {t('action.trail')}
            </LinkButton>
            <LinkButton to="/home">{t('shell:goHome')}</LinkButton>
          </>
        }
      >
        {t('addPlaces.closedWhy')}
      </EmptyState>
    );
  return <OpenScreen task={task.data} />;
}

/** Works on the task as opened: a signer or colleague may change it in the meantime. */
function OpenScreen({ task: newest }: { task: TaskDetail }) {
  const { t } = useTranslation(['task', 'wizard']);
  const navigate = useNavigate();
  const limits = useLimits();
  const [task] = useState(newest);
  const { open, draft, fixed, added } = usePlaces(task);
  const [fileIndex, setFileIndex] = useState(0);
  const [problems, setProblems] = useState<readonly PlanProblem[]>([]);
  const stage = useRef<StageHandle>(null);
  const document = draft.documents[fileIndex]!;
  const file = useRevisionBytes(task.planId, task.documents[fileIndex]);
  const placing = usePlacing({ draft, open, hits: NO_HITS, fixed }, document, stage);
  const undo = useUndo(open.undo);
  const { save, unsaved } = useSaving(task, added);
  const layer = { placing, signers: draft.signers, document, hits: NO_HITS, code: undefined };
  const back = () => navigate(`/contract/summary/${task.planId}`);
  const trySave = () => {
    const found = problemsOf(draft, limits);
    setProblems(found);
    if (found.length === 0) save.mutate();
  };
  const show = (place: DraftPlacement | undefined) => {
    if (!place) return;
    placing.setSelected(place.placementId);
    if (place.documentId === document.documentId) stage.current?.goTo(place.page - 1, place.y);
    else setFileIndex(draft.documents.findIndex(({ documentId }) => documentId === place.documentId));
  };
  const problemOf = (path: string) => {
    const found = problems.find((one) => one.path === path);
    return found && problemText(t, found);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that undo work wherever the focus is on the screen
    <div onKeyDown={undo.onKeyDown}>
      <SigningFrame
        before={<IconButton icon="arrow-left" label={t('addPlaces.back')} onClick={back} />}
        title={task.taskName}
        about={t('action.addPlaces')}
        actions={
          <>
            <IconButton icon="undo" label={t('wizard:undo')} disabled={!undo.canUndo} onClick={undo.undo} />
            <IconButton icon="redo" label={t('wizard:redo')} disabled={!undo.canRedo} onClick={undo.redo} />
            <Button
              kind="primary"
              icon="check"
              pending={save.isPending}
              disabled={added.length === 0}
              onClick={trySave}
            >
              {t('addPlaces.save', { count: added.length })}
            </Button>
          </>
        }
        documents={task.documents}
        document={task.documents[fileIndex]}
        chooseLabel={t('preview.document')}
        onChoose={setFileIndex}
        format={task.taskFileType}
        file={file}
        stage={stage}
        overlay={(index, pxPerMm) => <PlaceLayer {...layer} index={index} pxPerMm={pxPerMm} />}
        side={
          <div className={style.places}>
            <PlaceSide
              above={
                <>
                  <p className={style.hint}>{t('addPlaces.about')}</p>
                  {problems.length > 0 && (
                    <Problems
                      problems={problems}
                      onGo={({ path }) => show(draft.placements[Number(path.split('.')[1])])}
                    />
                  )}
                  {save.error && <Notice tone="error">{errorText(save.error, t)}</Notice>}
                </>
              }
              signers={draft.signers}
              signer={placing.signer}
              onSigner={placing.setSignerId}
              placements={placing.placements}
              pages={document.pages.length}
              selected={placing.selected}
              onSelect={show}
              onAdd={(kind) => placing.add(kind)}
              isFixed={placing.isFixed}
              document={document}
              documents={draft.documents}
              hits={NO_HITS}
              pathOf={(id) => `placements.${draft.placements.findIndex((p) => p.placementId === id)}`}
              onDrop={(kind, { clientX, clientY }) => {
                const at = stage.current?.placeAt(clientX, clientY);
                if (at) placing.add(kind, at);
              }}
              onChange={placing.put}
              problemOf={problemOf}
              onDuplicate={placing.duplicate}
              onRemove={placing.remove}
              onDate={placing.addDate}
              onCopy={placing.copyTo}
              withDate={placing.withDate}
              onWithDate={placing.setWithDate}
            />
          </div>
        }
      >
        {unsaved.layer}
      </SigningFrame>
    </div>
  );
}

/** Saves the added placements; until then leaving the page or closing the tab asks for confirmation. */
function useSaving(task: TaskDetail, added: readonly DraftPlacement[]) {
  const { t } = useTranslation('task');
  const navigate = useNavigate();
  const refresh = useRefresh();
  const unsaved = useUnsaved(added.length > 0, {
    title: t('addPlaces.leave'),
    thing: task.taskName,
    consequence: t('addPlaces.leaveAbout', { count: added.length }),
    discard: t('addPlaces.discard'),
  });
  const save = useMutation({
    mutationFn: () =>
      call(
        addPlaces,
        {
          planId: task.planId,
          seen: seenOf(task.documents),
          placements: added.flatMap(({ keyword: _, fills: __, ...place }) =>
            place.kind === 'FIELD' ? [] : [{ ...place, kind: place.kind }],
          ),
        },
        { requestId: crypto.randomUUID() },
      ),
    onSuccess: async () => {
      unsaved.release();
      toast({ tone: 'success', text: t('addPlaces.done', { count: added.length }) });
      await refresh(addPlaces);
      navigate(`/contract/summary/${task.planId}`);
    },
  });
  return { save, unsaved };
}

/** The problems of all placements, including existing ones, by the same check as the Worker's. */
const problemsOf = (draft: Draft, limits: Limits): PlanProblem[] =>
  checkPlacements(draftToPlan('', draft), {
    facts: new Map(draft.documents.map((d) => [d.documentId, d])),
    limits,
  }).filter(({ path }) => path.startsWith('placements'));

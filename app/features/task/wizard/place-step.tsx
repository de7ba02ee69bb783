import { lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftDocument, DraftPlacement } from '#core/task/draft.ts';
import type { SigningKind } from '#core/task/plan.ts';
import { useUndo } from '../../../parts/room/use-undo.ts';
import { DocumentStage, type StageHandle } from '../../../stage/document-stage.tsx';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { useDocumentBytes } from '../draft/use-document-bytes.ts';
import { Proposal } from './auto-place.tsx';
import { PlaceLayer, PlaceMarks } from './place-layer.tsx';
import { PlaceSide } from './place-side.tsx';
import type { StepProps } from './step-props.ts';
import { useAutoPlace } from './use-auto-place.ts';
import type { KeywordHits } from './use-keyword-hits.ts';
import { usePlacing } from './use-placing.ts';
import style from './wizard.module.css';

// Reads and writes XML, which few need.
const FileParameters = lazy(() => import('./file-parameters.tsx'));

type Props = StepProps & {
  hits: KeywordHits;
  /** A placement to show and select, on each change. */
  wanted: DraftPlacement | undefined;
};

/** Step 4 ([2.16d]): places seals and signatures on the pages, by mouse or keyboard. */
export function PlaceStep(props: Props) {
  const { t } = useTranslation(['wizard', 'parameters']);
  const { draft, wanted } = props;
  const [exchanging, setExchanging] = useState(false);
  const [documentId, setDocumentId] = useState<string>();
  useEffect(() => {
    if (wanted) setDocumentId(wanted.documentId);
  }, [wanted]);
  if (draft.task.signFlow === 'FREE')
    return (
      <section className={style.panel}>
        <EmptyState icon="seal" title={t('signFlow.FREE')}>
          {t('placeFree')}
        </EmptyState>
      </section>
    );
  const document = draft.documents.find((d) => d.documentId === documentId) ?? draft.documents[0];
  if (!document || draft.signers.length === 0)
    return (
      <section className={style.panel}>
        <EmptyState icon="contract" title={t('placeNothing')}>
          {t(document ? 'placeNoSigner' : 'placeNoFile')}
        </EmptyState>
      </section>
    );
  return (
    <>
      <div className={style.row}>
        {draft.documents.length > 1 && (
          <Select
            label={t('field.files')}
            hideLabel
            value={document.documentId}
            onChange={setDocumentId}
            options={draft.documents.map((d) => ({ value: d.documentId, label: d.fileName }))}
          />
        )}
        <Button size="small" icon="contract" onClick={() => setExchanging(true)}>
          {t('parameters:action')}
        </Button>
      </div>
      {exchanging && (
        <Suspense fallback={null}>
          <FileParameters
            draft={draft}
            open={props.open}
            document={document}
            onClose={() => setExchanging(false)}
          />
        </Suspense>
      )}
      <PlaceDocument key={document.fileKey} {...props} document={document} />
    </>
  );
}

function PlaceDocument({
  draft,
  open,
  problemOf,
  document,
  hits,
  wanted,
}: Props & { document: DraftDocument }) {
  const { t } = useTranslation('wizard');
  const { bytes, error } = useDocumentBytes(document.fileKey);
  const pages = usePageSource(bytes, draft.task.taskFileType, document.pages);
  const stage = useRef<StageHandle>(null);
  const placing = usePlacing({ draft, open, hits }, document, stage);
  const undo = useUndo(open.undo);
  const auto = useAutoPlace({ draft, open, hits });
  const propose = async () => placing.showFirst(await auto.propose(placing.withDate));
  const { codeStatus, codeSide: side, codeSize: size } = draft.task;
  const code = codeStatus === 'ENABLE' ? { side, size } : undefined;
  const labels = pages.state === 'open' ? pages.source.labels : undefined;
  const layer = { placing, signers: draft.signers, document, hits, code, labels };
  const { setSelected } = placing;
  useEffect(() => {
    if (wanted?.documentId === document.documentId) setSelected(wanted.placementId);
  }, [wanted, document.documentId, setSelected]);
  // A keyword is searched while typing: scrolls to its first hit.
  const [hit] = hits.get(placing.selected?.placementId ?? '') ?? [];
  const spot = hit && `${hit.page} ${hit.box.y}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the position changes
  useEffect(() => {
    if (hit) stage.current?.goTo(hit.page - 1, hit.box.y);
  }, [spot]);
  const dropAt = (kind: SigningKind, { clientX, clientY }: PointerEvent) => {
    const at = stage.current?.placeAt(clientX, clientY);
    if (at) placing.add(kind, at);
  };

  if (error) return <ErrorState error={error}>{t('fileAway')}</ErrorState>;
  return (
    <>
      {auto.proposed && <Proposal {...auto.proposed} onUndo={undo.undo} onKeep={auto.keep} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that undo work wherever the focus is in the step */}
      <div className={style.place} onKeyDown={undo.onKeyDown}>
        {pages.state === 'open' ? (
          <DocumentStage
            source={pages.source}
            label={document.fileName}
            handle={stage}
            tools={
              <>
                <IconButton
                  size="small"
                  icon="undo"
                  label={t('undo')}
                  disabled={!undo.canUndo}
                  onClick={undo.undo}
                />
                <IconButton
                  size="small"
                  icon="redo"
                  label={t('redo')}
                  disabled={!undo.canRedo}
                  onClick={undo.redo}
                />
                <Button size="small" icon="seal" pending={auto.looking} onClick={propose}>
                  {t('placeAll')}
                </Button>
              </>
            }
            overlay={(index, pxPerMm) => <PlaceLayer {...layer} index={index} pxPerMm={pxPerMm} />}
            thumbOverlay={(index, pxPerMm) => <PlaceMarks {...layer} index={index} pxPerMm={pxPerMm} />}
          />
        ) : pages.state === 'failed' ? (
          <ErrorState error={pages.error} />
        ) : (
          <LoadingState />
        )}
        <PlaceSide
          signers={draft.signers}
          signer={placing.signer}
          onSigner={placing.setSignerId}
          placements={placing.placements}
          pages={document.pages.length}
          labels={labels}
          selected={placing.selected}
          onSelect={(p) => {
            placing.setSelected(p.placementId);
            const [hit] = hits.get(p.placementId) ?? [];
            const { page, y } = hit ? { page: hit.page, y: hit.box.y } : p;
            if (hit || !p.keyword) stage.current?.goTo(page - 1, y);
          }}
          onAdd={(kind) => placing.add(kind)}
          isFixed={placing.isFixed}
          onAddKeyword={placing.addKeyword}
          onAllFiles={placing.toAllFiles}
          document={document}
          documents={draft.documents}
          hits={hits}
          pathOf={(id) => `placements.${draft.placements.findIndex(({ placementId }) => placementId === id)}`}
          onDrop={dropAt}
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
    </>
  );
}

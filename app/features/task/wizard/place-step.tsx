import { type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftDocument } from '#core/task/draft.ts';
import type { PlacementKind } from '#core/task/plan.ts';
import { DocumentStage, type StageHandle } from '../../../stage/document-stage.tsx';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { useDocumentBytes } from '../draft/use-document-bytes.ts';
import { PlaceLayer, PlaceMarks } from './place-layer.tsx';
import { PlaceSide } from './place-side.tsx';
import type { StepProps } from './step-props.ts';
import { usePlacing } from './use-placing.ts';
import style from './wizard.module.css';

/** Step 4 ([2.16d]): seals and signatures onto the pages, by mouse and by keyboard. */
export function PlaceStep(props: StepProps) {
  const { t } = useTranslation('wizard');
  const { draft } = props;
  const [documentId, setDocumentId] = useState<string>();
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
      {draft.documents.length > 1 && (
        <Select
          label={t('field.files')}
          hideLabel
          value={document.documentId}
          onChange={setDocumentId}
          options={draft.documents.map((d) => ({ value: d.documentId, label: d.fileName }))}
        />
      )}
      <PlaceDocument key={document.fileKey} {...props} document={document} />
    </>
  );
}

function PlaceDocument({ draft, open, problemOf, document }: StepProps & { document: DraftDocument }) {
  const { t } = useTranslation('wizard');
  const { bytes, error } = useDocumentBytes(document.fileKey);
  const pages = usePageSource(bytes, draft.task.taskFileType, document.pages);
  const stage = useRef<StageHandle>(null);
  const placing = usePlacing({ draft, open }, document, stage);
  const layer = { placing, signers: draft.signers, document };
  const dropAt = (kind: PlacementKind, { clientX, clientY }: PointerEvent) => {
    const at = stage.current?.placeAt(clientX, clientY);
    if (at) placing.add(kind, at);
  };

  if (error) return <ErrorState error={error}>{t('fileAway')}</ErrorState>;
  return (
    <div className={style.place}>
      {pages.state === 'open' ? (
        <DocumentStage
          source={pages.source}
          label={document.fileName}
          handle={stage}
          tools={
            <>
              <Button size="small" kind="quiet" icon="undo" onClick={() => open.undo.undo()}>
                {t('undo')}
              </Button>
              <Button size="small" icon="seal" onClick={placing.proposeAll}>
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
        selected={placing.selected}
        onSelect={(p) => {
          placing.setSelected(p.placementId);
          stage.current?.goTo(p.page - 1, p.y);
        }}
        onAdd={(kind) => placing.add(kind)}
        onDrop={dropAt}
        onChange={placing.put}
        problemOf={problemOf}
        onDuplicate={placing.duplicate}
        onRemove={placing.remove}
      />
    </div>
  );
}

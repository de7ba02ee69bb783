import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftDocument, type DraftPlacement, putRow, removeRow } from '#core/task/draft.ts';
import type { PlacementKind } from '#core/task/plan.ts';
import { DocumentStage, type StageHandle } from '../../../stage/document-stage.tsx';
import { usePageSource } from '../../../stage/use-page-source.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { useDocumentBytes } from '../draft/use-document-bytes.ts';
import placementStyle from '../placement/placement.module.css';
import { PlacementBox } from '../placement/placement-box.tsx';
import { shownOnPage } from '../placement/shown-on-page.ts';
import { newKey } from './new-key.ts';
import { hueOf } from './party-hues.ts';
import { placeAll } from './place-all.ts';
import { PlaceSide } from './place-side.tsx';
import { PLACEMENT_SIZE } from './placement-sizes.ts';
import { nameOf } from './signer-name.ts';
import type { StepProps } from './step-props.ts';
import style from './wizard.module.css';

/** How far a second placement stands from the one that it would hide. */
const APART_MM = 8;

const round = (mm: number) => Math.round(mm * 10) / 10;

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
  const [selected, setSelected] = useState<string | null>(null);
  const [added, setAdded] = useState<string>();
  const [signerId, setSignerId] = useState(draft.signers[0]!.signatoryId);
  const signer = draft.signers.find((s) => s.signatoryId === signerId) ?? draft.signers[0]!;
  const placements = useMemo(
    () => draft.placements.filter((p) => p.documentId === document.documentId),
    [draft.placements, document.documentId],
  );

  const put = (id: string, fields: Partial<DraftPlacement>) => putRow(open.doc, 'placements', id, fields);
  const remove = (id: string) => {
    // A step of its own to be taken back, however soon it comes after a move.
    open.undo.stopCapturing();
    removeRow(open.doc, 'placements', id);
    setSelected(null);
  };
  const add = (kind: PlacementKind, at?: { page: number; x: number; y: number }) => {
    open.undo.stopCapturing();
    const { width, height } = PLACEMENT_SIZE[kind];
    const seen = stage.current?.middle();
    const index = at?.page ?? (kind === 'CROSS_PAGE' ? 0 : (seen?.page ?? 0));
    const page = document.pages[index]!;
    const middle = at ?? ((kind !== 'CROSS_PAGE' && seen) || { x: page.widthMm / 2, y: page.heightMm / 2 });
    let [x, y] = [middle.x - width / 2, middle.y - height / 2];
    // not right upon another one, which it would hide
    while (placements.some((p) => p.page === index + 1 && p.x === round(x) && p.y === round(y)))
      [x, y] = [x + APART_MM, y + APART_MM];
    const placementId = newKey();
    put(placementId, {
      signatoryId: signer.signatoryId,
      documentId: document.documentId,
      kind,
      ...keptOn(page, round(x), round(y), width, height),
      width,
      height,
      ...(kind === 'CROSS_PAGE'
        ? { page: 1, toPage: document.pages.length, rule: 'CONSECUTIVE' as const, x: 0 }
        : { page: index + 1 }),
    });
    setSelected(placementId);
    setAdded(placementId);
  };
  const move = (
    p: DraftPlacement,
    shown: { x: number; y: number },
    dx: number,
    dy: number,
    at?: { clientX: number; clientY: number; grabX: number; grabY: number },
  ) => {
    const dropped = at && p.kind !== 'CROSS_PAGE' ? stage.current?.placeAt(at.clientX, at.clientY) : null;
    if (at && dropped && dropped.page !== p.page - 1) {
      const corner = stage.current?.placeAt(at.clientX - at.grabX, at.clientY - at.grabY);
      const x = corner?.page === dropped.page ? corner.x : dropped.x - p.width / 2;
      const y = corner?.page === dropped.page ? corner.y : dropped.y - p.height / 2;
      put(p.placementId, {
        page: dropped.page + 1,
        ...keptOn(document.pages[dropped.page]!, round(x), round(y), p.width, p.height),
      });
      return;
    }
    const page = document.pages[p.page - 1]!;
    put(
      p.placementId,
      keptOn(
        page,
        round(p.kind === 'CROSS_PAGE' ? p.x : shown.x + dx),
        round(shown.y + dy),
        p.width,
        p.height,
      ),
    );
  };
  const proposeAll = () => {
    const proposed = placeAll(draft);
    open.doc.transact(() => {
      for (const p of proposed) put(p.placementId, p);
    });
    const here = proposed.find((p) => p.documentId === document.documentId);
    if (here) stage.current?.goTo(here.page - 1, here.y);
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
              <Button size="small" icon="seal" onClick={proposeAll}>
                {t('placeAll')}
              </Button>
            </>
          }
          overlay={(index, pxPerMm) => {
            const page = document.pages[index];
            if (!page) return null;
            return placements.map((p) => {
              const shown = shownOnPage(p, index, page.widthMm);
              if (!shown) return null;
              const at = draft.signers.findIndex((s) => s.signatoryId === p.signatoryId);
              return (
                <PlacementBox
                  key={p.placementId}
                  placement={p}
                  shown={shown}
                  pxPerMm={pxPerMm}
                  pageHeight={page.heightMm}
                  hue={hueOf(at)}
                  signer={nameOf(draft.signers[at]!, t('signerNumber', { n: at + 1 }))}
                  selected={selected === p.placementId}
                  autoFocus={added === p.placementId}
                  off={isOff(shown, page)}
                  onSelect={() => {
                    setSelected(p.placementId);
                    setSignerId(p.signatoryId);
                  }}
                  onMove={(dx, dy, where) => move(p, shown, dx, dy, where)}
                  onRemove={() => remove(p.placementId)}
                />
              );
            });
          }}
          thumbOverlay={(index, pxPerMm) =>
            placements.map((p) => {
              const shown = shownOnPage(p, index, document.pages[index]?.widthMm ?? 210);
              if (!shown) return null;
              const at = draft.signers.findIndex((s) => s.signatoryId === p.signatoryId);
              const box = {
                left: shown.x * pxPerMm,
                top: shown.y * pxPerMm,
                width: shown.width * pxPerMm,
                height: shown.height * pxPerMm,
              };
              return (
                <span
                  key={p.placementId}
                  className={placementStyle.mark}
                  style={{ ...box, '--hue': hueOf(at) } as React.CSSProperties}
                />
              );
            })
          }
        />
      ) : pages.state === 'failed' ? (
        <ErrorState error={pages.error} />
      ) : (
        <LoadingState />
      )}
      <PlaceSide
        signers={draft.signers}
        signer={signer}
        onSigner={setSignerId}
        placements={placements}
        pages={document.pages.length}
        selected={placements.find((p) => p.placementId === selected)}
        onSelect={(p) => {
          setSelected(p.placementId);
          stage.current?.goTo(p.page - 1, p.y);
        }}
        onAdd={(kind) => add(kind)}
        onDrop={(kind, event: PointerEvent) => {
          const at = stage.current?.placeAt(event.clientX, event.clientY);
          if (at) add(kind, at);
          return at !== null && at !== undefined;
        }}
        onChange={put}
        problemOf={problemOf}
        onDuplicate={(p) => {
          const placementId = newKey();
          put(placementId, { ...p, placementId, x: p.x + APART_MM, y: p.y + APART_MM });
          setSelected(placementId);
        }}
        onRemove={remove}
      />
    </div>
  );
}

/** The place moved so that the box is on the page. */
function keptOn(
  page: { widthMm: number; heightMm: number },
  x: number,
  y: number,
  width: number,
  height: number,
) {
  return {
    x: Math.max(0, Math.min(x, round(page.widthMm - width))),
    y: Math.max(0, Math.min(y, round(page.heightMm - height))),
  };
}

const isOff = (
  box: { x: number; y: number; width: number; height: number },
  page: { widthMm: number; heightMm: number },
) =>
  box.x < -0.5 ||
  box.y < -0.5 ||
  box.x + box.width > page.widthMm + 0.5 ||
  box.y + box.height > page.heightMm + 0.5;

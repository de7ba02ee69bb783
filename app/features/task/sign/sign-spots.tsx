import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { DrawingView } from '../../../ui/drawing-view.tsx';
import { boxOnPage } from '../placement/box-on-page.ts';
import { focusOnField } from './field-list.tsx';
import { DRAGGED_SEAL, type Filling, type Fillings } from './fillings.ts';
import style from './sign.module.css';
import type { Fields } from './use-fields.ts';
import type { TaskDetail, TaskDocument, TaskPlacement } from './use-task.ts';

interface Props {
  task: TaskDetail;
  document: TaskDocument;
  own: readonly TaskPlacement[];
  index: number;
  pxPerMm: number;
  fillings: Fillings;
  fields: Fields;
  next: TaskPlacement | undefined;
  onToggle: (placement: TaskPlacement) => void;
  /** A seal was dropped on the placement. */
  onDropSeal: (placement: TaskPlacement, sealId: string) => void;
}

/** The placements of one page: the signer's own to be filled, and those where others have yet to sign. */
export function SignSpots({
  task,
  document,
  own,
  index,
  pxPerMm,
  fillings,
  fields,
  next,
  onToggle,
  onDropSeal,
}: Props) {
  const { t } = useTranslation('sign');
  const width = document.pages[index]?.widthMm ?? 210;
  return (
    <>
      {task.placements.map((p) => {
        if (p.documentId !== document.documentId) return null;
        const shown = boxOnPage(p, index, width);
        if (!shown) return null;
        const box = {
          left: shown.x * pxPerMm,
          top: shown.y * pxPerMm,
          width: shown.width * pxPerMm,
          height: shown.height * pxPerMm,
        };
        if (!own.includes(p)) {
          const signer = task.signerList.find((s) => s.signerId === p.signerId);
          if (!signer || signer.status === 'SIGNED') return null;
          return (
            <div key={p.placementId} className={style.other} style={box}>
              {signer.entName || signer.userName}
            </div>
          );
        }
        if (p.fills) {
          const drawing = fields.drawings.get(p.placementId);
          const one = fields.fields.find(({ places }) => places.includes(p));
          return (
            <button
              key={p.placementId}
              type="button"
              // as small as a line: keyboard users use the list beside the pages
              tabIndex={-1}
              className={style.blank}
              style={box}
              data-blank={p.placementId}
              data-filled={drawing !== undefined && drawing.items.length > 0}
              aria-label={t('fillField', { name: p.fills.name, page: index + 1 })}
              onClick={() => one && focusOnField(one)}
            >
              {drawing && <DrawingView drawing={drawing} label="" className={style.written} />}
            </button>
          );
        }
        const filling = fillings.get(p.placementId);
        const kind = t(`kind.${p.kind}`);
        if (!shown.own || p.kind === 'SIGN_DATE')
          return (
            <div key={p.placementId} className={style.other} style={box} aria-hidden="true">
              {filling && shown.slice ? (
                <Slice filling={filling} {...shown.slice} width={box.width} />
              ) : filling ? (
                <Landed filling={filling} label={kind} />
              ) : p.kind === 'SIGN_DATE' ? (
                t('dateItself')
              ) : (
                kind
              )}
            </div>
          );
        return (
          <button
            key={p.placementId}
            type="button"
            className={style.spot}
            style={box}
            data-spot={p.placementId}
            data-filled={filling !== undefined}
            data-next={next?.placementId === p.placementId}
            aria-pressed={filling !== undefined}
            aria-label={t(filling ? 'takeBack' : 'fillHere', { kind, page: index + 1 })}
            onClick={() => onToggle(p)}
            onDragOver={(event) => {
              if (event.dataTransfer.types.includes(DRAGGED_SEAL)) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              onDropSeal(p, event.dataTransfer.getData(DRAGGED_SEAL));
            }}
          >
            {filling && shown.slice ? (
              <Slice filling={filling} {...shown.slice} width={box.width} />
            ) : filling ? (
              <Landed filling={filling} label={kind} />
            ) : (
              kind
            )}
          </button>
        );
      })}
    </>
  );
}

const drawingOf = (filling: Filling): Drawing =>
  filling.kind === 'seal' ? filling.seal.drawing : filling.drawing;

const Landed = ({ filling, label }: { filling: Filling; label: string }) => (
  <DrawingView drawing={drawingOf(filling)} label={label} className={style.landed} />
);

/** One page's part of a cross-page seal. */
function Slice({
  filling,
  index,
  count,
  width,
}: {
  filling: Filling;
  index: number;
  count: number;
  width: number;
}) {
  return (
    <span className={style.slice} style={{ inset: 0 }}>
      <span style={{ position: 'absolute', top: 0, bottom: 0, left: -index * width, width: width * count }}>
        <DrawingView drawing={drawingOf(filling)} label="" className={style.landed} />
      </span>
    </span>
  );
}

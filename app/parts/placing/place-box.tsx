import { useTranslation } from 'react-i18next';
import { MovableBox } from '../../stage/movable-box.tsx';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { drawingOf, type Place, type seenOn } from './places.ts';
import style from './placing.module.css';

interface Props {
  place: Place;
  seen: NonNullable<ReturnType<typeof seenOn>>;
  name: string;
  pxPerMm: number;
  selected: boolean;
  onSelect: () => void;
  /** Called with the movement in mm. */
  onMove: (dx: number, dy: number) => void;
  onRemove: () => void;
}

/** A placement on a page, rendered as it will be in the file. On further pages of a spread it is read-only. */
export function PlaceBox({ place, seen, name, ...box }: Props) {
  const { t } = useTranslation('placing');
  const { pxPerMm } = box;
  const drawing = drawingOf(place.tool);
  const height = seen.height * pxPerMm;
  const { placementId, page } = place;
  const [x, y] = [Math.round(seen.x), Math.round(seen.y)];
  return (
    <MovableBox
      {...box}
      shown={seen}
      className={style.box}
      echoClass={style.echo}
      data={{ 'data-place': placementId }}
      label={t('box', { what: name, page, x, y })}
      role={t('boxRole')}
      upAndDown={place.spread === 'EDGE'}
    >
      {drawing ? (
        <span
          aria-hidden="true"
          className={style.art}
          style={{ left: -seen.offset * pxPerMm, width: place.width * pxPerMm, height }}
        >
          <DrawingView drawing={drawing} label="" className={style.drawing} />
        </span>
      ) : (
        <span className={style.date} style={{ fontSize: height * 0.6 }}>
          {name}
        </span>
      )}
    </MovableBox>
  );
}

import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanPlacement } from '#core/task/plan.ts';
import type { AlignLines } from '../../../stage/align.ts';
import { type LetGo, MovableBox } from '../../../stage/movable-box.tsx';
import { pageName } from '../../../stage/page-name.ts';
import type { PageLabels } from '../../../stage/page-source.ts';
import { classes } from '../../../ui/classes.ts';
import type { PageBox } from './box-on-page.ts';
import style from './placement.module.css';

interface Props {
  placement: Pick<PlanPlacement, 'placementId' | 'kind' | 'width' | 'height' | 'page'>;
  shown: PageBox;
  pxPerMm: number;
  hue: number;
  /** Name of the signer, for the label of the box. */
  signer: string;
  selected: boolean;
  /** Takes the focus after being placed, so that arrow keys move it at once. */
  autoFocus: boolean;
  /** What the file calls its pages. */
  labels: PageLabels | undefined;
  /** It exceeds the page. */
  off: boolean;
  lines: () => AlignLines;
  onSelect: () => void;
  onMove: (dx: number, dy: number, at?: LetGo) => void;
  onRemove: () => void;
}

/** A placement of the wizard on a page, in its party's colour; shows its size while selected. */
export function PlacementBox({ placement, shown, hue, signer, off, labels, ...box }: Props) {
  const { t } = useTranslation('wizard');
  const kind = t(`kind.${placement.kind}`);
  const { placementId, page, width, height } = placement;
  const [x, y] = [Math.round(shown.x), Math.round(shown.y)];
  return (
    <MovableBox
      {...box}
      shown={shown}
      className={classes(
        style.box,
        box.selected && style.selected,
        off && style.off,
        placement.kind === 'ENT_SEAL' && style.round,
      )}
      draggingClass={style.dragging}
      echoClass={style.echo}
      style={{ '--hue': hue } as CSSProperties}
      data={{ 'data-placement': placementId }}
      label={t('placementName', { kind, signer, page: pageName(t, page - 1, labels), x, y })}
      role={t('placementRole')}
      upAndDown={placement.kind === 'CROSS_PAGE'}
    >
      {shown.own && (
        <>
          <span className={style.label}>
            {signer}
            <br />
            {kind}
          </span>
          {box.selected && (
            <span className={style.size}>
              {width} × {height} mm
            </span>
          )}
        </>
      )}
    </MovableBox>
  );
}

import type { Drawing } from '#core/drawing.ts';
import { DrawingView } from '../../ui/drawing-view.tsx';
import style from './seal.module.css';

/** Thumbnail of a seal in a list: on white like paper, at most 48 px high. */
export const SealThumb = ({ drawing, name }: { drawing: unknown; name: string }) => (
  <span className={style.thumb}>
    <DrawingView drawing={drawing as Drawing} label={name} className={style.thumbArt} />
  </span>
);

import type { SignaturePlace } from '#core/verification/find-places.ts';
import style from './verification.module.css';

type Props = { place: SignaturePlace; pxPerMm: number; title?: string };

/** A frame around a signature on its page. */
export function PlaceMark({ place: { x, y, width, height }, pxPerMm, title }: Props) {
  return (
    <span
      className={style.mark}
      title={title}
      style={{
        left: x * pxPerMm,
        top: y * pxPerMm,
        width: Math.max(width * pxPerMm, 4),
        height: Math.max(height * pxPerMm, 4),
      }}
    >
      {title && <span className="visually-hidden">{title}</span>}
    </span>
  );
}

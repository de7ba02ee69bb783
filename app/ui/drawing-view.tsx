import { memo } from 'react';
import type { Drawing } from '#core/drawing.ts';
import { pathToSvg } from '#core/drawing-to-svg.ts';

type Props = {
  drawing: Drawing;
  /** Names it for a screen reader; empty where words beside it do. */
  label: string;
  className?: string | undefined;
  /** px a mm; without it the drawing fills its place. */
  scale?: number;
};

/** A vector drawing on the screen, the same as in a document: seals, signatures, dates. */
export const DrawingView = memo(function DrawingView({ drawing, label, className, scale }: Props) {
  const { widthMm, heightMm, items } = drawing;
  const size = scale === undefined ? {} : { width: widthMm * scale, height: heightMm * scale };
  return (
    <svg
      className={className}
      viewBox={`0 0 ${widthMm} ${heightMm}`}
      {...size}
      role="img"
      aria-label={label}
      aria-hidden={label === ''}
    >
      {items.map((item, i) => (
        <path
          key={i}
          d={pathToSvg(item.path)}
          fill={item.fill ?? 'none'}
          fillRule={item.fillRule}
          stroke={item.stroke}
          strokeWidth={item.stroke === undefined ? undefined : (item.strokeWidthMm ?? 0.1)}
          strokeDasharray={item.dash?.join(' ')}
          strokeLinecap={item.lineCap}
          strokeLinejoin={item.lineJoin}
          strokeMiterlimit={10}
          opacity={item.opacity}
        />
      ))}
    </svg>
  );
});

import { memo } from 'react';
import type { Drawing } from '#core/drawing.ts';
import { pathToSvg } from '#core/drawing-to-svg.ts';

type Props = {
  drawing: Drawing;
  /** Accessible name; empty if adjacent text names it. */
  label: string;
  className?: string | undefined;
  /** px per mm; by default the drawing fills its container. */
  scale?: number;
};

/** Renders a vector drawing (seal, signature, date) exactly as it looks in a document. */
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

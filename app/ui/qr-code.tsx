import { useMemo } from 'react';
import { encode } from 'uqr';

/** Quiet zone around the code, in modules: four, by ISO/IEC 18004, clause 6.3.8. */
const QUIET = 4;

/** A QR code for a phone, black on white also in the dark theme. `size` in px, including the quiet zone. */
export function QrCode({ text, label, size = 200 }: { text: string; label: string; size?: number }) {
  const { path, modules } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: 0 });
    const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
    return { path: rows.join(''), modules: data.length };
  }, [text]);
  const side = modules + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8 }}
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

import type { Drawing, DrawingItem, PathCommand } from './drawing.ts';

/**
 * Converts the drawing to an SVG document in its true size (width and height in mm, one user unit per mm). Coordinates
 * are rounded to a thousandth of a mm. `title` is its name for screen readers.
 */
export function drawingToSvg(drawing: Drawing, title?: string): string {
  const { widthMm, heightMm } = drawing;
  const size = `width="${short(widthMm)}mm" height="${short(heightMm)}mm" viewBox="0 0 ${short(widthMm)} ${short(heightMm)}"`;
  const label = title === undefined ? '' : `<title>${escapeXml(title)}</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} overflow="hidden">${label}${drawing.items.map(itemToSvg).join('')}</svg>`;
}

/** The `d` attribute of a path, coordinates in mm. */
export function pathToSvg(path: readonly PathCommand[]): string {
  return path
    .map(
      (c) =>
        c[0] +
        c
          .slice(1)
          .map((n) => short(n as number))
          .join(' '),
    )
    .join('');
}

function itemToSvg(item: DrawingItem): string {
  const attributes: [string, string | undefined][] = [
    ['d', pathToSvg(item.path)],
    ['fill', item.fill ?? 'none'],
    ['fill-rule', item.fillRule === 'evenodd' ? 'evenodd' : undefined],
    ['stroke', item.stroke],
    ['stroke-width', item.stroke === undefined ? undefined : short(item.strokeWidthMm ?? 0.1)],
    ['stroke-dasharray', item.dash?.map(short).join(' ')],
    ['stroke-linecap', item.lineCap],
    ['stroke-linejoin', item.lineJoin],
    [
      'stroke-miterlimit',
      item.stroke !== undefined && (item.lineJoin ?? 'miter') === 'miter' ? '10' : undefined,
    ],
    ['opacity', item.opacity === undefined ? undefined : short(item.opacity)],
  ];
  const written = attributes.filter(([, value]) => value !== undefined);
  return `<path ${written.map(([name, value]) => `${name}="${escapeXml(value ?? '')}"`).join(' ')}/>`;
}

const short = (n: number): string => {
  const rounded = Math.round(n * 1000) / 1000;
  return Object.is(rounded, -0) ? '0' : String(rounded);
};

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`);

import type { PlacedBox } from '#core/typeset/display.ts';
import type { ContentAnchor } from '../content.ts';

/** A control of a docx on a laid-out page; page from 1, mm from the page's top left. */
interface ControlBox {
  readonly key: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Boxes of fields and places in the format that the typesetter reports for a web template (page from 0, mm). A seal is
 * centred on its line, in the size of its anchor.
 */
export function boxesOfControls(
  controls: readonly ControlBox[],
  anchors: readonly ContentAnchor[],
): PlacedBox[] {
  const known = new Map(anchors.map((anchor) => [anchor.key, anchor]));
  return controls.map(({ key, page, x, y, width, height }) => {
    const box = { id: key, page: page - 1, x };
    const anchor = known.get(key);
    return anchor
      ? {
          ...box,
          kind: 'place',
          y: y + height / 2 - anchor.height / 2,
          width: anchor.width,
          height: anchor.height,
        }
      : { ...box, kind: 'field', y, width, height };
  });
}

import type { PictureBlock } from './document.ts';
import { addElement, type Slice } from './page-builder.ts';
import type { Setting } from './set-text.ts';

/** A picture as one slice; scaled down proportionally if it is larger than `width` × `room` mm. */
export function setPicture(
  picture: PictureBlock,
  place: { width: number; room: number; parent: number; block: number },
  { builder }: Setting,
): Slice {
  const scale = Math.min(1, place.width / picture.width, place.room / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const element =
    picture.alt === ''
      ? undefined
      : addElement(builder, { role: 'Figure', parent: place.parent, alt: picture.alt });
  const free = place.width - width;
  const left = picture.align === 'right' ? free : picture.align === 'centre' ? free / 2 : 0;
  return {
    height,
    above: 0,
    keepWithNext: false,
    block: place.block,
    id: picture.id,
    offset: 0,
    draw(target, at) {
      const { data } = picture;
      if (!data) return;
      target.pages[at.page]!.items.push({
        kind: 'picture',
        x: at.x + left,
        y: at.y,
        width,
        height,
        data,
        element,
      });
    },
  };
}

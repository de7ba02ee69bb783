import type { Bytes } from '#core/bytes.ts';
import { readPathData } from '#core/ofd/render/path-data.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { characterWidth } from './character-width.ts';
import type { WriteColor, WriteImage, WriteObject, WritePath, WriteText } from './types.ts';

export interface PageResources {
  /** Ids by font name. */
  fonts: Map<string, number>;
  images: { id: number; data: Bytes; format: string }[];
  ids: { next: number };
}

/** XML of the objects of one layer, in order. */
export function writeObjects(objects: WriteObject[], resources: PageResources): string {
  return objects
    .map((object) => {
      if (object.kind === 'text') return textXml(object, resources);
      if (object.kind === 'path') return pathXml(object, resources);
      return object.kind === 'image' ? imageXml(object, resources) : object.xml;
    })
    .join('');
}

const mm = (n: number) => String(Number(n.toFixed(4)));

function color(name: 'FillColor' | 'StrokeColor', value: WriteColor): string {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  if (!/^#[0-9a-fA-F]{6}$/.test(value)) throw new RangeError(`${value} is no colour`);
  return `<ofd:${name} Value="${rgb.join(' ')}"/>`;
}

/** Distances, with runs of equal values shortened to `g count value`. */
export function writeDeltas(deltas: number[]): string {
  const out: string[] = [];
  for (let i = 0; i < deltas.length; ) {
    let same = 1;
    while (i + same < deltas.length && mm(deltas[i + same]!) === mm(deltas[i]!)) same++;
    out.push(same > 2 ? `g ${same} ${mm(deltas[i]!)}` : Array(same).fill(mm(deltas[i]!)).join(' '));
    i += same;
  }
  return out.join(' ');
}

function textXml(text: WriteText, resources: PageResources): string {
  const font = resources.fonts.get(text.font);
  if (font === undefined) throw new RangeError(`font ${text.font} is not in the document`);
  const characters = [...text.text];
  if (characters.length === 0) return '';
  const widths = characters.map((c, i) => text.advances?.[i] ?? characterWidth(c) * text.size);
  const width = widths.reduce((sum, w) => sum + w, 0);
  const deltas = writeDeltas(widths.slice(0, -1));
  const boundary = `${mm(text.x)} ${mm(text.y - text.size * 0.88)} ${mm(width)} ${mm(text.size * 1.16)}`;
  return (
    `<ofd:TextObject ID="${resources.ids.next++}" Boundary="${boundary}" Font="${font}" Size="${mm(text.size)}"` +
    `${text.bold ? ' Weight="700"' : ''}>${color('FillColor', text.color ?? '#000000')}` +
    `<ofd:TextCode X="0" Y="${mm(text.size * 0.88)}"${deltas ? ` DeltaX="${deltas}"` : ''}>${escapeXml(text.text)}</ofd:TextCode>` +
    '</ofd:TextObject>'
  );
}

/** The boundary encloses the path including its line width; the CTM shifts the data into it. */
function pathXml(path: WritePath, resources: PageResources): string {
  const lineWidth = path.lineWidth ?? 0.353;
  const { box } = readPathData(path.data);
  const left = box.x - lineWidth;
  const top = box.y - lineWidth;
  const boundary = [left, top, box.width + 2 * lineWidth, box.height + 2 * lineWidth].map(mm).join(' ');
  const fill = path.fill ? ` Fill="true"${path.evenOdd ? ' Rule="Even-Odd"' : ''}` : '';
  return (
    `<ofd:PathObject ID="${resources.ids.next++}" Boundary="${boundary}" CTM="1 0 0 1 ${mm(-left)} ${mm(-top)}"` +
    ` LineWidth="${mm(lineWidth)}" Stroke="${path.stroke !== undefined}"${fill}>` +
    `${path.stroke ? color('StrokeColor', path.stroke) : ''}${path.fill ? color('FillColor', path.fill) : ''}` +
    `<ofd:AbbreviatedData>${escapeXml(path.data)}</ofd:AbbreviatedData></ofd:PathObject>`
  );
}

function imageXml(image: WriteImage, resources: PageResources): string {
  let known = resources.images.find((other) => other.data === image.data);
  if (!known) {
    known = { id: resources.ids.next++, data: image.data, format: image.format };
    resources.images.push(known);
  }
  const boundary = [image.x, image.y, image.width, image.height].map(mm).join(' ');
  return (
    `<ofd:ImageObject ID="${resources.ids.next++}" Boundary="${boundary}"` +
    ` CTM="${mm(image.width)} 0 0 ${mm(image.height)} 0 0" ResourceID="${known.id}"/>`
  );
}

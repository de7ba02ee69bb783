import type { Bytes } from '#core/bytes.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { type Docx, findPart, readXmlPart, relationsPath } from './open-docx.ts';
import { splice } from './part.ts';

/** A picture inserted into the text; displayed size in mm. */
export interface DocxPicture {
  bytes: Bytes;
  type: 'png' | 'jpeg';
  width: number;
  height: number;
}

/** One use of a picture in a part of the file. */
export interface UsedPicture {
  digest: string;
  picture: DocxPicture;
  /** The id of its relation. */
  relation: string;
}

const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';
const RELATIONS_HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">';

/** Adds the package entries for pictures: their files, relations of the parts that show them, and content types. */
export function addPictures(
  docx: Docx,
  pictures: ReadonlyMap<string, readonly UsedPicture[]>,
): { texts: Map<string, string>; added: Map<string, Bytes> } {
  const texts = new Map<string, string>();
  const added = new Map<string, Bytes>();
  if (pictures.size === 0) return { texts, added };
  const types = new Set<string>();
  for (const [path, used] of pictures) {
    const lines = used.map(({ digest, picture, relation }) => {
      const file = `media/signet-${digest.slice(0, 32)}.${picture.type}`;
      added.set(`word/${file}`, picture.bytes);
      types.add(picture.type);
      return `<Relationship Id="${relation}" Type="${IMAGE}" Target="/word/${file}"/>`;
    });
    const relations = findPart(docx.pkg, relationsPath(path)) ?? relationsPath(path);
    texts.set(relations, withInside(docx, relations, lines.join('')));
  }
  const typesPath = findPart(docx.pkg, '[Content_Types].xml')!;
  const { text, root } = readXmlPart(docx.pkg, typesPath);
  const known = new Set(root.children.map(({ attributes }) => attributes.Extension?.toLowerCase()));
  const lines = [...types].filter((type) => !known.has(type));
  const at = root.children[0]?.start ?? root.closeStart;
  const by = lines.map((type) => `<Default Extension="${type}" ContentType="image/${type}"/>`).join('');
  if (by) texts.set(typesPath, splice(text, [{ from: at, to: at, by }]));
  return { texts, added };
}

function withInside(docx: Docx, path: string, lines: string): string {
  if (!docx.pkg.files.has(path)) return `${RELATIONS_HEAD}${lines}</Relationships>`;
  const { text, root } = readXmlPart(docx.pkg, path);
  if (root.closeStart === root.end) return `${RELATIONS_HEAD}${lines}</Relationships>`;
  return splice(text, [{ from: root.closeStart, to: root.closeStart, by: lines }]);
}

/** English Metric Units of a millimetre. */
const EMU = 36_000;
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

/** An inline picture, the `number`th of the file; `name` is its alternative text. */
export function drawingXml({ picture, relation }: UsedPicture, number: number, name: string): string {
  const [cx, cy] = [Math.round(picture.width * EMU), Math.round(picture.height * EMU)];
  const title = escapeXml(name);
  return (
    `<w:drawing><wp:inline xmlns:wp="${DRAWING}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0">` +
    `<wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${910_000 + number}" name="${title}" descr="${title}"/>` +
    `<a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture">` +
    `<pic:pic xmlns:pic="${DRAWING}/picture"><pic:nvPicPr><pic:cNvPr id="${number}" name="${title}"/><pic:cNvPicPr/>` +
    '</pic:nvPicPr><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
    `r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>` +
    `<a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>` +
    '</a:graphicData></a:graphic></wp:inline></w:drawing>'
  );
}

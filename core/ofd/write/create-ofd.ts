import { zipSync } from 'fflate';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import type { WriteDocument, WriteFont, WritePage } from './types.ts';
import { type PageResources, writeObjects } from './write-objects.ts';

const NAMESPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Creates an OFD file (GB/T 33190-2016) with one document. Deterministic: ids are sequential, and the zip's times come
 * from `now`. Throws a RangeError if a page has no size or a text uses a font that the document lacks.
 *
 * ```ts
 * const bytes = createOfd({ docId: '4f2c…', now: Date.now(), fonts, pages: [{ width: 210, height: 297, objects }] });
 * ```
 */
export function createOfd(document: WriteDocument): Bytes {
  const files: Record<string, Uint8Array> = {};
  const add = (path: string, xml: string) => {
    files[path] = utf8(HEAD + xml);
  };
  const ids = { next: 1 };
  const resources: PageResources = {
    fonts: new Map(document.fonts.map((font) => [font.name, ids.next++])),
    images: [],
    ids,
  };
  const pages = document.pages.map((page, i) => {
    if (!(page.width > 0) || !(page.height > 0)) throw new RangeError('a page needs a size');
    const id = ids.next++;
    const path = `Pages/Page_${i}/Content.xml`;
    add(`Doc_0/${path}`, pageXml(page, ids.next++, writeObjects(page.objects, resources)));
    return `<ofd:Page ID="${id}" BaseLoc="${path}"/>`;
  });
  const images = resources.images.map(({ id, data, format }) => {
    const name = `image_${id}.${format.toLowerCase()}`;
    files[`Doc_0/Res/${name}`] = data;
    return `<ofd:MultiMedia ID="${id}" Type="Image" Format="${escapeXml(format)}"><ofd:MediaFile>${name}</ofd:MediaFile></ofd:MultiMedia>`;
  });
  const fonts = document.fonts.map((font) => fontXml(font, resources.fonts.get(font.name)!, files));
  add(
    'Doc_0/PublicRes.xml',
    `<ofd:Res ${NAMESPACE} BaseLoc="Res"><ofd:Fonts>${fonts.join('')}</ofd:Fonts></ofd:Res>`,
  );
  if (images.length > 0) {
    add(
      'Doc_0/DocumentRes.xml',
      `<ofd:Res ${NAMESPACE} BaseLoc="Res"><ofd:MultiMedias>${images.join('')}</ofd:MultiMedias></ofd:Res>`,
    );
  }
  const attachments = attachmentsXml(document, files);
  if (attachments) add('Doc_0/Attachs/Attachments.xml', attachments);

  const first = document.pages[0] ?? { width: 210, height: 297 };
  add(
    'Doc_0/Document.xml',
    `<ofd:Document ${NAMESPACE}><ofd:CommonData><ofd:MaxUnitID>${ids.next}</ofd:MaxUnitID>` +
      `<ofd:PageArea><ofd:PhysicalBox>0 0 ${first.width} ${first.height}</ofd:PhysicalBox></ofd:PageArea>` +
      '<ofd:PublicRes>PublicRes.xml</ofd:PublicRes>' +
      `${images.length > 0 ? '<ofd:DocumentRes>DocumentRes.xml</ofd:DocumentRes>' : ''}</ofd:CommonData>` +
      `<ofd:Pages>${pages.join('')}</ofd:Pages>` +
      `${attachments ? '<ofd:Attachments>Attachs/Attachments.xml</ofd:Attachments>' : ''}</ofd:Document>`,
  );
  add('OFD.xml', rootXml(document));
  return pack(files, document.now);
}

function rootXml(document: WriteDocument): string {
  const date = new Date(document.now).toISOString().slice(0, 10);
  const text = (name: string, value: string | undefined) =>
    value === undefined ? '' : `<ofd:${name}>${escapeXml(value)}</ofd:${name}>`;
  return (
    `<ofd:OFD ${NAMESPACE} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo>` +
    text('DocID', document.docId) +
    text('Title', document.title) +
    text('Author', document.author) +
    text('CreationDate', date) +
    text('ModDate', date) +
    text('Creator', document.creator) +
    '</ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>'
  );
}

function pageXml(page: WritePage, layerId: number, objects: string): string {
  return (
    `<ofd:Page ${NAMESPACE}><ofd:Area><ofd:PhysicalBox>0 0 ${page.width} ${page.height}</ofd:PhysicalBox></ofd:Area>` +
    `<ofd:Content><ofd:Layer Type="Body" ID="${layerId}">${objects}</ofd:Layer></ofd:Content></ofd:Page>`
  );
}

function fontXml(font: WriteFont, id: number, files: Record<string, Uint8Array>): string {
  const named = `ID="${id}" FontName="${escapeXml(font.name)}" FamilyName="${escapeXml(font.family ?? font.name)}"`;
  if (!font.data) return `<ofd:Font ${named}/>`;
  const file = `font_${id}.${font.data[0] === 0x4f ? 'otf' : 'ttf'}`;
  files[`Doc_0/Res/${file}`] = font.data;
  return `<ofd:Font ${named}><ofd:FontFile>${file}</ofd:FontFile></ofd:Font>`;
}

function attachmentsXml(document: WriteDocument, files: Record<string, Uint8Array>): string | undefined {
  if (!document.attachments?.length) return undefined;
  const items = document.attachments.map((attachment, i) => {
    const file = `attachment_${i}`;
    files[`Doc_0/Attachs/${file}`] = attachment.data;
    const named = `ID="${i + 1}" Name="${escapeXml(attachment.name)}" Format="${escapeXml(attachment.format)}"`;
    return `<ofd:Attachment ${named} Size="${attachment.data.length / 1024}"><ofd:FileLoc>${file}</ofd:FileLoc></ofd:Attachment>`;
  });
  return `<ofd:Attachments ${NAMESPACE}>${items.join('')}</ofd:Attachments>`;
}

/** OFD.xml comes first, so that a streaming reader can identify the file at once. */
function pack(files: Record<string, Uint8Array>, now: number): Bytes {
  const names = Object.keys(files).sort((a, b) => Number(b === 'OFD.xml') - Number(a === 'OFD.xml'));
  // Zip stores local times from 1980 on in steps of two seconds; the date is sufficient.
  const day = new Date(Math.max(now, Date.UTC(1980, 0, 2)));
  const mtime = new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
  return zipSync(Object.fromEntries(names.map((name) => [name, [files[name]!, { mtime }]])), {
    level: 6,
  }) as Bytes;
}

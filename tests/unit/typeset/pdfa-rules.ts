import type { Bytes } from '#core/bytes.ts';
import { judge } from '#tests/unit/pdf/documents.ts';

/**
 * What veraPDF asks of a PDF/A-2u, as far as it concerns files without attachments, layers and media: an independent
 * reading of ISO 19005-2, 6.1 to 6.11, over the objects as qpdf reports them. Each rule is named by its clause.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Dict = { [key: string]: Json };
interface Stream {
  dict: Dict;
  data: Buffer;
}

const isDict = (value: Json | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** ISO 32000-1, annex A; BX and EX are left out, since a conforming file has nothing to hide with them. */
const OPERATORS = new Set(
  'b B b* B* BDC BI BMC BT c cm CS cs d d0 d1 Do DP EI EMC ET f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
);
const BLENDS =
  /^\/(Normal|Compatible|Multiply|Screen|Overlay|Darken|Lighten|Color(Dodge|Burn)?|HardLight|SoftLight|Difference|Exclusion|Hue|Saturation|Luminosity)$/;
const FILTERS =
  /^\/(ASCIIHexDecode|ASCII85Decode|FlateDecode|RunLengthDecode|CCITTFaxDecode|JBIG2Decode|DCTDecode|JPXDecode)$/;
const ACTIONS = /^\/(GoTo|GoToR|GoToE|Thread|URI|Named|SubmitForm)$/;
const ANNOTATIONS =
  /^\/(Text|Link|FreeText|Line|Square|Circle|Polygon|PolyLine|Highlight|Underline|Squiggly|StrikeOut|Stamp|Caret|Ink|Popup|FileAttachment|Widget|PrinterMark|TrapNet|Watermark|Redact)$/;

/** The rules that a file breaks, each with its clause and the object; none for a conforming one. */
export function brokenRules(pdf: Bytes): string[] {
  const broken: string[] = [];
  const raw = read(pdf, 'none');
  const decoded = read(pdf, 'generalized');
  const break_ = (clause: string, what: string) => broken.push(`${clause} ${what}`);
  const at = (value: Json | undefined): Json | undefined => {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value;
    const found = raw.objects.get(value);
    return found && 'stream' in found ? found.stream.dict : found?.value;
  };
  const dictAt = (value: Json | undefined): Dict => {
    const found = at(value);
    return isDict(found) ? found : {};
  };

  fileStructure(pdf, raw.trailer, break_);
  const catalog = dictAt(raw.trailer['/Root']);
  for (const key of ['/AA', '/Requirements', '/NeedsRendering'])
    if (catalog[key] !== undefined) break_('6.5.2/6.11', `catalog has ${key}`);
  const names = dictAt(catalog['/Names']);
  if (names['/JavaScript'] ?? names['/AlternatePresentations'] ?? names['/EmbeddedFiles'])
    break_('6.5.1', 'names of scripts, presentations or files');
  const form = dictAt(catalog['/AcroForm']);
  if (form['/NeedAppearances'] === true || form['/XFA'] !== undefined) break_('6.4.1', 'form');

  const [intent] = (at(catalog['/OutputIntents']) as Json[] | undefined) ?? [];
  const intentDict = dictAt(intent);
  const profile = dictAt(intentDict['/DestOutputProfile']);
  if (intentDict['/S'] !== '/GTS_PDFA1' || profile['/N'] !== 3) break_('6.2.3', 'output intent is not RGB');
  const profileStream = decoded.objects.get(intentDict['/DestOutputProfile'] as string);
  if (!profileStream || !('stream' in profileStream)) break_('6.2.3', 'no profile');
  else {
    const { data } = profileStream.stream;
    const kind = data.subarray(12, 20).toString('latin1');
    if (!/^(mntr|prtr)RGB /.test(kind) || data.subarray(36, 40).toString() !== 'acsp')
      break_('6.2.3', `profile ${kind}`);
    if (data.readUInt32BE(0) !== data.length || data[8]! > 4) break_('6.2.3', 'profile is not whole');
  }
  metadata(catalog, dictAt(raw.trailer['/Info']), decoded.objects, break_);

  for (const [ref, object] of raw.objects) {
    const value = 'stream' in object ? object.stream.dict : object.value;
    walk(value, (inner) => limits(inner, ref, break_));
    if ('stream' in object) {
      const { dict } = object.stream;
      for (const key of ['/F', '/FFilter', '/FDecodeParms'])
        if (dict[key] !== undefined) break_('6.1.7.1', `${ref} ${key}`);
      for (const filter of [dict['/Filter'] ?? []].flat())
        if (!FILTERS.test(String(filter))) break_('6.1.7.2', `${ref} ${String(filter)}`);
      if (dict['/Length'] !== undefined && at(dict['/Length']) !== object.stream.data.length)
        break_('6.1.7.1', `${ref} length`);
      if (dict['/Subtype'] === '/Image') {
        if (dict['/Alternates'] ?? dict['/OPI']) break_('6.2.8', ref);
        if (dict['/Interpolate'] === true) break_('6.2.8', `${ref} interpolated`);
      }
      if (dict['/Subtype'] === '/Form' && (dict['/OPI'] ?? dict['/Subtype2'] ?? dict['/PS'] ?? dict['/Ref']))
        break_('6.2.9', ref);
      if (dict['/Subtype'] === '/PS') break_('6.2.9', `${ref} PostScript`);
    }
    walk(value, (inner) => {
      if (!isDict(inner)) return;
      if (JSON.stringify(inner).includes('/DeviceCMYK')) break_('6.2.4.3', `${ref} DeviceCMYK`);
      if (inner['/TR'] ?? inner['/HTP']) break_('6.2.5', ref);
      if (inner['/TR2'] !== undefined && inner['/TR2'] !== '/Default') break_('6.2.5', ref);
      for (const blend of [inner['/BM'] ?? []].flat())
        if (!BLENDS.test(String(blend))) break_('6.2.10', `${ref} ${String(blend)}`);
      if (typeof inner['/S'] === 'string' && inner['/Type'] === '/Action' && !ACTIONS.test(inner['/S']))
        break_('6.5.1', `${ref} ${inner['/S']}`);
      if (inner['/JS'] !== undefined) break_('6.5.1', `${ref} script`);
      if (inner['/Type'] === '/Annot') annotation(inner, ref, at, break_);
      if (inner['/Type'] === '/Page' && inner['/AA'] !== undefined) break_('6.5.2', `${ref} AA`);
      if (inner['/Type'] === '/Page' && inner['/PresSteps'] !== undefined) break_('6.10', ref);
    });
  }
  content(decoded.objects, at, break_);
  return [...new Set(broken)];
}

type Objects = ReadonlyMap<string, { value: Json } | { stream: Stream }>;
type Break = (clause: string, what: string) => void;

function read(pdf: Bytes, level: 'none' | 'generalized'): { objects: Objects; trailer: Dict } {
  const { text } = judge(
    'qpdf',
    pdf,
    '--json=2',
    '--json-stream-data=inline',
    `--decode-level=${level}`,
    'FILE',
  );
  const said = JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) as {
    qpdf: [Json, Record<string, Dict>];
  };
  const objects = new Map<string, { value: Json } | { stream: Stream }>();
  let trailer: Dict = {};
  for (const [name, object] of Object.entries(said.qpdf[1])) {
    if (name === 'trailer') trailer = object.value as Dict;
    else if (isDict(object.stream)) {
      const { dict, data } = object.stream as { dict: Dict; data: string };
      objects.set(name.slice(4), { stream: { dict, data: Buffer.from(data, 'base64') } });
    } else objects.set(name.slice(4), { value: object.value ?? null });
  }
  return { objects, trailer };
}

function walk(value: Json, see: (inner: Json) => void): void {
  see(value);
  if (Array.isArray(value)) for (const inner of value) walk(inner, see);
  else if (isDict(value)) for (const inner of Object.values(value)) walk(inner, see);
}

function fileStructure(pdf: Bytes, trailer: Dict, break_: Break): void {
  const head = Buffer.from(pdf.subarray(0, 20));
  if (!/^%PDF-1\.[0-7][\r\n]/.test(head.toString('latin1'))) break_('6.1.2', 'header');
  const comment = head.indexOf(10) + 1;
  if (head[comment] !== 0x25 || !head.subarray(comment + 1, comment + 5).every((byte) => byte > 127))
    break_('6.1.2', 'comment of four bytes above 127');
  if (!/%%EOF\r?\n?$/.test(Buffer.from(pdf.subarray(-8)).toString('latin1'))) break_('6.1.3', 'end');
  if (!Array.isArray(trailer['/ID']) || trailer['/ID'].length !== 2) break_('6.1.3', 'ID');
  if (trailer['/Encrypt'] !== undefined) break_('6.1.3', 'encrypted');
}

function limits(inner: Json, ref: string, break_: Break): void {
  if (typeof inner === 'number' && Number.isInteger(inner) && Math.abs(inner) > 2 ** 31 - 1)
    break_('6.1.13', `${ref} integer`);
  if (typeof inner !== 'string') return;
  if (inner.startsWith('/') && Buffer.byteLength(inner) > 128) break_('6.1.13', `${ref} name`);
  if (/^[ub]:/.test(inner) && Buffer.byteLength(inner) > 65_536) break_('6.1.13', `${ref} string`);
}

function metadata(catalog: Dict, info: Dict, objects: Objects, break_: Break): void {
  const stream = objects.get(catalog['/Metadata'] as string);
  if (!stream || !('stream' in stream)) {
    break_('6.6.2.1', 'no metadata');
    return;
  }
  const { dict, data } = stream.stream;
  if (dict['/Filter'] !== undefined) break_('6.6.2.1', 'metadata is compressed');
  const xmp = data.toString('utf8');
  if (
    !/<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/.test(xmp) ||
    /bytes=|encoding=/.test(xmp.slice(0, 80))
  )
    break_('6.6.2.1', 'packet');
  const tell = (name: string) =>
    new RegExp(`<${name}>([^<]*)<|${name}="([^"]*)"`)
      .exec(xmp)
      ?.slice(1)
      .find((one) => one !== undefined);
  if (tell('pdfaid:part') !== '2' || tell('pdfaid:conformance') !== 'U') break_('6.6.4', 'identification');
  const text = (value: Json | undefined) =>
    typeof value === 'string' ? value.replace(/^u:/, '') : undefined;
  const equal: [string, string | undefined][] = [
    ['/Title', /<dc:title>.*?<rdf:li[^>]*>([^<]*)</s.exec(xmp)?.[1]],
    ['/Producer', tell('pdf:Producer')],
    ['/Creator', tell('xmp:CreatorTool')],
  ];
  for (const [key, value] of equal)
    if (info[key] !== undefined && text(info[key]) !== value) break_('6.6.3', `${key} differs from XMP`);
  for (const [key, name] of [
    ['/CreationDate', 'xmp:CreateDate'],
    ['/ModDate', 'xmp:ModifyDate'],
  ] as const) {
    const digits = (date: string | undefined) => date?.replace(/\D/g, '').slice(0, 14);
    if (info[key] !== undefined && digits(text(info[key])) !== digits(tell(name)))
      break_('6.6.3', `${key} differs from XMP`);
  }
}

function annotation(
  annot: Dict,
  ref: string,
  at: (value: Json | undefined) => Json | undefined,
  break_: Break,
): void {
  if (!ANNOTATIONS.test(String(annot['/Subtype']))) break_('6.3.1', `${ref} ${String(annot['/Subtype'])}`);
  const flags = Number(annot['/F'] ?? 0);
  // printed, and none of invisible, hidden, not viewed, or toggled
  if (annot['/Subtype'] !== '/Popup' && ((flags & 4) === 0 || (flags & (1 | 2 | 32 | 256)) !== 0))
    break_('6.3.2', `${ref} flags ${flags}`);
  if (annot['/Subtype'] === '/Widget' && (annot['/A'] ?? annot['/AA'])) break_('6.4.1', ref);
  const rect = (at(annot['/Rect']) as number[] | undefined) ?? [0, 0, 0, 0];
  const drawn = rect[0] !== rect[2] || rect[1] !== rect[3];
  const looks = at(annot['/AP']);
  if (drawn && !/^\/(Popup|Link)$/.test(String(annot['/Subtype'])) && !(isDict(looks) && looks['/N']))
    break_('6.3.3', `${ref} without appearance`);
}

/** Content streams of pages and forms with the fonts that they use. */
function content(objects: Objects, at: (value: Json | undefined) => Json | undefined, break_: Break): void {
  const used = new Map<string, Set<number>>();
  for (const [ref, object] of objects) {
    const dict = 'stream' in object ? object.stream.dict : object.value;
    if (!isDict(dict)) continue;
    const isPage = dict['/Type'] === '/Page';
    if (!isPage && dict['/Subtype'] !== '/Form') continue;
    const resources = at(dict['/Resources']);
    if (!isDict(resources)) {
      break_('6.2.2', `${ref} has no resources of its own`);
      continue;
    }
    const parts = isPage ? [dict['/Contents'] ?? []].flat() : [ref];
    const streams = parts.map((part) => objects.get(String(part)));
    const bytes = Buffer.concat(
      streams.flatMap((one) => (one && 'stream' in one ? [one.stream.data, Buffer.from('\n')] : [])),
    );
    const fonts = at(resources['/Font']);
    interpret(bytes.toString('latin1'), ref, break_, (font, code) => {
      const name = isDict(fonts) ? String(fonts[font] ?? '') : '';
      if (name === '') break_('6.2.2', `${ref} names a font that is not there: ${font}`);
      used.set(name, (used.get(name) ?? new Set()).add(code));
    });
  }
  for (const [ref, codes] of used) font(ref, codes, objects, at, break_);
}

const TOKEN = /\/[^\s()<>[\]{}/%]*|<<|>>|<[0-9A-Fa-f\s]*>|\((?:\\.|[^\\()])*\)|[[\]]|[^\s()<>[\]{}/%]+/gs;

function interpret(
  source: string,
  ref: string,
  break_: Break,
  show: (font: string, code: number) => void,
): void {
  let operands: string[] = [];
  let [depth, current] = [0, ''];
  for (const [token] of source.matchAll(TOKEN)) {
    if (!/^[A-Za-z'"]/.test(token) || /^(true|false|null)$/.test(token)) {
      operands.push(token);
      continue;
    }
    if (!OPERATORS.has(token)) break_('6.2.2', `${ref} operator ${token}`);
    if (token === 'q' && ++depth > 28) break_('6.1.13', `${ref} q nested`);
    if (token === 'Q' && --depth < 0) break_('6.2.2', `${ref} Q without q`);
    if (token === 'k' || token === 'K') break_('6.2.4.3', `${ref} CMYK`);
    if (token === 'Tf') current = operands.at(-2) ?? '';
    if (token === 'Tj' || token === 'TJ')
      for (const text of operands)
        if (text.startsWith('<') && text !== '<<')
          for (const [code] of text.slice(1, -1).replace(/\s/g, '').matchAll(/.{4}/g))
            show(current, Number.parseInt(code, 16));
        else if (text.startsWith('(')) break_('6.2.11.4', `${ref} text without a hexadecimal code`);
    operands = [];
  }
  if (depth !== 0) break_('6.2.2', `${ref} q without Q`);
}

function font(
  ref: string,
  codes: ReadonlySet<number>,
  objects: Objects,
  at: (value: Json | undefined) => Json | undefined,
  break_: Break,
): void {
  const dict = at(ref) as Dict;
  if (dict['/Subtype'] !== '/Type0') {
    break_('6.2.11', `${ref} is no composite font`);
    return;
  }
  if (dict['/Encoding'] !== '/Identity-H') break_('6.2.11.3.3', `${ref} ${String(dict['/Encoding'])}`);
  const descendant = at((at(dict['/DescendantFonts']) as Json[])[0]) as Dict;
  if (descendant['/Subtype'] !== '/CIDFontType2') break_('6.2.11.2', `${ref} descendant`);
  if (at(descendant['/CIDToGIDMap']) !== '/Identity') break_('6.2.11.3.2', `${ref} CIDToGIDMap`);
  if (dict['/BaseFont'] === undefined || !/^\/[A-Z]{6}\+/.test(String(descendant['/BaseFont'])))
    break_('6.2.11.2', `${ref} is not named as a subset`);
  const descriptor = at(descendant['/FontDescriptor']) as Dict;
  const program = objects.get(String(descriptor['/FontFile2']));
  if (!program || !('stream' in program)) {
    break_('6.2.11.4.1', `${ref} is not embedded`);
    return;
  }
  const width = advances(program.stream.data);
  const stated = widthsOf(at(descendant['/W']) as Json[], Number(descendant['/DW'] ?? 1000));
  const map = objects.get(String(dict['/ToUnicode']));
  const unicode = map && 'stream' in map ? unicodeOf(map.stream.data.toString('latin1')) : new Map();
  for (const code of codes) {
    if (code === 0) break_('6.2.11.8', `${ref} shows .notdef`);
    const own = width(code);
    if (own === undefined) break_('6.2.11.4.1', `${ref} has no glyph ${code}`);
    else if (Math.abs(own - stated(code)) > 1) break_('6.2.11.5', `${ref} width of ${code}`);
    const text = unicode.get(code) as string | undefined;
    if (!text || /^(0000|FEFF|FFFE)$/i.test(text)) break_('6.2.11.7.2', `${ref} Unicode of ${code}`);
  }
}

/** Advances of a TrueType font in thousandths, by glyph. */
function advances(data: Buffer): (glyph: number) => number | undefined {
  const table = (name: string): number => {
    for (let i = 0; i < data.readUInt16BE(4); i++)
      if (data.toString('latin1', 12 + i * 16, 16 + i * 16) === name)
        return data.readUInt32BE(12 + i * 16 + 8);
    throw new Error(`the font has no ${name}`);
  };
  const em = data.readUInt16BE(table('head') + 18);
  const glyphs = data.readUInt16BE(table('maxp') + 4);
  const metrics = data.readUInt16BE(table('hhea') + 34);
  const hmtx = table('hmtx');
  return (glyph) =>
    glyph >= glyphs ? undefined : (data.readUInt16BE(hmtx + Math.min(glyph, metrics - 1) * 4) * 1000) / em;
}

function widthsOf(list: readonly Json[], standard: number): (cid: number) => number {
  const widths = new Map<number, number>();
  for (let i = 0; i < list.length; ) {
    const [first, next] = [Number(list[i]), list[i + 1]];
    if (Array.isArray(next)) {
      for (const [at, width] of next.entries()) widths.set(first + at, Number(width));
      i += 2;
    } else {
      for (let cid = first; cid <= Number(next); cid++) widths.set(cid, Number(list[i + 2]));
      i += 3;
    }
  }
  return (cid) => widths.get(cid) ?? standard;
}

/** What a ToUnicode map says, as hexadecimal digits of UTF-16. */
function unicodeOf(map: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, block] of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code, text] of block!.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g))
      found.set(Number.parseInt(code!, 16), text!);
  for (const [, block] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from, to, text] of block!.matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g,
    ))
      for (let code = Number.parseInt(from!, 16); code <= Number.parseInt(to!, 16); code++) {
        const last = Number.parseInt(text!.slice(-4), 16) + code - Number.parseInt(from!, 16);
        found.set(code, text!.slice(0, -4) + last.toString(16).padStart(4, '0'));
      }
    for (const [, from, list] of block!.matchAll(/<([0-9A-Fa-f]+)>\s*<[0-9A-Fa-f]+>\s*\[([^\]]*)\]/g))
      for (const [at, [, text]] of [...list!.matchAll(/<([0-9A-Fa-f]+)>/g)].entries())
        found.set(Number.parseInt(from!, 16) + at, text!);
  }
  return found;
}

import { toHex, utf8 } from '#core/bytes.ts';
import { writePng } from '#core/ofd/image/write-png.ts';
import type { OnePage } from './make-package.ts';

/** A picture of 2 by 2 pixels: red, green, blue, yellow. */
export const FOUR_COLORS = writePng({
  width: 2,
  height: 2,
  kind: 'rgb',
  data: Uint8Array.of(255, 0, 0, 0, 160, 0, 0, 0, 255, 255, 220, 0),
});
/** A mask of 2 by 2 pixels: the diagonal is white. */
export const DIAGONAL = writePng({ width: 2, height: 2, kind: 'bilevel', data: Uint8Array.of(0x80, 0x40) });

const path = (attributes: string, children: string, data: string) =>
  `<ofd:PathObject ID="9" ${attributes}>${children}<ofd:AbbreviatedData>${data}</ofd:AbbreviatedData></ofd:PathObject>`;
const fill = (inner: string) => `<ofd:FillColor Value="200 30 30">${inner}</ofd:FillColor>`;
const segments = (...colors: string[]) =>
  colors.map((c) => `<ofd:Segment><ofd:Color Value="${c}"/></ofd:Segment>`).join('');

const PATHS = [
  path(
    'Boundary="5 5 20 20" LineWidth="1" Cap="Round" Join="Bevel"',
    '<ofd:StrokeColor Value="0 0 160"/>',
    'M 1 19 L 10 1 L 19 19',
  ),
  path(
    'Boundary="30 5 20 20" LineWidth="0.5" DashPattern="2 1" DashOffset="1"',
    '',
    'S 1 1 L 19 1 L 19 19 L 1 19 C',
  ),
  path(
    'Boundary="55 5 20 20" Stroke="false" Fill="true" Rule="Even-Odd"',
    fill(''),
    'M 1 1 L 19 1 L 19 19 L 1 19 C M 6 6 L 14 6 L 14 14 L 6 14 C',
  ),
  path('Boundary="80 5 18 20" Fill="true" Alpha="128"', fill(''), 'M 1 10 A 8 9 0 1 1 17 10 Q 9 30 1 10 C'),
  path(
    'Boundary="5 30 20 20" Stroke="false" Fill="true"',
    fill(
      `<ofd:AxialShd StartPoint="0 0" EndPoint="20 0" Extend="3">${segments('255 0 0', '255 255 0', '0 0 255')}</ofd:AxialShd>`,
    ),
    'M 0 0 L 20 0 L 20 20 L 0 20 C',
  ),
  path(
    'Boundary="30 30 20 20" Stroke="false" Fill="true"',
    fill(
      `<ofd:RadialShd StartPoint="10 10" StartRadius="0" EndPoint="10 10" EndRadius="9">${segments('255 255 255', '0 100 0')}</ofd:RadialShd>`,
    ),
    'M 0 0 L 20 0 L 20 20 L 0 20 C',
  ),
  path(
    'Boundary="55 30 20 20" Stroke="false" Fill="true"',
    fill(
      `<ofd:Pattern Width="4" Height="4" XStep="5" YStep="5"><ofd:CellContent>${path('Boundary="0 0 4 4" Stroke="false" Fill="true"', '<ofd:FillColor Value="0 120 120"/>', 'M 0 4 L 2 0 L 4 4 C')}</ofd:CellContent></ofd:Pattern>`,
    ),
    'M 0 0 L 20 0 L 20 20 L 0 20 C',
  ),
  path(
    'Boundary="80 30 18 20" Stroke="false" Fill="true"',
    `${fill('')}<ofd:Clips><ofd:Clip><ofd:Area><ofd:Path Boundary="0 0 18 20"><ofd:AbbreviatedData>M 9 1 L 17 19 L 1 19 C</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip><ofd:Clip><ofd:Area><ofd:Path Boundary="0 0 18 12"><ofd:AbbreviatedData>M 0 0 L 18 0 L 18 12 L 0 12 C</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip></ofd:Clips>`,
    'M 0 0 L 18 0 L 18 20 L 0 20 C',
  ),
  path(
    'Boundary="5 55 20 20" CTM="0.7071 0.7071 -0.7071 0.7071 10 0" LineWidth="0.5"',
    '',
    'M 1 1 L 13 1 L 13 13 L 1 13 C',
  ),
  path('Boundary="30 55 20 20" DrawParam="51"', '', 'M 2 18 B 2 0 18 0 18 18'),
  path('Boundary="55 55 10 10" Fill="true"', fill(''), 'M -5 -5 L 15 -5 L 15 15 L -5 15 C'),
].join('');

export const PATH_PAGE: OnePage = {
  layer: PATHS,
  res: '<ofd:DrawParams><ofd:DrawParam ID="50" LineWidth="2"><ofd:StrokeColor Value="0 150 0"/></ofd:DrawParam><ofd:DrawParam ID="51" Relative="50" Cap="Square"/></ofd:DrawParams>',
};

const text = (attributes: string, children: string) =>
  `<ofd:TextObject ID="9" ${attributes}>${children}</ofd:TextObject>`;
const TEXTS = [
  text(
    'Boundary="5 5 60 8" Font="3" Size="6"',
    '<ofd:TextCode X="0" Y="6" DeltaX="g 5 6">甲方（盖章）</ofd:TextCode>',
  ),
  text(
    'Boundary="5 15 60 8" Font="3" Size="5" Weight="700" Italic="true"',
    '<ofd:FillColor Value="0 0 200"/><ofd:TextCode X="0" Y="5" DeltaX="2.5 2.5 2.5 2.5 5">OFD&amp;合同</ofd:TextCode>',
  ),
  text(
    'Boundary="5 25 60 8" Font="4" Size="5" HScale="2"',
    '<ofd:TextCode X="0" Y="5" DeltaX="8 8 8">Wide</ofd:TextCode>',
  ),
  text(
    'Boundary="70 5 8 40" Font="3" Size="6" ReadDirection="90"',
    '<ofd:TextCode X="1" Y="6" DeltaY="g 3 7">竖排文字</ofd:TextCode>',
  ),
  text(
    'Boundary="80 5 8 40" Font="3" Size="6" CharDirection="90"',
    '<ofd:TextCode X="1" Y="6" DeltaY="g 3 7">转向文字</ofd:TextCode>',
  ),
  text(
    'Boundary="5 35 60 10" Font="4" Size="8" Fill="false" Stroke="true" LineWidth="0.2"',
    '<ofd:StrokeColor Value="200 0 0"/><ofd:TextCode X="0" Y="8" DeltaX="7 7">ABC</ofd:TextCode>',
  ),
  text(
    'Boundary="5 48 60 8" Font="4" Size="6"',
    '<ofd:CGTransform CodePosition="2" CodeCount="2" GlyphCount="1"><ofd:Glyphs>5</ofd:Glyphs></ofd:CGTransform><ofd:TextCode X="0" Y="6" DeltaX="3 3 4">Office</ofd:TextCode>',
  ),
  text(
    'Boundary="5 58 60 8" Font="3" Size="5" CTM="0.9962 -0.0872 0.0872 0.9962 0 4"',
    '<ofd:TextCode X="0" Y="5">斜线无间距 no deltas</ofd:TextCode>',
  ),
].join('');

export const TEXT_PAGE: OnePage = {
  layer: TEXTS,
  res: '<ofd:Fonts><ofd:Font ID="3" FontName="宋体" FamilyName="宋体"/><ofd:Font ID="4" FontName="Times New Roman"/></ofd:Fonts>',
};

export const IMAGE_PAGE: OnePage = {
  layer:
    '<ofd:ImageObject ID="9" Boundary="5 5 20 20" CTM="20 0 0 20 0 0" ResourceID="60"/>' +
    '<ofd:ImageObject ID="9" Boundary="30 5 20 20" CTM="14 14 -14 14 14 0" ResourceID="60" Alpha="100"/>' +
    '<ofd:ImageObject ID="9" Boundary="65 5 20 20" CTM="20 0 0 20 0 0" ResourceID="60" ImageMask="61"/>' +
    '<ofd:ImageObject ID="9" Boundary="5 40 20 20" ResourceID="60"><ofd:Border LineWidth="1" HorizonalCornerRadius="2" VerticalCornerRadius="2"><ofd:BorderColor Value="0 0 0"/></ofd:Border></ofd:ImageObject>' +
    '<ofd:CompositeObject ID="9" Boundary="40 40 20 20" CTM="0.5 0 0 0.5 0 0" ResourceID="62"/>' +
    '<ofd:CompositeObject ID="9" Boundary="65 40 30 30" ResourceID="62"/>',
  res:
    '<ofd:MultiMedias><ofd:MultiMedia ID="60" Type="Image" Format="PNG"><ofd:MediaFile>four.png</ofd:MediaFile></ofd:MultiMedia>' +
    '<ofd:MultiMedia ID="61" Type="Image" Format="PNG"><ofd:MediaFile>mask.png</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias>' +
    `<ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="62" Width="30" Height="30"><ofd:Content>${path('Boundary="0 0 30 30" Stroke="false" Fill="true"', fill(''), 'M 15 0 L 30 30 L 0 30 C')}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits>`,
  files: { 'Doc_0/Res/four.png': FOUR_COLORS, 'Doc_0/Res/mask.png': DIAGONAL },
};

const corner = (x: number, y: number, color: string, edge = 0) =>
  `<ofd:Point X="${x}" Y="${y}" EdgeFlag="${edge}"><ofd:Color Value="${color}"/></ofd:Point>`;
const meshed = (attributes: string, mesh: string, data = 'M 0 0 L 25 0 L 25 25 L 0 25 C') =>
  path(`${attributes} Stroke="false" Fill="true"`, `<ofd:FillColor>${mesh}</ofd:FillColor>`, data);

/** Triangles: one; three that go on from each other on a ground; a lattice; turned; in letters; one over the other. */
export const MESH_PAGE: OnePage = {
  layer: [
    meshed(
      'Boundary="2 2 25 25"',
      `<ofd:GouraudShd>${corner(12.5, 1, '255 0 0')}${corner(24, 24, '0 255 0')}${corner(1, 24, '0 0 255')}</ofd:GouraudShd>`,
    ),
    meshed(
      'Boundary="32 2 25 25"',
      `<ofd:GouraudShd Extend="1">${corner(5, 5, '255 0 0')}${corner(20, 5, '255 255 0')}${corner(5, 20, '0 0 255')}${corner(20, 20, '0 200 0', 1)}${corner(24, 12, '255 255 255', 1)}<ofd:BackColor Value="230 230 230"/></ofd:GouraudShd>`,
    ),
    meshed(
      'Boundary="62 2 25 25"',
      `<ofd:LaGouraudShd VerticesPerRow="3">${[0, 1, 2].flatMap((j) => [0, 1, 2].map((i) => corner(2 + i * 10 + j, 2 + j * 10 - (i === 1 ? 2 : 0), `${i * 127} ${j * 127} ${255 - i * 127}`))).join('')}</ofd:LaGouraudShd>`,
    ),
    meshed(
      'Boundary="2 32 40 40" CTM="1.2 0.4 -0.4 1.2 10 0"',
      `<ofd:LaGourandShd VerticesPerRow="2">${corner(0, 0, '255 0 0')}${corner(25, 0, '255 0 0')}${corner(0, 25, '0 0 255')}${corner(25, 25, '0 0 255')}</ofd:LaGourandShd>`,
      'M 12 0 L 25 25 L 0 25 C',
    ),
    `<ofd:TextObject ID="4" Boundary="45 32 50 20" Font="3" Size="20"><ofd:FillColor><ofd:GouraudShd Extend="1">${corner(0, 0, '255 0 0')}${corner(50, 0, '0 160 0')}${corner(25, 25, '0 0 255')}<ofd:BackColor Value="0 0 0"/></ofd:GouraudShd></ofd:FillColor><ofd:TextCode X="0" Y="17" DeltaX="20">网格</ofd:TextCode></ofd:TextObject>`,
    meshed(
      'Boundary="45 55 25 22"',
      `<ofd:GouraudShd>${corner(1, 1, '255 0 0')}${corner(24, 1, '255 0 0')}${corner(12, 20, '255 0 0')}${corner(1, 20, '0 0 255')}${corner(24, 20, '0 0 255')}${corner(12, 1, '0 0 255')}</ofd:GouraudShd>`,
    ),
  ].join(''),
  res: '<ofd:Fonts><ofd:Font ID="3" FontName="宋体" FamilyName="宋体"/></ofd:Fonts>',
};

/** DER with the picture of a seal in the place where SES_Seal has it. */
export function sealWith(type: string, data: Uint8Array): Uint8Array {
  const node = (tag: number, body: string): string => {
    const length = body.length / 2;
    const size =
      length < 128 ? length.toString(16).padStart(2, '0') : `84${length.toString(16).padStart(8, '0')}`;
    return tag.toString(16).padStart(2, '0') + size + body;
  };
  const picture = node(
    0x30,
    node(0x16, toHex(utf8(type))) + node(0x04, toHex(data)) + node(2, '28') + node(2, '28'),
  );
  const seal = node(0x30, node(0x30, node(0x16, toHex(utf8('ES'))) + node(2, '04')) + picture);
  return Uint8Array.from(node(0x30, seal).match(/../g)!, (pair) => Number.parseInt(pair, 16));
}

const NS = 'xmlns:ofd="http://www.ofdspec.org/2016"';

/** Files of a document with one signature that shows on page 1 as `stamps` say. */
export function signedFiles(seal: Uint8Array, stamps: string): Record<string, string | Uint8Array> {
  return {
    'Doc_0/Signs/Signatures.xml': `<ofd:Signatures ${NS}><ofd:MaxSignId>1</ofd:MaxSignId><ofd:Signature ID="1" Type="Seal" BaseLoc="/Doc_0/Signs/Sign_0/Signature.xml"/></ofd:Signatures>`,
    'Doc_0/Signs/Sign_0/Signature.xml': `<ofd:Signature ${NS}><ofd:SignedInfo>${stamps}<ofd:Seal><ofd:BaseLoc>Seal.esl</ofd:BaseLoc></ofd:Seal></ofd:SignedInfo><ofd:SignedValue>SignedValue.dat</ofd:SignedValue></ofd:Signature>`,
    'Doc_0/Signs/Sign_0/Seal.esl': seal,
    'Doc_0/Signs/Sign_0/SignedValue.dat': Uint8Array.of(0x30, 0),
    'OFD.xml': `<ofd:OFD ${NS} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo/><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot><ofd:Signatures>Doc_0/Signs/Signatures.xml</ofd:Signatures></ofd:DocBody></ofd:OFD>`,
  };
}

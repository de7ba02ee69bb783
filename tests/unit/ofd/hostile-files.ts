import { deflateSync } from 'fflate';
import type { Bytes } from '#core/bytes.ts';
import { sealWith, signedFiles } from './feature-pages.ts';
import {
  busyCff,
  composite,
  hashing,
  image,
  jbig2,
  media,
  NS,
  noise,
  page,
  pagesOf,
  path,
  pattern,
  pngOf,
  repeat,
  SANS,
  smallValues,
  text,
  tiff,
  unit,
  units,
} from './hostile-parts.ts';
import { onePageFiles, zip } from './make-package.ts';

/** Files that are made to cost as much as may be, by what they overdo. Each fits into what an upload may have. */
export const HOSTILE: Record<string, () => Bytes> = {
  'a zip bomb of many entries': () =>
    zip({
      ...onePageFiles(),
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [`Doc_0/Res/${i}`, new Uint8Array(4_000_000)]),
      ),
    }),
  'an XML file of 250 000 elements': () => zip(page('<ofd:x/>'.repeat(249_000))),
  'an XML file of nothing but entities': () =>
    zip(page(text(`<ofd:TextCode X="0" Y="5">${'&lt;'.repeat(3_900_000)}</ofd:TextCode>`)), 0),
  'an XML file of attributes': () => zip(page(`<ofd:x ${repeat(250, (i) => `a${i}="1"`)}/>`.repeat(6000))),
  'an XML file of comments between letters': () => zip(page('<!---->x'.repeat(400_000))),
  'elements nested as deep as may be': () =>
    zip(page('<ofd:PageBlock>'.repeat(120) + '</ofd:PageBlock>'.repeat(120))),
  'elements nested deeper': () => zip(page('<ofd:a>'.repeat(100_000) + '</ofd:a>'.repeat(100_000))),
  'a hundred thousand paths': () => zip(page(path('').repeat(60_000))),
  'paths of a million points': () =>
    zip(
      page(
        `<ofd:PathObject ID="1" Boundary="0 0 9 9"><ofd:AbbreviatedData>${'B 1.2345 2.3456 3.4567 4.5678 5.6789 6.7891 '.repeat(350_000)}</ofd:AbbreviatedData></ofd:PathObject>`,
      ),
    ),
  'composites of composites': () =>
    zip(
      page(composite(100), {
        res: units(
          ...Array.from({ length: 15 }, (_, i) => unit(100 + i, composite(101 + i).repeat(10))),
          unit(115, path('')),
        ),
      }),
    ),
  'a composite that holds itself': () =>
    zip(page(composite(100), { res: units(unit(100, composite(100).repeat(20))) })),
  'a long path in a composite that is used often': () =>
    zip(
      page(composite(100).repeat(9000), {
        res: units(
          unit(
            100,
            `<ofd:PathObject ID="1" Boundary="0 0 9 9"><ofd:AbbreviatedData>${'L 1 2 '.repeat(100_000)}</ofd:AbbreviatedData></ofd:PathObject>`,
          ),
        ),
      }),
    ),
  'a path of no operators in a composite that is used often': () =>
    zip(
      page(composite(100).repeat(9000), {
        res: units(
          unit(
            100,
            `<ofd:PathObject ID="1" Boundary="0 0 9 9"><ofd:AbbreviatedData>M ${'1 '.repeat(1_000_000)}</ofd:AbbreviatedData></ofd:PathObject>`,
          ),
        ),
      }),
    ),
  'patterns with the smallest steps': () => zip(page(path(pattern(path(''))).repeat(2000))),
  'patterns inside patterns': () => {
    let cell = path('');
    for (let i = 0; i < 15; i++)
      cell = path(
        pattern(
          cell + cell.slice(0, 0),
          'Width="80" Height="60" XStep="0.01" YStep="0.01" ReflectMethod="RowAndColumn"',
        ),
      );
    return zip(page(cell.repeat(200)));
  },
  'one pattern used by all objects': () =>
    zip(
      page(
        '<ofd:PathObject ID="9" Boundary="0 0 9 9" Fill="true" DrawParam="50"><ofd:AbbreviatedData>M 0 0 L 9 9</ofd:AbbreviatedData></ofd:PathObject>'.repeat(
          50_000,
        ),
        {
          res: `<ofd:DrawParams><ofd:DrawParam ID="50">${pattern(path('').repeat(100))}</ofd:DrawParam></ofd:DrawParams>`,
        },
      ),
    ),
  'a gradient of many colours used by all objects': () =>
    zip(
      page(
        '<ofd:PathObject ID="9" Boundary="0 0 9 9" Fill="true" DrawParam="50"><ofd:AbbreviatedData>M 0 0 L 9 9</ofd:AbbreviatedData></ofd:PathObject>'.repeat(
          50_000,
        ),
        {
          res: `<ofd:DrawParams><ofd:DrawParam ID="50"><ofd:FillColor><ofd:AxialShd StartPoint="0 0" EndPoint="9 9">${'<ofd:Segment><ofd:Color Value="1 2 3"/></ofd:Segment>'.repeat(50_000)}</ofd:AxialShd></ofd:FillColor></ofd:DrawParam></ofd:DrawParams>`,
        },
      ),
    ),
  'a draw parameter of many children and a long dash': () =>
    zip(
      page(
        '<ofd:PathObject ID="9" Boundary="0 0 9 9" DrawParam="50"><ofd:AbbreviatedData>M 0 0 L 9 9</ofd:AbbreviatedData></ofd:PathObject>'.repeat(
          50_000,
        ),
        {
          res: `<ofd:DrawParams><ofd:DrawParam ID="50" DashPattern="${'0.001 '.repeat(500_000)}">${'<ofd:x/>'.repeat(150_000)}</ofd:DrawParam></ofd:DrawParams>`,
        },
      ),
      0,
    ),
  'dashes of a micrometre along kilometres': () =>
    zip(
      page(
        '<ofd:PathObject ID="9" Boundary="0 0 90 70" CTM="1000 0 0 1000 0 0" LineWidth="0.001" DashPattern="0.000001 0.000001"><ofd:AbbreviatedData>M 0 0 L 1000000 1000000 A 1000000 1000000 0 1 1 5 5</ofd:AbbreviatedData></ofd:PathObject>'.repeat(
          2000,
        ),
      ),
    ),
  'a mesh of triangles as large as the page': () =>
    zip(
      page(
        `<ofd:PathObject ID="9" Boundary="0 0 90 70" Fill="true"><ofd:FillColor><ofd:LaGouraudShd VerticesPerRow="2">${'<ofd:Point X="0" Y="0"/><ofd:Point X="90" Y="70"/><ofd:Point X="90" Y="0"/><ofd:Point X="0" Y="70"/>'.repeat(4000)}</ofd:LaGouraudShd></ofd:FillColor><ofd:AbbreviatedData>M 0 0 L 90 0 L 90 70 C</ofd:AbbreviatedData></ofd:PathObject>`.repeat(
          10,
        ),
      ),
    ),
  'clips on clips': () =>
    zip(
      page(
        path(
          `<ofd:Clips>${'<ofd:Clip><ofd:Area><ofd:Path Boundary="0 0 90 70"><ofd:AbbreviatedData>M 0 0 L 90 0 L 90 70 C</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip>'.repeat(90)}</ofd:Clips>`,
        ).repeat(500),
      ),
    ),
  'a clip of a thousand letters on every object': () =>
    zip(
      page(
        path(
          `<ofd:Clips><ofd:Clip><ofd:Area><ofd:Text Boundary="0 0 90 70" Font="3" Size="5"><ofd:TextCode X="0" Y="5">${'字'.repeat(1000)}</ofd:TextCode></ofd:Text></ofd:Area></ofd:Clip></ofd:Clips>`,
        ).repeat(400),
        {
          res: '<ofd:Fonts><ofd:Font ID="3" FontName="x"><ofd:FontFile>f.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>',
          files: { 'Doc_0/Res/f.ttf': SANS() },
        },
      ),
    ),
  'a million letters': () =>
    zip(
      page(
        repeat(20, () =>
          text(`<ofd:TextCode X="0" Y="5" DeltaX="g 99999 1">${'字'.repeat(50_000)}</ofd:TextCode>`),
        ),
      ),
    ),
  'a million embedded letters': () =>
    zip(
      page(
        repeat(20, () =>
          text(`<ofd:TextCode X="0" Y="5" DeltaX="g 99999 1">${'鬱龘饕餮'.repeat(12_500)}</ofd:TextCode>`),
        ),
        {
          res: '<ofd:Fonts><ofd:Font ID="3" FontName="x"><ofd:FontFile>f.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>',
          files: { 'Doc_0/Res/f.ttf': SANS() },
        },
      ),
    ),
  'glyphs that run long and draw nothing': () =>
    zip(
      page(
        text(
          `<ofd:CGTransform CodePosition="0" CodeCount="1" GlyphCount="90000"><ofd:Glyphs>${'1 '.repeat(90_000)}</ofd:Glyphs></ofd:CGTransform><ofd:TextCode X="0" Y="5">A</ofd:TextCode>`,
        ),
        {
          res: '<ofd:Fonts><ofd:Font ID="3" FontName="x"><ofd:FontFile>f.cff</ofd:FontFile></ofd:Font></ofd:Fonts>',
          files: { 'Doc_0/Res/f.cff': busyCff() },
        },
      ),
    ),
  'spaces in a composite that is used often': () =>
    zip(
      page(composite(100).repeat(9000), {
        res: units(unit(100, text(`<ofd:TextCode X="0" Y="5">${' '.repeat(100_000)}</ofd:TextCode>`))),
      }),
    ),
  'transforms before many runs': () =>
    zip(
      page(
        text(
          `${'<ofd:CGTransform CodePosition="5"><ofd:Glyphs>1</ofd:Glyphs></ofd:CGTransform>'.repeat(50_000)}${'<ofd:TextCode X="0" Y="5">A</ofd:TextCode>'.repeat(50_000)}`,
        ),
      ),
    ),
  'a picture of 64 000 by 64 000 pixels': () =>
    zip(
      page(image(70), {
        res: `<ofd:MultiMedias>${media(70, 'a.jb2', 'GBIG2')}</ofd:MultiMedias>`,
        files: { 'Doc_0/Res/a.jb2': jbig2(64_000, 64_000, noise(1000)) },
      }),
    ),
  'the largest JBIG2 picture of noise': () =>
    zip(
      page(image(70), {
        res: `<ofd:MultiMedias>${media(70, 'a.jb2', 'GBIG2')}</ofd:MultiMedias>`,
        files: { 'Doc_0/Res/a.jb2': jbig2(6000, 5990, noise(5_000_000)) },
      }),
    ),
  'the largest colour TIFF of noise': () =>
    zip(
      page(image(70), {
        res: `<ofd:MultiMedias>${media(70, 'a.tif', 'TIFF')}</ofd:MultiMedias>`,
        files: { 'Doc_0/Res/a.tif': tiff(2400, 2200, 3, 1, noise(15_840_000)) },
      }),
      0,
    ),
  'a deflate bomb in a TIFF': () =>
    zip(
      page(image(70), {
        res: `<ofd:MultiMedias>${media(70, 'a.tif', 'TIFF')}</ofd:MultiMedias>`,
        files: { 'Doc_0/Res/a.tif': tiff(5000, 5000, 1, 8, deflateSync(new Uint8Array(60_000_000))) },
      }),
    ),
  'a hundred different TIFFs': () =>
    zip(
      page(
        repeat(100, (i) => image(100 + i)),
        {
          res: `<ofd:MultiMedias>${repeat(100, (i) => media(100 + i, `${i}.tif`, 'TIFF'))}</ofd:MultiMedias>`,
          files: Object.fromEntries(
            Array.from({ length: 100 }, (_, i) => [
              `Doc_0/Res/${i}.tif`,
              tiff(1000, 1000, 3, 1, noise(300_000)),
            ]),
          ),
        },
      ),
    ),
  'one large picture used a thousand times': () =>
    zip(
      page(image(70).repeat(1000), {
        res: `<ofd:MultiMedias>${media(70, 'a.png', 'PNG')}</ofd:MultiMedias>`,
        files: { 'Doc_0/Res/a.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...noise(60_000)) },
      }),
    ),
  'a picture of 15 MB': () =>
    zip(
      page(image(70), {
        res: `<ofd:MultiMedias>${media(70, 'a.png', 'PNG')}</ofd:MultiMedias>`,
        files: { 'Doc_0/Res/a.png': pngOf(15_000_000) },
      }),
      0,
    ),
  'annotations that are the same file a thousand times': () =>
    zip(
      onePageFiles({
        document: '<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations>',
        files: {
          'Doc_0/Annots/Annotations.xml': `<ofd:Annotations ${NS}>${'<ofd:Page PageID="1"><ofd:FileLoc>a.xml</ofd:FileLoc></ofd:Page>'.repeat(1000)}</ofd:Annotations>`,
          'Doc_0/Annots/a.xml': `<ofd:PageAnnot ${NS}>${`<ofd:Annot ID="1" Type="Stamp"><ofd:Appearance Boundary="0 0 9 9">${path('')}</ofd:Appearance></ofd:Annot>`.repeat(40_000)}</ofd:PageAnnot>`,
        },
      }),
    ),
  'annotations in many files': () =>
    zip(
      onePageFiles({
        document: '<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations>',
        files: {
          'Doc_0/Annots/Annotations.xml': `<ofd:Annotations ${NS}>${repeat(180, (i) => `<ofd:Page PageID="1"><ofd:FileLoc>${i}.xml</ofd:FileLoc></ofd:Page>`)}</ofd:Annotations>`,
          ...Object.fromEntries(
            Array.from({ length: 180 }, (_, i) => [
              `Doc_0/Annots/${i}.xml`,
              `<ofd:PageAnnot ${NS}>${'<ofd:Annot ID="1"/>'.repeat(30_000)}</ofd:PageAnnot>`,
            ]),
          ),
        },
      }),
    ),
  'twenty thousand pages that are one file': () => zip(pagesOf(19_999, page(path('').repeat(20_000)))),
  'pages without a size in large files': () => {
    const files = page('');
    const body = `<ofd:Page ${NS}>${'<ofd:x/>'.repeat(2000)}</ofd:Page>`;
    const list = repeat(3000, (i) => `<ofd:Page ID="${i + 1}" BaseLoc="P/${i}.xml"/>`);
    return zip({
      ...files,
      'Doc_0/Document.xml': (files['Doc_0/Document.xml'] as string).replace(
        /<ofd:Pages>.*<\/ofd:Pages>/,
        `<ofd:Pages>${list}</ofd:Pages>`,
      ),
      ...Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`Doc_0/P/${i}.xml`, body])),
    });
  },
  'a hundred thousand templates and references to them': () =>
    zip(
      onePageFiles({
        common: repeat(100_000, (i) => `<ofd:TemplatePage ID="${i}" BaseLoc="Pages/Page_0/Content.xml"/>`),
        page: repeat(100_000, (i) => `<ofd:Template TemplateID="${i}"/>`),
      }),
    ),
  'a thousand documents that are one': () =>
    zip({
      ...page(path('').repeat(10_000)),
      'OFD.xml': `<ofd:OFD ${NS} Version="1.0" DocType="OFD">${'<ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody>'.repeat(50_000)}</ofd:OFD>`,
    }),
  'resources that name the same file again and again': () =>
    zip(
      onePageFiles({
        common: '<ofd:DocumentRes>PublicRes.xml</ofd:DocumentRes>'.repeat(50_000),
        page: '<ofd:PageRes>../../PublicRes.xml</ofd:PageRes>'.repeat(50_000),
        res: `<ofd:Fonts>${repeat(20_000, (i) => `<ofd:Font ID="${i}" FontName="x"/>`)}</ofd:Fonts>`,
      }),
    ),
  'stamps of one signature by the ten thousand': () =>
    zip(
      onePageFiles({
        files: signedFiles(
          sealWith('ofd', zip(page(path('').repeat(500)))),
          '<ofd:StampAnnot ID="1" PageRef="1" Boundary="10 20 40 40" Clip="0 0 9 9"/>'.repeat(15_000),
        ),
      }),
    ),
  'a seal whose picture is a bomb': () =>
    zip(
      onePageFiles({
        files: signedFiles(
          sealWith('ofd', HOSTILE['an XML file of 250 000 elements']!()),
          '<ofd:StampAnnot ID="1" PageRef="1" Boundary="10 20 40 40"/>'.repeat(100),
        ),
      }),
    ),
  'a signature of two hundred thousand references': () =>
    zip({
      ...onePageFiles(),
      ...signedFiles(sealWith('PNG', Uint8Array.of(1)), ''),
      'Doc_0/Signs/Sign_0/Signature.xml': `<ofd:Signature ${NS}><ofd:SignedInfo><ofd:References CheckMethod="SM3">${'<ofd:Reference FileRef="/OFD.xml"><ofd:CheckValue>AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</ofd:CheckValue></ofd:Reference>'.repeat(100_000)}</ofd:References></ofd:SignedInfo><ofd:SignedValue>SignedValue.dat</ofd:SignedValue></ofd:Signature>`,
    }),
  'signatures of all digests over large files': () => hashing(),
  'ASN.1 nested without end': () =>
    zip(
      onePageFiles({
        files: signedFiles(
          Uint8Array.from({ length: 400_000 }, (_, i) => (i % 2 ? 0x80 : 0x30)),
          '<ofd:StampAnnot ID="1" PageRef="1" Boundary="10 20 40 40"/>',
        ),
      }),
    ),
  'ASN.1 of many small values': () =>
    zip(
      onePageFiles({
        files: signedFiles(
          smallValues(3_000_000),
          '<ofd:StampAnnot ID="1" PageRef="1" Boundary="10 20 40 40"/>'.repeat(1000),
        ),
      }),
    ),
  'a path of relative steps': () =>
    zip(
      onePageFiles({ common: `<ofd:DocumentRes>${'a/../'.repeat(1_000_000)}x</ofd:DocumentRes>`.repeat(2) }),
      0,
    ),
};

/**
 * Makes the good documents that are spoilt, tests/fixtures/fuzz. They are kept as files: keys and signatures are new each
 * time, and a seed has to mean the same document always. To be run where a kind gains one:
 * `node scripts/run.mjs tests/fuzz/make-corpus.ts`, which leaves alone what is there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync, zlibSync } from 'fflate';
import * as fontkit from 'fontkit';
import { type Bytes, concatBytes, fromHex, toHex, utf8 } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { addValidationData } from '#core/pdf/sign/add-validation-data.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { digestNow } from '#core/pki/algorithm/digest.ts';
import { buildCertificateRequest } from '#core/pki/certificate/certificate-request.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { signCms } from '#core/pki/cms/sign-cms.ts';
import { buildCrl } from '#core/pki/crl/build-crl.ts';
import { answerOcspRequest } from '#core/pki/ocsp/answer-ocsp-request.ts';
import { buildOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { answerTimestampRequest } from '#core/pki/tsp/answer-timestamp-request.ts';
import { parseTimestampResponse } from '#core/pki/tsp/parse-timestamp.ts';
import { buildTimestampRequest } from '#core/pki/tsp/timestamp-request.ts';
import { addTimestampToCms } from '#tests/fixtures/add-timestamp.ts';
import { makeDocx, paragraph, run, table } from '../fixtures/docx/make-docx.ts';
import { signOfd } from '../fixtures/sign-ofd.ts';
import { signPdf } from '../fixtures/sign-pdf.ts';
import { ANNEX_H } from '../unit/ofd/annex-h.ts';
import {
  FOUR_COLORS,
  IMAGE_PAGE,
  MESH_PAGE,
  PATH_PAGE,
  sealWith,
  signedFiles,
  TEXT_PAGE,
} from '../unit/ofd/feature-pages.ts';
import { onePageFiles, zip } from '../unit/ofd/make-package.ts';
import { makeType1 } from '../unit/ofd/make-type1.ts';
import { openOffice, stampRequest } from '../unit/ofd-sign/signing-party.ts';
import { smallOfd, twoDocuments } from '../unit/ofd-sign/small-ofd.ts';
import { firstVersionValue } from '../unit/ofd-verify/other-values.ts';
import { archivalPdf } from '../unit/pdf/archival.ts';
import { plainPdf, throughQpdf } from '../unit/pdf/documents.ts';
import {
  append,
  BASE,
  makePdf,
  makeSigner,
  type Objects,
  sign,
  stream,
} from '../unit/pdf-verify/build-pdf.ts';
import { DAY, NOW, testAuthority } from '../unit/pki/test-authority.ts';

const root = fileURLToPath(new URL('../fixtures/fuzz/', import.meta.url));
const fixture = (path: string): Bytes => new Uint8Array(readFileSync(join(root, '..', path)));

function save(path: string, bytes: Uint8Array | string): void {
  const file = join(root, path);
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}

/** Some letters of the product's own Chinese face. */
function smallFont(): Bytes {
  const path = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  );
  const face = fontkit.create(readFileSync(path));
  if (!('createSubset' in face)) throw new Error('a collection');
  const subset = face.createSubset();
  for (const letter of '甲方合同AB') subset.includeGlyph(face.glyphForCodePoint(letter.codePointAt(0)!));
  return new Uint8Array(subset.encode());
}

const TYPE1 = {
  glyphs: {
    '.notdef': '0 250 hsbw endchar',
    A: '50 600 hsbw 0 100 rmoveto 200 hlineto 0 callsubr closepath endchar',
    e: '20 500 hsbw 10 20 30 40 50 60 rrcurveto closepath endchar',
    acute: '30 200 hsbw 0 500 rmoveto 60 hlineto 80 vlineto closepath endchar',
    eacute: '20 500 hsbw 30 150 10 101 194 seac',
  },
  subrs: ['5 6 rlineto return'],
};

const CMAP =
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def\n1 begincodespacerange <0000> <ffff> endcodespacerange\n2 beginbfchar <0001> <7532> <0002> <65b9> endbfchar\n1 beginbfrange <0003> <0010> <0041> endbfrange\n1 beginbfrange <0011> <0012> [<0061> <0062>] endbfrange\n1 begincidrange <0000> <00ff> 1 endcidrange endcmap end end';

async function fonts(): Promise<void> {
  const font = smallFont();
  save('font/truetype.ttf', font);
  save('font/type1.pfb', makeType1(TYPE1, 'pfb'));
  save('font/type1-hex.pfa', makeType1(TYPE1, 'hex'));
  save('font/letters.cmap', CMAP);
}

const certified = (level: number, more: string): string =>
  `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${level} /V /1.2 >> >> ${more}]`;

async function pdfs(): Promise<void> {
  const alice = await makeSigner('Alice');
  const bob = await makeSigner('Bob');
  const signed = await sign(makePdf(), alice);
  save('pdf/signed.pdf', signed);
  const lock =
    '<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams /Action /All /V /1.2 >> >>';
  const perms = { 1: BASE[1]!.replace(/>>$/, '/Perms << /DocMDP 20 0 R >> >>') };
  save('pdf/certified.pdf', await sign(makePdf(), alice, { extra: certified(2, lock), objects: perms }));
  save(
    'pdf/signed-twice.pdf',
    await sign(signed, bob, {
      num: 21,
      field: 10,
      objects: { 30: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 50]', '1 0 0 rg 5 5 30 30 re f') },
      fieldBody: BASE[10]!.replace(/>>$/, '/AP << /N 30 0 R >> >>'),
    }),
  );
  save('pdf/changed.pdf', append(signed, { 8: BASE[8]!.replace('Mallory', 'Bob'), 4: BASE[13]! }));
  const form: Objects = {
    ...BASE,
    5: '<< /Fields [7 0 R 8 0 R 10 0 R 11 0 R 16 0 R] /SigFlags 3 /NeedAppearances true /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 6 0 R >> >> >>',
    15: '<< /Type /Annot /Subtype /Widget /T (Inner) /Parent 16 0 R /Rect [50 240 250 260] /AP << /N 9 0 R >> >>',
    16: '<< /FT /Tx /T (Outer) /V (Alice) /Kids [15 0 R] >>',
  };
  const plain = makePdf(form);
  save('pdf/form.pdf', plain);
  save('pdf/object-streams.pdf', throughQpdf(plain, '--object-streams=generate', '--compress-streams=n'));
  save('pdf/packed.pdf', throughQpdf(plain, '--object-streams=generate'));
  save('pdf/linearized.pdf', throughQpdf(plain, '--linearize'));
  save('pdf/encrypted.pdf', throughQpdf(plain, '--encrypt', '', 'owner', '256', '--'));
  save(
    'pdf/encrypted-rc4.pdf',
    throughQpdf(plain, '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--'),
  );
  save('pdf/archive.pdf', archivalPdf({ pdfA: 2, pdfUa: true, intent: 'RGB' }));
  save('pdf/letters.pdf', lettersPdf());
  save('pdf/active.pdf', activePdf());
  const prepared = await preparePdf(plain, {
    signatureFields: [
      { name: 'Signer1', places: [{ kind: 'at', page: 0, box: { x: 20, y: 20, width: 40, height: 40 } }] },
    ],
  });
  const ready = appendIncrement(plain, prepared, prepared.append);
  const drawn = await signPdf(ready, {
    field: 'Signer1',
    signer: alice.signer,
    signingTime: NOW,
    reservedBytes: 3000,
    appearance: { kind: 'image', data: fixture('photos/seal.png') },
  });
  save('pdf/product.pdf', drawn);
  const crl = await buildCrl(
    { issuer: alice.certificate, number: 1, thisUpdate: NOW - DAY, nextUpdate: NOW + DAY, entries: [] },
    alice.signer,
  );
  const data = await addValidationData(drawn, {
    certificates: [alice.certificate.der],
    crls: [crl],
  });
  save('pdf/lasting.pdf', concatBytes(drawn, data.append));
}

/** Text in fonts of every kind, in forms and pictures, through filters of every kind. */
function lettersPdf(): Bytes {
  const packed = (dict: string, data: Bytes, filter: string): Bytes =>
    concatBytes(
      utf8(`<<${dict}/Length ${data.length}/Filter ${filter}>>\nstream\n`),
      data,
      utf8('\nendstream'),
    );
  const page = `BT /F1 12 Tf 10 700 Td (Contract) Tj /F2 12 Tf <00010002> Tj /F3 12 Tf [(ab) -20 (c)] TJ ET q 50 0 0 50 10 10 cm /I Do Q /X Do BI /W 1 /H 1 /BPC 8 /CS /G ID \u0001 EI /Span <</MCID 0>> BDC BT 3 Tr (hidden) Tj ET EMC`;
  const predictor = Uint8Array.from({ length: 22 }, (_, i) => (i % 11 === 0 ? 2 : i));
  return plainPdf([
    '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[]/D<<>>>>/Names<</Dests<</Names[(a)[3 0 R/Fit]]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]/Rotate 90>>',
    '<</Type/Page/Parent 2 0 R/UserUnit 2/CropBox[0 0 500 800]/Contents[4 0 R 5 0 R]/Resources<</Font<</F1 6 0 R/F2 7 0 R/F3 10 0 R>>/XObject<</I 12 0 R/X 13 0 R>>/ExtGState<</G<</Font[6 0 R 9]>>>>>>>>',
    `<</Length ${page.length}>>\nstream\n${page}\nendstream`,
    packed(
      '',
      utf8(`${toHex(zlibSync(utf8('BT /F1 9 Tf (packed) Tj ET')))}>`),
      '[/ASCIIHexDecode/FlateDecode]',
    ),
    '<</Type/Font/Subtype/TrueType/BaseFont/Arial/FirstChar 32/LastChar 40/Widths[1 2 3 4 5 6 7 8 9]/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/Aacute/u7532/uni65B9]>>>>',
    '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[8 0 R]/ToUnicode 9 0 R>>',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 900/W[1[500 600]3 9 700]/DW2[880 -1000]/W2[1 2 -1000 250 772]/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>>>',
    `<</Length ${CMAP.length}>>\nstream\n${CMAP}\nendstream`,
    '<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 1 1]/FirstChar 97/LastChar 98/Widths[500 600]/Encoding<</Differences[97/a/b]>>/CharProcs<</a 11 0 R/b 11 0 R>>/Resources<<>>>>',
    '<</Length 22>>\nstream\n500 0 d0 0 0 1 1 re f \nendstream',
    packed(
      '/Type/XObject/Subtype/Image/Width 10/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/SMask 14 0 R/DecodeParms<</Predictor 15/Columns 10>>',
      zlibSync(predictor) as Bytes,
      '/FlateDecode',
    ),
    '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 0 0]/Group<</S/Transparency>>/Resources<</XObject<</X 13 0 R>>/Font<</F1 6 0 R>>>>/Length 30>>\nstream\nBT /F1 9 Tf (form) Tj ET /X Do\nendstream',
    packed(
      '/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8',
      Uint8Array.of(255, 7, 128),
      '/RunLengthDecode',
    ),
    packed('', utf8('9jqo^BlbD-BleB1DJ+*+F(f,q~>'), '/ASCII85Decode'),
    packed('', fromHex('800b6050220c0c8501'), '/LZWDecode'),
  ]);
}

/** What does more than is seen. */
function activePdf(): Bytes {
  return plainPdf([
    '<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R/AA<</WC 4 0 R>>/Names<</JavaScript<</Names[(a) 4 0 R]>>/EmbeddedFiles<</Names[(f) 5 0 R]>>>>/AcroForm<</XFA(x)/Fields[7 0 R]>>/AF[5 0 R]>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>',
    '<</Type/Page/Parent 2 0 R/Annots[6 0 R 7 0 R 8 0 R]/AA<</O 4 0 R>>>>',
    '<</S/JavaScript/JS(app.alert(1))/Next[<</S/Launch/F(a.exe)>>]>>',
    '<</Type/Filespec/F(f)/EF<</F 9 0 R>>>>',
    '<</Type/Annot/Subtype/FileAttachment/FS 5 0 R/Rect[0 0 9 9]>>',
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/AA<</K 4 0 R>>>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.test/)/Next 4 0 R>>>>',
    '<</Type/EmbeddedFile/Length 3>>\nstream\nabc\nendstream',
  ]);
}

async function ofds(): Promise<void> {
  const office = await openOffice();
  const party = await office.party('甲方有限公司');
  const { authority } = office;
  save('der/root-sm2.der', authority.root.certificate.der);
  save('der/issuing-sm2.der', authority.issuing.certificate.der);
  save('der/person-sm2.der', party.certificate);
  save('der/seal.der', party.seal);
  const stamps = '<ofd:StampAnnot ID="1" PageRef="1" Boundary="10 20 40 40" Clip="0 0 9 9"/>';
  const media = (id: number, file: string, format: string) =>
    `<ofd:MultiMedia ID="${id}" Type="Image" Format="${format}"><ofd:MediaFile>${file}</ofd:MediaFile></ofd:MultiMedia>`;
  const image = (id: number) =>
    `<ofd:ImageObject ID="9" Boundary="5 5 20 20" CTM="20 0 0 20 0 0" ResourceID="${id}"/>`;
  const letters = (file: string) => ({
    layer:
      '<ofd:TextObject ID="9" Boundary="5 5 60 8" Font="3" Size="6"><ofd:CGTransform CodePosition="0" CodeCount="2" GlyphCount="4"><ofd:Glyphs>1 2 3 4</ofd:Glyphs></ofd:CGTransform><ofd:TextCode X="0" Y="6" DeltaX="g 5 6">AB甲方</ofd:TextCode></ofd:TextObject>',
    res: `<ofd:Fonts><ofd:Font ID="3" FontName="x"><ofd:FontFile>${file}</ofd:FontFile></ofd:Font></ofd:Fonts>`,
  });
  save('ofd/paths.ofd', zip(onePageFiles(PATH_PAGE)));
  save('ofd/texts.ofd', zip(onePageFiles(TEXT_PAGE)));
  save('ofd/images.ofd', zip(onePageFiles(IMAGE_PAGE)));
  save('ofd/meshes.ofd', zip(onePageFiles(MESH_PAGE)));
  save(
    'ofd/scans.ofd',
    zip(
      onePageFiles({
        layer: [70, 71, 72, 73].map(image).join(''),
        res: `<ofd:MultiMedias>${media(70, 'a.jb2', 'GBIG2')}${media(71, 'b.tif', 'TIFF')}${media(72, 'c.tif', 'TIFF')}${media(73, 'd.tif', 'TIFF')}</ofd:MultiMedias>`,
        files: {
          'Doc_0/Res/a.jb2': fromHex(ANNEX_H),
          'Doc_0/Res/b.tif': fixture('ofd/bilevel-g4.tif'),
          'Doc_0/Res/c.tif': fixture('ofd/rgb-lzw-predictor.tif'),
          'Doc_0/Res/d.tif': fixture('ofd/palette-packbits.tif'),
        },
      }),
    ),
  );
  save(
    'ofd/letters.ofd',
    zip(onePageFiles({ ...letters('f.ttf'), files: { 'Doc_0/Res/f.ttf': smallFont() } })),
  );
  save(
    'ofd/type1.ofd',
    zip(onePageFiles({ ...letters('f.pfb'), files: { 'Doc_0/Res/f.pfb': makeType1(TYPE1, 'pfb') } })),
  );
  save('ofd/two-documents.ofd', twoDocuments());
  save('ofd/stamped.ofd', zip(onePageFiles({ files: signedFiles(sealWith('PNG', FOUR_COLORS), stamps) })));
  save(
    'ofd/stamped-ofd.ofd',
    zip(onePageFiles({ files: signedFiles(sealWith('ofd', zip(onePageFiles(PATH_PAGE))), stamps) })),
  );
  const once = await signOfd(smallOfd(), stampRequest(party), party.holder.signer);
  save('ofd/signed.ofd', once);
  const other = await office.party('乙方有限公司');
  const twice = await signOfd(once, stampRequest(other, { time: NOW + 60_000 }), other.holder.signer);
  save('ofd/signed-twice.ofd', twice);
  const parts = unzipSync(once);
  const value = parts['Doc_0/Signs/Sign_0/SignedValue.dat']!;
  save('der/seal-signature.der', value);
  const xml = parts['Doc_0/Signs/Sign_0/Signature.xml']! as Bytes;
  save(
    'der/seal-signature-first-version.der',
    await firstVersionValue(xml, 'Doc_0/Signs/Sign_0/Signature.xml', {
      maker: office.maker,
      signer: party.holder,
    }),
  );
  save('xml/signature.xml', xml);
  save('xml/ofd.xml', parts['OFD.xml']!);
  save('xml/document.xml', parts['Doc_0/Document.xml']!);
  save('xml/page.xml', parts['Doc_0/Pages/Page_0/Content.xml']!);
  save('xml/texts.xml', String(onePageFiles(TEXT_PAGE)['Doc_0/Pages/Page_0/Content.xml']));
  save(
    'xml/metadata.xml',
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  );
}

async function ders(): Promise<void> {
  const content = utf8('content');
  for (const [kind, name] of [
    ['P-256', 'p256'],
    ['RSA-2048', 'rsa'],
  ] as const) {
    const authority = await testAuthority(kind);
    const issuer = authority.issuing.certificate;
    const person = await authority.issue('person', '张三', {
      policies: [{ oid: '1.2.3.4', cps: 'http://ca.test/cps' }],
      crlUrls: ['http://ca.test/a.crl'],
      subjectAltName: [{ kind: 'email', value: 'a@b.test' }],
    });
    const tsa = await authority.issue('tsa', '时间戳');
    save(`der/root-${name}.der`, authority.root.certificate.der);
    save(`der/issuing-${name}.der`, issuer.der);
    save(`der/person-${name}.der`, person.certificate.der);
    save(`der/key-${name}.der`, person.pair.pkcs8);
    const asked = buildTimestampRequest({
      digest: digestNow('SHA-256', content),
      digestAlgorithm: 'SHA-256',
      nonce: '01',
    });
    const answer = await answerTimestampRequest(asked, {
      signer: tsa.signer,
      time: NOW,
      serialHex: '01',
      policy: '1.2.3',
    });
    const { token } = parseTimestampResponse(answer);
    save(`der/stamp-request-${name}.der`, asked);
    save(`der/stamp-response-${name}.der`, answer);
    save(`der/token-${name}.der`, token!);
    save(`der/stamp-content-${name}.der`, parseCms(token!).content!);
    const entries = [{ serialHex: '0f', revokedAt: NOW, reason: 'superseded' as const }];
    const crl = { issuer, thisUpdate: NOW, nextUpdate: NOW + 3000 * DAY, number: 1, entries };
    save(`der/crl-${name}.der`, await buildCrl(crl, authority.issuing.signer));
    const { serialHex } = person.certificate;
    const ocsp = buildOcspRequest({ serialHex, issuer, nonce: new Uint8Array(16) });
    save(`der/ocsp-request-${name}.der`, ocsp);
    const responder = {
      issuer,
      responder: issuer,
      signer: authority.issuing.signer,
      now: NOW,
      nextUpdate: NOW + 3000 * DAY,
      statusOf: () => ({ kind: 'good' }) as const,
    };
    save(`der/ocsp-response-${name}.der`, await answerOcspRequest(ocsp, responder));
    const cms = await signCms({
      content,
      signer: person.signer,
      certificates: [person.certificate.der, issuer.der],
    });
    save(`der/cms-${name}.der`, cms);
    save(`der/cms-stamped-${name}.der`, addTimestampToCms(cms, token!));
    const request = { subject: [['CN', 'x'] as [string, string]], publicKey: person.pair.spki };
    save(`der/request-${name}.der`, await buildCertificateRequest(request, person.signer));
  }
}

function pictures(): void {
  for (const name of [
    'baseline.jpg',
    'cmyk.jpg',
    'progressive-420.jpg',
    'grey.jpg',
    'bilevel.png',
    'deep.png',
    'grey-alpha.png',
    'interlaced.png',
    'palette.png',
  ])
    save(`picture/${name}`, fixture(`photos/${name}`));
  for (const name of [
    'bilevel-g3-2d.tif',
    'bilevel-g4-lsb-strips.tif',
    'bilevel-packbits.tif',
    'gray-none-bigendian.tif',
    'palette-packbits.tif',
    'rgb-deflate-tiles.tif',
    'rgb-lzw-predictor.tif',
  ])
    save(`picture/${name}`, fixture(`ofd/${name}`));
  save('picture/annex-h.jb2', fromHex(ANNEX_H));
  save('picture/four.png', FOUR_COLORS);
  const gif = fromHex(
    '474946383961140014008000000000ffffff21f90401000001002c000000001400140000021a8c8fa9cbed0fa39cb4da8bb3debcfb0f86e24896e689a6ea5a0500003b',
  );
  save('picture/square.gif', gif);
  save(
    'picture/video.mp4',
    concatBytes(
      fromHex('0000001866747970'),
      utf8('mp42'),
      fromHex('00000000'),
      utf8('mp42isom'),
      fromHex('000000086d646174'),
    ),
  );
}

await ders();
await ofds();
await pdfs();
await fonts();
pictures();

const KEYED = (key: string, inside: string) =>
  `<w:sdt><w:sdtPr><w:alias w:val="a"/><w:tag w:val="signet:${key}"/><w:id w:val="500000001"/></w:sdtPr><w:sdtContent>${inside}</w:sdtContent></w:sdt>`;
save(
  'docx/contract.docx',
  makeDocx({
    body:
      paragraph(
        `${run('甲方：')}${KEYED('field00001', run('某公司'))}${run('{{乙方', '<w:b/>')}${run('}}')}`,
      ) +
      KEYED('option0001', paragraph('可选条款')) +
      table([['名称', '{{数量;type=number}}']]).replace(/<w:tr>.*<\/w:tr>/s, (row) =>
        KEYED('rows000001', row),
      ) +
      paragraph(
        `<w:fldSimple w:instr=" MERGEFIELD 金额 ">${run('«金额»')}</w:fldSimple>${KEYED('anchor0001', '')}`,
      ),
    header: paragraph('页眉'),
    footnotes: `<w:footnote w:id="1">${paragraph('注')}</w:footnote>`,
    numbering:
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>',
  }),
);
save(
  'docx/box.docx',
  makeDocx({
    body: paragraph(
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${paragraph('{{框}}')}</w:txbxContent></w:drawing></mc:Choice></mc:AlternateContent></w:r>` +
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INCLUDEPICTURE "http://a.test/b" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    ),
    relations: [['rId9', 'image', 'http://a.test/p.png', true]],
  }),
);

import { describe, expect, it } from 'vitest';
import { readFindings } from '#core/active-content.ts';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { findActiveContent } from '#core/pdf/active/find-active-content.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { removeActive } from '#core/task/remove-active-content.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { zip } from '../ofd/make-package.ts';
import { judge, makePdf, picture, plainPdf } from '../pdf/documents.ts';
import { testSigner } from '../pdf/signers.ts';

/** Kinds and pages that a file is refused for; empty where it is taken. */
async function refusal(file: Bytes, type: 'PDF' | 'OFD' = 'PDF'): Promise<string> {
  try {
    await documentFacts(file, type);
    return '';
  } catch (error) {
    if (isAppError(error) && error.name === 'DOCUMENT_ACTIVE') return String(error.params.found);
    throw error;
  }
}

/** A file of two pages with these entries in its catalog, its pages and its form; more objects from 10 on. */
function withParts({ catalog = '', page = '', second = '', form = '', more = [] as string[] }): Bytes {
  const pad = Array.from({ length: 4 }, () => 'null');
  return plainPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]${form}>>${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 5 0 R${page}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 5 0 R${second}>>`,
    '<</Length 22>>\nstream\n0 0 1 rg 0 0 50 50 re f\nendstream'.replace('22', '23'),
    ...pad,
    ...more,
  ]);
}

const link = (action: string) =>
  `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]/A<<${action}>>>>]`;
const file = '<</Type/Filespec/F(a.exe)/EF<</F 11 0 R>>>>';
const data = '<</Type/EmbeddedFile/Length 2>>\nstream\nMZ\nendstream';

const CASES: [string, Parameters<typeof withParts>[0], string][] = [
  ['a script on opening', { catalog: '/OpenAction<</S/JavaScript/JS(app.alert(1))>>' }, 'javascript'],
  [
    'scripts in the tree of names',
    { catalog: '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>' },
    'javascript',
  ],
  ['a script when a page opens', { second: '/AA<</O<</S/JavaScript/JS(1)>>>>' }, 'javascript (2)'],
  [
    'a script behind another action',
    {
      page: link(
        '/S/URI/URI(https://example.org)/Next[<</S/GoTo/D[3 0 R/Fit]/Next<</S/JavaScript/JS(1)>>>>]',
      ),
    },
    'javascript (1)',
  ],
  [
    'a script of a field',
    { form: '/Fields[10 0 R]', more: ['<</FT/Tx/T(a)/AA<</K<</S/JavaScript/JS(1)>>>>>>'] },
    'javascript',
  ],
  ['a program', { page: link('/S/Launch/F(cmd.exe)') }, 'launch (1)'],
  ['data sent out', { second: link('/S/SubmitForm/F(https://example.org)') }, 'submit (2)'],
  ['data taken in', { page: link('/S/ImportData/F(a.fdf)') }, 'import (1)'],
  ['another file', { page: link('/S/GoToR/F(b.pdf)/D[0/Fit]') }, 'elsewhere (1)'],
  ['a file in the file', { page: link('/S/GoToE/T<</R/C/N(a)>>') }, 'elsewhere (1)'],
  ['layers switched', { page: link('/S/SetOCGState/State[/OFF 10 0 R]') }, 'hide (1)'],
  ['a film', { page: '/Annots[<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]>>]' }, 'media (1)'],
  [
    'an attached file',
    { catalog: '/Names<</EmbeddedFiles<</Names[(a)10 0 R]>>>>', more: [file, data] },
    'attachment',
  ],
  [
    'a file pinned to a page',
    { second: '/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 10 0 R>>]', more: [file, data] },
    'attachment (2)',
  ],
  ['an associated file', { catalog: '/AF[10 0 R]', more: [file, data] }, 'attachment'],
  ['an XFA form', { form: '/XFA 10 0 R', more: ['<</Length 2>>\nstream\n<a\nendstream'] }, 'xfa'],
  [
    'a script of a bookmark',
    { catalog: '/Outlines<</First 10 0 R>>', more: ['<</Title(a)/A<</S/JavaScript/JS(1)>>>>'] },
    'javascript',
  ],
];

describe('PDF', () => {
  for (const [name, parts, found] of CASES)
    it(`${name} is refused with its reason and page, and is gone once removed, with nothing else seen`, async () => {
      const active = withParts(parts);
      expect(await refusal(active)).toBe(found);
      const clean = await removeActive(active, 'PDF');
      expect(await refusal(clean)).toBe('');
      const text = new TextDecoder('latin1').decode(clean);
      expect(text).not.toMatch(
        /JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|EmbeddedFile|XFA|SetOCGState/,
      );
      expect(judge('qpdf', clean, '--check', 'FILE').text).toContain('No syntax');
      expect(picture(clean, 0, 36).rgb).toEqual(picture(withParts({}), 0, 36).rgb);
    });

  it('links within the file and to the web, and menus of the reader, are taken', async () => {
    for (const action of ['/S/URI/URI(https://example.org)', '/S/GoTo/D[3 0 R/Fit]', '/S/Named/N/NextPage'])
      expect(await refusal(withParts({ page: link(action) }))).toBe('');
    expect(await refusal(await makePdf())).toBe('');
  });

  it('unreachable active content of an old revision is no reason', async () => {
    expect(findActiveContent(openPdfBytes(withParts({ more: ['<</S/JavaScript/JS(1)>>'] })))).toEqual([]);
  });

  it('of a signed file it is refused for good: removing it would break the signature', async () => {
    const { signer } = await testSigner('P-256');
    const active = withParts({ catalog: '/OpenAction<</S/JavaScript/JS(1)>>' });
    const signed = await signPdf(active, { field: 'A', newField: 'invisible', signer });
    await expect(documentFacts(signed, 'PDF')).rejects.toThrow('DOCUMENT_ACTIVE_SIGNED');
    await expect(removeActive(signed, 'PDF')).rejects.toThrow('DOCUMENT_ACTIVE_SIGNED');
  });

  it('of a certified file the places to come are refused at once', async () => {
    const { signer } = await testSigner('P-256');
    const certified = await signPdf(await makePdf(), {
      field: 'A',
      newField: 'invisible',
      signer,
      certify: 2,
    });
    await expect(documentFacts(certified, 'PDF')).rejects.toThrow('DOCUMENT_CERTIFIED');
    const closed = await signPdf(await makePdf(), { field: 'A', newField: 'invisible', signer, certify: 1 });
    await expect(documentFacts(closed, 'PDF')).rejects.toThrow('DOCUMENT_CERTIFIED_NO_CHANGES');
  });
});

describe('OFD', () => {
  const NS = 'xmlns:ofd="http://www.ofdspec.org/2016"';
  const ofd = ({ document = '', page = '', more = {} as Record<string, string> }): Bytes =>
    zip({
      'OFD.xml': `<ofd:OFD ${NS} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>1</ofd:DocID></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
      'Doc_0/Document.xml': `<ofd:Document ${NS}><ofd:CommonData><ofd:MaxUnitID>9</ofd:MaxUnitID><ofd:PageArea><ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages>${document}</ofd:Document>`,
      'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page ${NS}><ofd:Content><ofd:Layer ID="2"/></ofd:Content>${page}</ofd:Page>`,
      ...more,
    });
  const actions = (...inner: string[]) =>
    `<ofd:Actions>${inner.map((one) => `<ofd:Action Event="CLICK">${one}</ofd:Action>`).join('')}</ofd:Actions>`;
  const uri = '<ofd:URI URI="https://example.org"/>';

  it('attachments, and actions that open or play something, are refused with the page and can be removed', async () => {
    const attached = ofd({
      document: '<ofd:Attachments>/Doc_0/Attachs/Attachments.xml</ofd:Attachments>',
      more: {
        'Doc_0/Attachs/Attachments.xml': `<ofd:Attachments ${NS}><ofd:Attachment ID="1" Name="a"><ofd:FileLoc>a.exe</ofd:FileLoc></ofd:Attachment></ofd:Attachments>`,
        'Doc_0/Attachs/a.exe': 'MZ payload',
      },
    });
    const cases: [Bytes, string][] = [
      [attached, 'attachment'],
      [ofd({ page: actions('<ofd:Movie ResourceID="3"/>') }), 'media (1)'],
      [ofd({ page: actions(uri, '<ofd:GotoA AttachID="1"/>') }), 'attachment (1)'],
      [ofd({ document: actions('<ofd:Sound ResourceID="3"/>') }), 'media'],
      [ofd({ document: actions('<ofd:JavaScript>1</ofd:JavaScript>') }), 'launch'],
    ];
    for (const [active, found] of cases) {
      expect(await refusal(active, 'OFD')).toBe(found);
      const clean = await removeActive(active, 'OFD');
      expect(await refusal(clean, 'OFD')).toBe('');
      expect(new TextDecoder('latin1').decode(clean)).not.toMatch(/Attachs\//);
    }
  });

  it('links to pages and to the web are taken, and stay beside what is removed', async () => {
    const goto = '<ofd:Goto><ofd:Dest Type="Fit" PageID="1"/></ofd:Goto>';
    expect(await refusal(ofd({ page: actions(uri, goto) }), 'OFD')).toBe('');
    const clean = await removeActive(ofd({ page: actions(uri, '<ofd:Movie ResourceID="3"/>') }), 'OFD');
    const { openOfd } = await import('#core/ofd/model/open-ofd.ts');
    const { readFile } = await import('#core/ofd/package/open-package.ts');
    const page = new TextDecoder().decode(readFile(openOfd(clean).package, 'Doc_0/Pages/Page_0/Content.xml'));
    expect(page).toContain('example.org');
    expect(page).not.toContain('Movie');
  });
});

it('the reasons in an error can be read back', () => {
  expect(readFindings('javascript (1, 3); xfa; nonsense; launch')).toEqual([
    { kind: 'javascript', pages: [1, 3] },
    { kind: 'xfa', pages: [] },
    { kind: 'launch', pages: [] },
  ]);
});

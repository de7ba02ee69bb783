import { describe, expect, it } from 'vitest';
import { readFindings } from '#core/active-content.ts';
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { findActiveContent } from '#core/pdf/active/find-active-content.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { removeActive } from '#core/task/remove-active-content.ts';
import { ACTIVE_CASES, activeOfd, link, NS, withParts } from '#tests/fixtures/active-files.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge, makePdf, picture } from '../pdf/documents.ts';
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

describe('PDF', () => {
  for (const [name, parts, found] of ACTIVE_CASES)
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
  const actions = (...inner: string[]) =>
    `<ofd:Actions>${inner.map((one) => `<ofd:Action Event="CLICK">${one}</ofd:Action>`).join('')}</ofd:Actions>`;
  const uri = '<ofd:URI URI="https://example.org"/>';

  it('attachments and actions that open or play are refused with the page, and removable', async () => {
    const attached = activeOfd({
      document: '<ofd:Attachments>/Doc_0/Attachs/Attachments.xml</ofd:Attachments>',
      more: {
        'Doc_0/Attachs/Attachments.xml': `<ofd:Attachments ${NS}><ofd:Attachment ID="1" Name="a"><ofd:FileLoc>a.exe</ofd:FileLoc></ofd:Attachment></ofd:Attachments>`,
        'Doc_0/Attachs/a.exe': 'MZ payload',
      },
    });
    const cases: [Bytes, string][] = [
      [attached, 'attachment'],
      [activeOfd({ page: actions('<ofd:Movie ResourceID="3"/>') }), 'media (1)'],
      [activeOfd({ page: actions(uri, '<ofd:GotoA AttachID="1"/>') }), 'attachment (1)'],
      [activeOfd({ document: actions('<ofd:Sound ResourceID="3"/>') }), 'media'],
      [activeOfd({ document: actions('<ofd:JavaScript>1</ofd:JavaScript>') }), 'launch'],
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
    expect(await refusal(activeOfd({ page: actions(uri, goto) }), 'OFD')).toBe('');
    const clean = await removeActive(activeOfd({ page: actions(uri, '<ofd:Movie ResourceID="3"/>') }), 'OFD');
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

import { describe, expect, it } from 'vitest';
import { utf8 } from '#core/bytes.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { readPage } from '#core/ofd/model/read-page.ts';
import { readResources } from '#core/ofd/model/read-resources.ts';
import { readSignatures } from '#core/ofd/model/read-signatures.ts';
import { readFile } from '#core/ofd/package/open-package.ts';
import { sealPicture } from '#core/ofd/render/draw-stamps.ts';
import { FOUR_COLORS, sealWith, signedFiles } from './feature-pages.ts';
import { onePage, onePageFiles, refusal, zip } from './make-package.ts';

const NS = 'xmlns:ofd="http://www.ofdspec.org/2016"';

describe('an OFD file', () => {
  it('reports its metadata, documents and versions', () => {
    const file = openOfd(
      zip({
        ...onePageFiles(),
        'Doc_0/Versions/V1.xml': `<ofd:DocVersion ${NS} ID="v1"><ofd:FileList/><ofd:DocRoot>/Doc_1/Document.xml</ofd:DocRoot></ofd:DocVersion>`,
        'Doc_1/Document.xml': String(onePageFiles()['Doc_0/Document.xml']),
        'Doc_1/Pages/Page_0/Content.xml': String(onePageFiles()['Doc_0/Pages/Page_0/Content.xml']),
        'OFD.xml': `<ofd:OFD ${NS} Version="1.1" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>abc</ofd:DocID><ofd:Title>合同</ofd:Title><ofd:CreationDate>2026-01-02</ofd:CreationDate><ofd:Keywords><ofd:Keyword>a</ofd:Keyword></ofd:Keywords><ofd:CustomDatas><ofd:CustomData Name="编号">7</ofd:CustomData></ofd:CustomDatas></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot><ofd:Versions><ofd:Version ID="v1" Index="1" Current="true" BaseLoc="Doc_0/Versions/V1.xml"/></ofd:Versions></ofd:DocBody><ofd:DocBody><ofd:DocInfo/><ofd:DocRoot>Doc_1/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
      }),
    );
    expect(file.version).toBe('1.1');
    expect(file.bodies).toHaveLength(2);
    expect(file.bodies[0]!.info).toMatchObject({
      docId: 'abc',
      title: '合同',
      created: '2026-01-02',
      keywords: ['a'],
      custom: [{ name: '编号', value: '7' }],
    });
    expect(file.bodies[0]!.versions).toEqual([
      { id: 'v1', index: 1, current: true, path: 'Doc_0/Versions/V1.xml' },
    ]);
    expect(openDocument(file, 1).path).toBe('Doc_1/Document.xml');
    expect(refusal(() => openDocument(file, 2))).toBe('DOCUMENT_BROKEN');
  });

  it('opens though what is beside its pages is missing or broken, and lists it as warnings', () => {
    const document = onePage({
      common: '<ofd:DocumentRes>Missing.xml</ofd:DocumentRes>',
      document: '<ofd:Attachments>Attachments.xml</ofd:Attachments><ofd:CustomTags>Tags.xml</ofd:CustomTags>',
      files: { 'Doc_0/Attachments.xml': '<broken', 'Doc_0/PublicRes.xml': 'no xml' },
    });
    readResources(document);
    expect(document.package.warnings).toEqual([
      'Missing.xml is not in the package',
      'Doc_0/Attachments.xml cannot be read',
      'Tags.xml is not in the package',
      'resources Doc_0/PublicRes.xml cannot be read',
    ]);
  });

  it('reads pages lazily, so that one broken page does not affect the others', () => {
    const files = onePageFiles();
    files['Doc_0/Document.xml'] = String(files['Doc_0/Document.xml']).replace(
      '</ofd:Pages>',
      '<ofd:Page ID="7" BaseLoc="Pages/Page_1/Content.xml"/><ofd:Page ID="8" BaseLoc="Pages/none.xml"/></ofd:Pages>',
    );
    files['Doc_0/Pages/Page_1/Content.xml'] = '<broken';
    const document = openDocument(openOfd(zip(files)));
    expect(document.pages.map((page) => page.id)).toEqual(['1', '7', '8']);
    expect(readPage(document, 0).layers).toHaveLength(1);
    expect(refusal(() => readPage(document, 1))).toBe('DOCUMENT_BROKEN');
    expect(refusal(() => readPage(document, 2))).toBe('DOCUMENT_BROKEN');
  });

  it('has a page area of its own or of the document, A4 where neither has one', () => {
    expect(readPage(onePage({ box: '0 0 50 60' }), 0).area.physical).toEqual({
      x: 0,
      y: 0,
      width: 50,
      height: 60,
    });
    const own = onePage({
      page: '<ofd:Area><ofd:PhysicalBox>0 0 9 8</ofd:PhysicalBox><ofd:ContentBox>1 1 7 6</ofd:ContentBox></ofd:Area>',
    });
    expect(readPage(own, 0).area).toMatchObject({
      physical: { width: 9, height: 8 },
      content: { x: 1, y: 1, width: 7, height: 6 },
    });
    expect(readPage(onePage({ box: '0 0 -1 0' }), 0).area.physical).toMatchObject({
      width: 210,
      height: 297,
    });
  });

  it('lists attachments, outlines, tags, permissions and actions; no action is ever run', () => {
    const document = onePage({
      document:
        '<ofd:Outlines><ofd:OutlineElem Title="一"><ofd:Actions><ofd:Action Event="CLICK"><ofd:Goto><ofd:Dest Type="XYZ" PageID="1"/></ofd:Goto></ofd:Action></ofd:Actions><ofd:OutlineElem Title="二"/></ofd:OutlineElem></ofd:Outlines>' +
        '<ofd:Actions><ofd:Action Event="DO"><ofd:URI URI="javascript:alert(1)"/></ofd:Action><ofd:Action Event="DO"><ofd:Movie ResourceID="5"/></ofd:Action></ofd:Actions>' +
        '<ofd:Attachments>A.xml</ofd:Attachments><ofd:CustomTags>T.xml</ofd:CustomTags><ofd:Permissions><ofd:Edit>false</ofd:Edit></ofd:Permissions>',
      files: {
        'Doc_0/A.xml': `<ofd:Attachments ${NS}><ofd:Attachment ID="1" Name="发票" Format="xml" Size="1.5"><ofd:FileLoc>a.xml</ofd:FileLoc></ofd:Attachment></ofd:Attachments>`,
        'Doc_0/a.xml': 'content',
        'Doc_0/T.xml': `<ofd:CustomTags ${NS}><ofd:CustomTag NameSpace="http://x"><ofd:FileLoc>t.xml</ofd:FileLoc></ofd:CustomTag></ofd:CustomTags>`,
        'Doc_0/t.xml': '<x/>',
      },
    });
    expect(document.outlines).toEqual([
      { title: '一', pageIndex: 0, children: [{ title: '二', pageIndex: undefined, children: [] }] },
    ]);
    expect(document.actions).toEqual([
      { event: 'DO', kind: 'uri', target: 'javascript:alert(1)' },
      { event: 'DO', kind: 'movie', target: '5' },
    ]);
    expect(document.attachments).toEqual([
      { id: '1', name: '发票', format: 'xml', size: 1.5, visible: true, path: 'Doc_0/a.xml' },
    ]);
    expect(document.customTags).toEqual([{ nameSpace: 'http://x', path: 'Doc_0/t.xml' }]);
    expect(document.permissions).toEqual({ Edit: 'false' });
  });

  it('reads fonts with misspelled attributes, and files with or without their list’s folder', () => {
    const document = onePage({
      res: '<ofd:Fonts><ofd:Font ID="3" FontName="宋体" CharcterSet="unicode" Bold="true"><ofd:FontFile>f.ttf</ofd:FontFile></ofd:Font><ofd:Font ID="4" FontName="x"><ofd:FontFile>/Doc_0/g.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>',
      files: { 'Doc_0/Res/f.ttf': '1', 'Doc_0/g.ttf': '2' },
    });
    const { fonts } = readResources(document);
    expect(fonts.get('3')).toMatchObject({ charset: 'unicode', bold: true, path: 'Doc_0/Res/f.ttf' });
    expect(fonts.get('4')!.path).toBe('Doc_0/g.ttf');
  });

  it('knows the positions of its signatures and the pictures of their seals', () => {
    const stamp = '<ofd:StampAnnot ID="s" PageRef="1" Boundary="10 20 30 40" Clip="1 2 3 4"/>';
    const document = onePage({ files: signedFiles(sealWith('PNG', FOUR_COLORS), stamp) });
    const [signature] = readSignatures(document);
    expect(signature).toMatchObject({
      id: '1',
      type: 'Seal',
      sealPath: 'Doc_0/Signs/Sign_0/Seal.esl',
      signedValuePath: 'Doc_0/Signs/Sign_0/SignedValue.dat',
    });
    expect(signature!.stamps).toEqual([
      {
        id: 's',
        pageRef: '1',
        pageIndex: 0,
        boundary: { x: 10, y: 20, width: 30, height: 40 },
        clip: { x: 1, y: 2, width: 3, height: 4 },
      },
    ]);
    expect(sealPicture(document, signature!)).toEqual({
      type: 'PNG',
      data: FOUR_COLORS,
      width: 40,
      height: 40,
    });
    expect(readFile(document.package, '/OFD.XML').length).toBeGreaterThan(0);
    expect(readSignatures(onePage())).toEqual([]);
    expect(
      readSignatures(
        onePage({ files: { ...signedFiles(utf8('x'), stamp), 'Doc_0/Signs/Signatures.xml': '<broken' } }),
      ),
    ).toEqual([]);
  });
});

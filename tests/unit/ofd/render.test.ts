import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { toHex, utf8 } from '#core/bytes.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { sm3 } from '#core/sm/sm3.ts';
import {
  FOUR_COLORS,
  IMAGE_PAGE,
  MESH_PAGE,
  PATH_PAGE,
  sealWith,
  signedFiles,
  TEXT_PAGE,
} from './feature-pages.ts';
import { onePage, onePageFiles, refusal, zip } from './make-package.ts';

const PATH = '<ofd:AbbreviatedData>M 0 0 L 10 0 L 10 10 C</ofd:AbbreviatedData>';
const draw = (layer: string, rest: Parameters<typeof onePage>[0] = {}) =>
  renderPage(onePage({ layer, ...rest }), 0);

describe('a page as SVG', () => {
  it('matches what was looked at: paths, text, pictures, meshes', async () => {
    const pages = { paths: PATH_PAGE, texts: TEXT_PAGE, images: IMAGE_PAGE, meshes: MESH_PAGE };
    for (const [name, page] of Object.entries(pages)) {
      const { svg, warnings } = renderPage(onePage(page), 0);
      expect(warnings).toEqual([]);
      expect(XMLValidator.validate(svg)).toBe(true);
      // of large pictures their digest is kept
      const short = svg.replace(
        /base64,([^"]{2000,})/g,
        (_, data: string) => `sm3,${toHex(sm3(utf8(data)))}`,
      );
      await expect(short.replaceAll('><', '>\n<')).toMatchFileSnapshot(`../../fixtures/ofd/${name}.svg`);
    }
  });

  it('has one unit a mm and the corner of its paper', () => {
    const { svg, box } = renderPage(onePage({ box: '-5 10 210 297' }), 0);
    expect(svg).toContain('viewBox="-5 10 210 297" width="210mm" height="297mm"');
    expect(box).toEqual({ x: -5, y: 10, width: 210, height: 297 });
  });

  it('omits what is invisible and what cannot be drawn, with a warning', () => {
    const { svg, warnings } = draw(
      `<ofd:PathObject ID="1" Visible="false" Boundary="0 0 9 9">${PATH}</ofd:PathObject>` +
        '<ofd:ImageObject ID="7" Boundary="0 0 9 9" ResourceID="404"/><ofd:CompositeObject ID="8" Boundary="0 0 9 9" ResourceID="405"/>',
    );
    expect(svg).not.toContain('<path');
    expect(warnings).toEqual([
      'ImageObject 7 is not drawn: picture 404 is missing',
      'composite 405 is missing',
    ]);
  });

  it('takes no colour as black for lines and letters, as none for areas and outlines of letters', () => {
    const path = draw(`<ofd:PathObject ID="1" Boundary="0 0 20 20" Fill="true">${PATH}</ofd:PathObject>`).svg;
    expect(path).toMatch(/<path[^>]* fill="none"[^>]* stroke="#000000"/);
    const text = draw(
      '<ofd:TextObject ID="1" Boundary="0 0 20 20" Font="3" Size="5" Stroke="true"><ofd:TextCode X="0" Y="5">字</ofd:TextCode></ofd:TextObject>',
      TEXT_PAGE.res ? { res: TEXT_PAGE.res } : {},
    ).svg;
    expect(text).toMatch(/<g[^>]* fill="#000000" stroke="none"/);
  });

  it('reads colours in gray, CMYK, palettes, 16 bits and hexadecimal', () => {
    const res =
      '<ofd:ColorSpaces><ofd:ColorSpace ID="70" Type="GRAY"/><ofd:ColorSpace ID="71" Type="CMYK"/><ofd:ColorSpace ID="72" Type="RGB" BitsPerComponent="16"/>' +
      '<ofd:ColorSpace ID="73" Type="RGB"><ofd:Palette><ofd:CV>1 2 3</ofd:CV><ofd:CV>4 5 6</ofd:CV></ofd:Palette></ofd:ColorSpace></ofd:ColorSpaces>';
    const colorOf = (attributes: string) =>
      /stroke="(#\w+)"/.exec(
        draw(
          `<ofd:PathObject ID="1" Boundary="0 0 20 20"><ofd:StrokeColor ${attributes}/>${PATH}</ofd:PathObject>`,
          { res },
        ).svg,
      )?.[1];
    expect(colorOf('Value="128" ColorSpace="70"')).toBe('#808080');
    expect(colorOf('Value="255 0 0 0" ColorSpace="71"')).toBe('#00ffff');
    expect(colorOf('Value="65535 0 32768" ColorSpace="72"')).toBe('#ff0080');
    expect(colorOf('Index="1" ColorSpace="73"')).toBe('#040506');
    expect(colorOf('Value="#ff #00 #80"')).toBe('#ff0080');
    expect(colorOf('Value="999 -5 x"')).toBe('#ff0000');
  });

  it('puts templates and layers in the order of their z-order', () => {
    const NS = 'xmlns:ofd="http://www.ofdspec.org/2016"';
    const mark = (x: number) => `<ofd:PathObject ID="1" Boundary="${x} 0 20 20">${PATH}</ofd:PathObject>`;
    const files = onePageFiles({
      common:
        '<ofd:TemplatePage ID="80" BaseLoc="Tpl/a.xml"/><ofd:TemplatePage ID="81" BaseLoc="Tpl/b.xml"/>',
      files: {
        'Doc_0/Tpl/a.xml': `<ofd:Page ${NS}><ofd:Content><ofd:Layer ID="1">${mark(4)}</ofd:Layer></ofd:Content></ofd:Page>`,
        'Doc_0/Tpl/b.xml': `<ofd:Page ${NS}><ofd:Content><ofd:Layer ID="1">${mark(1)}</ofd:Layer></ofd:Content></ofd:Page>`,
        'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page ${NS}><ofd:Template TemplateID="80" ZOrder="Foreground"/><ofd:Template TemplateID="81"/><ofd:Content><ofd:Layer ID="2" Type="Foreground">${mark(5)}</ofd:Layer><ofd:Layer ID="3">${mark(3)}</ofd:Layer><ofd:Layer ID="4" Type="Background">${mark(2)}</ofd:Layer></ofd:Content></ofd:Page>`,
      },
    });
    const { svg } = renderPage(onePage({ files }), 0);
    expect([...svg.matchAll(/translate\((\d) 0\)/g)].map((m) => m[1])).toEqual(['1', '2', '3', '4', '5']);
  });

  it('draws annotations from their boundary unless they are hidden or not wanted', () => {
    const NS = 'xmlns:ofd="http://www.ofdspec.org/2016"';
    const annot = (visible: string, x: number) =>
      `<ofd:Annot ID="1" Type="Stamp" ${visible}><ofd:Appearance Boundary="${x} 20 9 9"><ofd:PathObject ID="1" Boundary="0 0 9 9">${PATH}</ofd:PathObject></ofd:Appearance></ofd:Annot>`;
    const document = onePage({
      document: '<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations>',
      files: {
        'Doc_0/Annots/Annotations.xml': `<ofd:Annotations ${NS}><ofd:Page PageID="1"><ofd:FileLoc>Page_0/Annotation.xml</ofd:FileLoc></ofd:Page></ofd:Annotations>`,
        'Doc_0/Annots/Page_0/Annotation.xml': `<ofd:PageAnnot ${NS}>${annot('', 30)}${annot('Visible="false"', 60)}</ofd:PageAnnot>`,
      },
    });
    const { svg } = renderPage(document, 0);
    expect(svg).toContain('translate(30 20)');
    expect(svg).not.toContain('translate(60 20)');
    expect(renderPage(document, 0, { annotations: false }).svg).not.toContain('translate(30 20)');
  });

  it('draws seals where signatures show, cut to their clip, as pictures or as OFDs of their own', () => {
    const stamps =
      '<ofd:StampAnnot ID="1" PageRef="1" Boundary="10 20 40 40"/><ofd:StampAnnot ID="2" PageRef="1" Boundary="60 20 40 40" Clip="0 0 20 40"/><ofd:StampAnnot ID="3" PageRef="99" Boundary="0 0 1 1"/>';
    const picture = renderPage(onePage({ files: signedFiles(sealWith('PNG', FOUR_COLORS), stamps) }), 0);
    expect(
      picture.svg.match(/<image x="\d+" y="20" width="40" height="40"[^>]*href="data:image\/png;base64,/g),
    ).toHaveLength(2);
    expect(picture.svg).toMatch(/<clipPath id="[\w-]+"><rect x="60" y="20" width="20" height="40"\/>/);
    const inner = zip(
      onePageFiles({
        layer: `<ofd:PathObject ID="1" Boundary="0 0 20 20">${PATH}</ofd:PathObject>`,
        box: '0 0 20 20',
      }),
    );
    const ofd = renderPage(onePage({ files: signedFiles(sealWith('ofd', inner), stamps) }), 0);
    expect(ofd.svg).toContain('translate(10 20) scale(2 2)');
    expect(ofd.warnings).toEqual([]);
    expect(
      renderPage(onePage({ files: signedFiles(sealWith('ofd', inner), stamps) }), 0, { stamps: false }).svg,
    ).not.toContain('scale(2 2)');
  });

  it('ends where composites or patterns contain themselves, or objects never end', () => {
    const self = (content: string) =>
      `<ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="62" Width="9" Height="9"><ofd:Content>${content}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits>`;
    const use = '<ofd:CompositeObject ID="1" Boundary="0 0 9 9" ResourceID="62"/>';
    expect(draw(use, { res: self(use) }).warnings).toEqual([
      'CompositeObject 1 is not drawn: too many containers',
    ]);
    expect(refusal(() => draw(use, { res: self(use.repeat(50)) }))).toBe('DOCUMENT_TOO_COMPLEX');
    const pattern = `<ofd:PathObject ID="1" Boundary="0 0 9 9" Fill="true"><ofd:FillColor><ofd:Pattern Width="1" Height="1"><ofd:CellContent>${use}</ofd:CellContent></ofd:Pattern></ofd:FillColor>${PATH}</ofd:PathObject>`;
    expect(draw(pattern, { res: self(pattern) }).warnings.length).toBeGreaterThan(0);
    const ring =
      '<ofd:DrawParams><ofd:DrawParam ID="50" Relative="51"/><ofd:DrawParam ID="51" Relative="50" LineWidth="3"/></ofd:DrawParams>';
    expect(
      draw(`<ofd:PathObject ID="1" DrawParam="50" Boundary="0 0 9 9">${PATH}</ofd:PathObject>`, { res: ring })
        .svg,
    ).toContain('stroke-width="3"');
  });

  it('refuses a page that is not there', () => {
    expect(refusal(() => renderPage(onePage(), 1))).toBe('NOT_FOUND');
  });
});

describe('the SVG is inert', () => {
  const hostile = '"&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;a href=&quot;javascript:x&quot;';
  const value = '&quot;/&gt;&lt;script&gt;alert(1)&lt;/script&gt;';
  it('for any content of text, names, numbers, colours and references', () => {
    const attributes = [
      'Boundary',
      'CTM',
      'LineWidth',
      'Cap',
      'Join',
      'DashPattern',
      'Alpha',
      'DrawParam',
      'Rule',
      'BlendMode',
    ];
    const layer =
      `<ofd:TextObject ID="1" Boundary="0 0 9 9" Font="3" Size="5"><ofd:TextCode X="0" Y="5">${hostile}</ofd:TextCode></ofd:TextObject>` +
      attributes
        .map((name) =>
          `<ofd:PathObject ID="1" Boundary="0 0 9 9" ${name}="${value}">${PATH}</ofd:PathObject>`.replace(
            /Boundary="0 0 9 9" Boundary/,
            'Boundary',
          ),
        )
        .join('') +
      `<ofd:PathObject ID="1" Boundary="0 0 9 9"><ofd:StrokeColor Value="${value}"/>${PATH}</ofd:PathObject>` +
      `<ofd:ImageObject ID="1" Boundary="0 0 9 9" ResourceID="${value}"/>`;
    const res = `<ofd:Fonts><ofd:Font ID="3" FontName="${value}" FamilyName="x' onload='y"/></ofd:Fonts>`;
    const { svg } = renderPage(onePage({ layer, res }), 0, { idPrefix: '"><script>', paper: '"><script>' });
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(inertness(svg)).toEqual([]);
  });

  it('in pages of every feature', () => {
    for (const page of [PATH_PAGE, TEXT_PAGE, IMAGE_PAGE])
      expect(inertness(renderPage(onePage(page), 0).svg)).toEqual([]);
  });
});

/** What in an SVG could run, lead or fetch. */
function inertness(svg: string): string[] {
  const tags = svg.match(/<[^>]*>/g) ?? [];
  const allowed =
    /^<\/?(svg|defs|g|path|rect|image|text|clipPath|mask|pattern|linearGradient|radialGradient|stop)[\s/>]/;
  return tags.filter((tag) => {
    if (!allowed.test(tag)) return true;
    if (/\son\w+\s*=/i.test(tag.replace(/"[^"]*"/g, '""'))) return true;
    const hrefs = [...tag.matchAll(/href="([^"]*)"/g)].map((m) => m[1]!);
    return hrefs.some((href) => !href.startsWith('data:image/')) || /url\((?!#)/.test(tag);
  });
}

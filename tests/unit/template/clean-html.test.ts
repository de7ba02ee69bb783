import { DOMParser as Parser } from '@tiptap/pm/model';
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { cleanHtml, type HtmlNode, parsable } from '#app/features/template/editor/clean-html.ts';
import { linesOf, withShortBlocks } from '#app/features/template/editor/paste.ts';
import { templateSchema as schema } from '#app/features/template/editor/schema.ts';

const bodyOf = (html: string) =>
  parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body as unknown as HtmlNode;
const clean = (html: string) => cleanHtml(bodyOf(parsable(html)));
/** What the editor makes of the cleaned HTML. */
const nodesOf = (html: string) =>
  Parser.fromSchema(schema).parse(bodyOf(clean(html).html) as unknown as globalThis.Node);

/** As Word for Windows puts it on the clipboard. */
const WORD = `<!--StartFragment-->
<p class=MsoTitle align=center style='text-align:center'><b style='mso-bidi-font-weight:normal'><span
lang=ZH-CN style='font-size:18.0pt;font-family:宋体;mso-ascii-font-family:"Times New Roman"'>采购合同<span lang=EN-US><o:p></o:p></span></span></b></p>
<h2><span style='font-family:宋体'>一、总则</span></h2>
<p class=MsoNormal style='text-indent:24.0pt;mso-char-indent-count:2.0;line-height:150%'><span
style='font-size:12.0pt;font-family:宋体;color:red'>甲方向乙方采购<u>货物</u>，<span
lang=EN-US>2026</span>年<s>三</s>四月
交付。</span></p>
<p class=MsoListParagraph style='margin-left:18.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
lang=EN-US style='mso-fareast-font-family:等线'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>付款方式</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span lang=EN-US><span style='mso-list:Ignore'>1.1<span>&nbsp; </span></span></span>电汇</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span>&nbsp; </span></span></span>附件</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='height:20pt'>
<td width=284 colspan=2 valign=top style='width:213pt'><p class=MsoNormal align=center style='text-align:center'>品名<o:p></o:p></p></td>
<td width=142 rowspan=2><p class=MsoNormal>单价</p><h1>元</h1></td></tr>
<tr><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td><td><table><tr><td>甲</td><td>乙</td></tr></table></td></tr></table>
<p class=MsoNormal><img width=10 height=10 src="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"></p>
<span lang=EN-US style='font-size:10.5pt'><br clear=all style='mso-special-character:line-break;page-break-before:always'></span>
<p class=MsoNormal style='display:none'>批注</p>
<!--EndFragment-->`;

it('of Word’s HTML structure and emphasis stay, fonts, colours and what it hides go', () => {
  const { html, leftOut } = clean(WORD);
  expect(html).toBe(
    [
      '<p data-align="centre"><strong>采购合同</strong></p>',
      '<h2>一、总则</h2>',
      '<p data-first-indent="2">甲方向乙方采购<u>货物</u>，2026年<s>三</s>四月交付。</p>',
      '<p data-clause="" data-level="0">付款方式</p>',
      '<p data-clause="" data-level="1">电汇</p>',
      '<p data-item data-level="0">附件</p>',
      '<table><tr><td colspan="2"><p data-align="centre">品名</p></td><td rowspan="2"><p>单价</p><p>元</p></td></tr>',
      '<tr><td><p></p></td><td><p>甲</p><p>乙</p></td></tr></table>',
      '<hr data-page-break>',
    ].join(''),
  );
  expect(leftOut).toEqual({ pictures: 1, hidden: 0 });
});

it('Word’s numbered paragraphs become clauses, its table one of the editor', () => {
  const doc = nodesOf(WORD);
  expect(doc.content.content.map(({ type }) => type.name)).toEqual([
    'paragraph',
    'heading',
    'paragraph',
    'clause',
    'clause',
    'item',
    'table',
    'pageBreak',
  ]);
  expect(doc.child(4).attrs.level).toBe(1);
  expect(doc.child(6).child(0).child(0).attrs).toMatchObject({ colspan: 2, rowspan: 1 });
  expect(() => doc.check()).not.toThrow();
});

/** As an article of WeChat is copied from its page, and from an editor of such articles. */
const WECHAT = `<section data-role="outer" style="margin: 0px; padding: 0px; font-family: mp-quote, -apple-system;"><section style="text-align: center;"><strong style="font-size: 20px; color: rgb(255, 0, 0);"><span leaf="">违约责任</span></strong></section>
<section style="line-height: 2em; letter-spacing: 1px;"><span style="font-size: 17px;"><span leaf="">任何一方违约，</span></span><span style="font-weight: 700;">应当</span><span style="text-decoration: underline;">赔偿</span>对方的损失。</section>
<section><span leaf=""><br></span></section>
<p><img data-src="https://mmbiz.qpic.example/1.png" class="rich_pages wxw-img"/></p>
<ol class="list-paddingleft-1"><li><p><span>第一</span></p><ul><li>其下</li></ul></li><li>第二</li></ol>
<p style="display: none;"><mp-style-type data-value="3"></mp-style-type></p><a href="https://example.com" style="text-decoration:underline">链接</a></section>`;

it('of a WeChat article the paragraphs, lists and emphasis stay', () => {
  const { html, leftOut } = clean(WECHAT);
  expect(html).toBe(
    [
      '<p data-align="centre"><strong>违约责任</strong></p>',
      '<p>任何一方违约，<strong>应当</strong><u>赔偿</u>对方的损失。</p>',
      '<p data-item data-level="0" data-ordered>第一</p>',
      '<p data-item data-level="1">其下</p>',
      '<p data-item data-level="0" data-ordered>第二</p>',
      '<p>链接</p>',
    ].join(''),
  );
  expect(leftOut.pictures).toBe(1);
});

it('no script, style or external address is left, for any HTML', () => {
  const { html } = clean(
    `<style>p{background:url(https://a.example/x)}</style><p onclick="steal()">甲<script>steal()</script><svg><text>图</text></svg><iframe src="https://a.example"></iframe><a href="javascript:steal()">乙</a></p><p>&lt;b&gt;丙</p>`,
  );
  expect(html).toBe('<p>甲乙</p><p>&lt;b&gt;丙</p>');
});

it('control characters and direction marks are dropped and counted, in HTML and plain text', () => {
  const { html, leftOut } = clean('<p>金额\u202e100\u202c元\u0007整\u200b</p>');
  expect(html).toBe('<p>金额100元整</p>');
  expect(leftOut.hidden).toBe(3);
  expect(linesOf('甲\u2066方\u0000\r\n乙\t方\n\n\u200b丙方')).toEqual({
    lines: ['甲方', '乙 方', '', '丙方'],
    hidden: 2,
  });
});

it('100,000 characters in one line become paragraphs, none of a character less', () => {
  const line = `${'甲乙丙丁戊己庚辛壬癸，𠮷'.repeat(9)}。`.repeat(850).slice(0, 100_000);
  const short = withShortBlocks(
    schema.nodes.doc!.create(null, schema.nodes.paragraph!.create(null, schema.text(line))).content,
  );
  expect(short.childCount).toBeGreaterThan(9);
  expect(short.content.map((node) => node.textContent).join('')).toBe(line);
  for (const node of short.content) {
    expect(node.content.size).toBeLessThanOrEqual(10_000);
    expect(node.textContent.isWellFormed()).toBe(true);
  }
});

it('is parsed without what a browser would report or run in tags, never without words', () => {
  const html =
    '<style>p{color:red}</style><p class=a style="x:1" ONCLICK="a()">style="b" onload=c()</p><img src=a onerror=alert(1)>';
  expect(parsable(html)).toBe('<p class=a data-pasted-style="x:1">style="b" onload=c()</p><img src=a>');
});

import { GAP_STYLE, HEADER_STYLE } from '../own-names.ts';

/** Paragraph styles of the editor's blocks in Word, equal to the typesetter's defaults. */
export const STYLES = {
  /** Justified, first line indented by two characters. */
  prose: 'SignetBody',
  /** Not indented: aligned paragraphs, clauses and items. */
  flush: 'SignetFlush',
  /** The first line of 第一条, indented like prose. */
  chinese: 'SignetArticle',
  cell: 'SignetTable',
  header: HEADER_STYLE,
  gap: GAP_STYLE,
  heading: (level: number) => `Heading${level}`,
} as const;

/** Size in pt, line distance as a multiple of it, space above and below in mm, of headings by level. */
const HEADINGS = [
  [18, 1.5, 4, 4],
  [15, 1.5, 4, 2],
  [13, 1.5, 3, 1.5],
  [12, 1.5, 2, 1],
] as const;
const TWIPS_PER_MM = 1440 / 25.4;

const style = (id: string, name: string, base: string, paragraph: string, look = '', more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"${more}><w:name w:val="${name}"/>` +
  `${base && `<w:basedOn w:val="${base}"/>`}<w:qFormat/><w:pPr>${paragraph}</w:pPr>${look && `<w:rPr>${look}</w:rPr>`}</w:style>`;

/** Minimum line distance, twips. */
const lines = (pt: number, times: number): string =>
  `w:line="${Math.round(pt * times * 20)}" w:lineRule="atLeast"`;
const size = (pt: number): string => `<w:sz w:val="${pt * 2}"/><w:szCs w:val="${pt * 2}"/>`;
const twips = (mm: number): number => Math.round(mm * TWIPS_PER_MM);

export const stylesXml = (): string =>
  '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体" w:cs="Times New Roman"/>' +
  `${size(12)}<w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>` +
  style('Normal', 'Normal', '', `<w:spacing ${lines(12, 1.75)}/><w:jc w:val="both"/>`, '', ' w:default="1"') +
  style(STYLES.prose, 'Signet Body', 'Normal', '<w:ind w:firstLineChars="200" w:firstLine="480"/>') +
  style(STYLES.flush, 'Signet Flush', 'Normal', '') +
  style(STYLES.chinese, 'Signet Article', 'Normal', '<w:ind w:firstLineChars="200" w:firstLine="480"/>') +
  style(
    STYLES.cell,
    'Signet Table',
    'Normal',
    `<w:spacing ${lines(10.5, 1.4)}/><w:jc w:val="left"/>`,
    size(10.5),
  ) +
  style(STYLES.header, 'Signet Table Head', STYLES.cell, '', '<w:b/>') +
  style(STYLES.gap, 'Signet Gap', 'Normal', '<w:spacing w:line="20" w:lineRule="exact"/>', size(1)) +
  HEADINGS.map(([pt, times, above, below], at) =>
    style(
      STYLES.heading(at + 1),
      `heading ${at + 1}`,
      'Normal',
      `<w:keepNext/><w:keepLines/><w:spacing w:before="${twips(above)}" w:after="${twips(below)}" ${lines(pt, times)}/>` +
        `<w:jc w:val="${at === 0 ? 'center' : 'left'}"/><w:outlineLvl w:val="${at}"/>`,
      `<w:rFonts w:eastAsia="黑体"/><w:b/>${size(pt)}`,
    ),
  ).join('') +
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>' +
  '<w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>';

import type { SealDesign, SealText } from './design.ts';

/**
 * Presets of the seal builder. Sizes: units' seals are at most 45 mm across (国发〔1999〕25号); limited
 * companies 40 mm with a 1.0 mm edge, share companies 42 mm with 1.2 mm, star 14 mm tip to tip; contract seals
 * 38 to 58 mm by local practice; invoice seals as the tax office's notice 2011 no. 7 has them (40 × 30 mm oval,
 * name 4.2 mm high, code 3.7 mm high over 26 mm, title 4.6 mm high with its top 4.2 mm below the centre).
 */
export const SEAL_PRESETS = [
  'ENTERPRISE_40',
  'ENTERPRISE_42',
  'CONTRACT_38',
  'CONTRACT_40',
  'CONTRACT_42',
  'CONTRACT_45',
  'CONTRACT_50',
  'CONTRACT_58',
  'FINANCE_38',
  'FINANCE_SQUARE_22',
  'HR_38',
  'DEPARTMENT_40',
  'INVOICE_40_30',
  'FOREIGN_45_30',
  'LEGAL_PERSON_20',
  'LEGAL_PERSON_18',
  'LEGAL_PERSON_16',
  'LEGAL_PERSON_20_10',
] as const;
export type SealPreset = (typeof SEAL_PRESETS)[number];

export type PresetTexts = {
  /** Name of the enterprise or person. */
  name: string;
  /** Registration code for the lower edge, or '' for none. */
  code?: string;
  /** Credit code in the centre of an invoice seal. */
  taxNumber?: string;
  englishName?: string;
  department?: string;
  seed?: string;
};

export const SEAL_RED = '#d9001b';

/**
 * Returns the design of a standard seal with the given texts.
 *
 * ```ts
 * const design = presetDesign('CONTRACT_42', { name: '某某公司', code: '91310000MA1K' });
 * ```
 */
export function presetDesign(preset: SealPreset, texts: PresetTexts): SealDesign {
  const design = byPreset(preset, texts);
  const code = texts.code ?? '';
  if (code === '' || design.shape === 'RECTANGLE') return design;
  return {
    ...design,
    bottomCode: text(code, { sizeMm: 1.3, font: 'HEI', marginMm: 0.5, characterMarginMm: 0.25 }),
  };
}

function byPreset(preset: SealPreset, texts: PresetTexts): SealDesign {
  const seed = texts.seed ?? '';
  switch (preset) {
    case 'ENTERPRISE_40':
      return round(40, 1, texts.name, '', seed);
    case 'ENTERPRISE_42':
      return round(42, 1.2, texts.name, '', seed);
    case 'CONTRACT_38':
    case 'CONTRACT_40':
    case 'CONTRACT_42':
    case 'CONTRACT_45':
    case 'CONTRACT_50':
    case 'CONTRACT_58':
      return round(Number(preset.slice(-2)), 1, texts.name, '合同专用章', seed);
    case 'FINANCE_38':
      return round(38, 1, texts.name, '财务专用章', seed);
    case 'HR_38':
      return round(38, 1, texts.name, '人事专用章', seed);
    case 'DEPARTMENT_40':
      return round(40, 1, texts.name, texts.department ?? '', seed);
    case 'FINANCE_SQUARE_22':
      return { ...square(22, 22, `${texts.name}财务专用章`, seed), direction: 'HORIZONTAL' };
    case 'INVOICE_40_30':
      return invoice(texts, seed);
    case 'FOREIGN_45_30':
      return foreign(texts, seed);
    case 'LEGAL_PERSON_20':
      return square(20, 20, texts.name, seed);
    case 'LEGAL_PERSON_18':
      return square(18, 18, texts.name, seed);
    case 'LEGAL_PERSON_16':
      return square(16, 16, texts.name, seed);
    case 'LEGAL_PERSON_20_10':
      return { ...square(20, 10, texts.name, seed), direction: 'HORIZONTAL' };
  }
}

const text = (value: string, rest: Partial<SealText> = {}): SealText => ({
  text: value,
  font: 'SONG',
  sizeMm: 4,
  aspectRatio: 1,
  bold: false,
  alignment: 'CENTER',
  marginMm: 1,
  characterMarginMm: 0,
  ...rest,
});

const plain = (widthMm: number, heightMm: number, seed: string): SealDesign => ({
  shape: widthMm === heightMm ? 'CIRCLE' : 'ELLIPSE',
  widthMm,
  heightMm,
  colour: SEAL_RED,
  opacity: 1,
  lineWidthMm: 1,
  dpi: 600,
  language: 'ZH',
  doubleEdge: false,
  divider: { widthMm: 0.2, distanceMm: 0.5 },
  innerRing: null,
  horizontalLine: null,
  body: { ...text(''), spanDegrees: 250 },
  secondBody: null,
  direction: 'HORIZONTAL',
  sections: [],
  bottomCode: null,
  emblem: { kind: 'NONE', sizeMm: 14, offsetMm: 0 },
  centrePattern: { kind: 'NONE', sizeMm: 14 },
  antiFake: { kind: 'NONE', seed },
});

/** Round, with the name along the top, a star in the centre and the title below it. */
function round(sizeMm: number, lineWidthMm: number, name: string, title: string, seed: string): SealDesign {
  const scale = sizeMm / 40;
  const count = Array.from(name).length;
  const height = round1((count <= 13 ? 5.4 : count <= 18 ? 4.8 : 4.2) * scale);
  // Short names stay compact, long ones extend further around.
  const spanDegrees = Math.max(120, Math.min(count <= 13 ? 250 : 270, count * 24));
  return {
    ...plain(sizeMm, sizeMm, seed),
    lineWidthMm,
    body: {
      ...text(name, {
        sizeMm: height,
        aspectRatio: 0.75,
        alignment: 'SPREAD',
        marginMm: round1(1.1 * scale),
      }),
      spanDegrees,
    },
    emblem: { kind: 'STAR', sizeMm: round1(14 * scale), offsetMm: 0 },
    sections:
      title === ''
        ? []
        : [
            {
              ...text(title, { sizeMm: round1(4 * scale), aspectRatio: 0.8, marginMm: 2 }),
              offsetMm: round1(11 * scale),
            },
          ],
  };
}

function invoice(texts: PresetTexts, seed: string): SealDesign {
  return {
    ...plain(40, 30, seed),
    body: {
      ...text(texts.name, {
        font: 'KAI',
        sizeMm: 4.2,
        aspectRatio: 0.75,
        alignment: 'SPREAD',
        marginMm: 0.5,
      }),
      spanDegrees: 230,
    },
    sections: [
      {
        ...text(texts.taxNumber ?? '', {
          font: 'HEI',
          sizeMm: 3.7,
          aspectRatio: 0.6,
          alignment: 'SPREAD',
          marginMm: 6,
        }),
        offsetMm: 0,
      },
      { ...text('发票专用章', { font: 'KAI', sizeMm: 4.6, aspectRatio: 0.65, marginMm: 2 }), offsetMm: 6.5 },
    ].filter((section) => section.text !== ''),
  };
}

function foreign(texts: PresetTexts, seed: string): SealDesign {
  const english = texts.englishName ?? '';
  return {
    ...plain(45, 30, seed),
    doubleEdge: true,
    language: english === '' ? 'ZH' : 'ZH_EN',
    body: {
      ...text(texts.name, { sizeMm: 4, aspectRatio: 0.8, alignment: 'SPREAD', marginMm: 0.8 }),
      spanDegrees: 210,
    },
    secondBody:
      english === ''
        ? null
        : {
            ...text(english, { font: 'HEI', sizeMm: 2.4, alignment: 'CENTER', marginMm: 0.8 }),
            spanDegrees: 140,
          },
  };
}

function square(widthMm: number, heightMm: number, name: string, seed: string): SealDesign {
  return {
    ...plain(widthMm, heightMm, seed),
    shape: 'RECTANGLE',
    direction: 'VERTICAL',
    body: {
      ...text(name, { font: 'KAI', bold: true, alignment: 'SPREAD', marginMm: 0.8, characterMarginMm: 0.8 }),
      spanDegrees: 250,
    },
  };
}

const round1 = (n: number): number => Math.round(n * 10) / 10;

import type { Bytes } from '#core/bytes.ts';
import type { FontFile } from '#core/pdf/draw/glyph-source.ts';
import type { FaceName, TypesetDocument } from './document.ts';
import { type Faces, makeFaces } from './faces.ts';
import { mapTexts } from './map-texts.ts';

/**
 * The fonts of typeset documents: Noto Serif SC for the text, Noto Sans SC Bold for headings and bold text, each in
 * three files with disjoint characters, and a font for signs that both lack. `scripts/build-typeset-fonts.ts` builds
 * them from the packages and fails on a digest mismatch: the same document gives the same file wherever and whenever it
 * is made.
 */
export const FONT_TIERS = ['common', 'traditional', 'rare'] as const;
export type FontTier = (typeof FONT_TIERS)[number];
export type FontFamily = 'serif' | 'sans';

export interface TypesetFontFile {
  /** Font name in generated files. */
  readonly name: string;
  readonly sha256: string;
}

export const TYPESET_FONTS: Readonly<Record<FontFamily, Readonly<Record<FontTier, TypesetFontFile>>>> = {
  serif: {
    common: {
      name: 'NotoSerifSC-Regular',
      sha256: 'e3ca038fbd01de5f1ad1eeca367a6d1877c9570818208fae3a6c6de53b02aa26',
    },
    traditional: {
      name: 'NotoSerifSC-Regular-Traditional',
      sha256: 'ab9f9d9b4de7201e9fae9e1f838b34fab36ce5f8a4428d2461e6ef0d05eb695a',
    },
    rare: {
      name: 'NotoSerifSC-Regular-Rare',
      sha256: 'f52b7bd2b59f5b57a0172a884220f1d034af7d000d4f516abeca02595db50507',
    },
  },
  sans: {
    common: {
      name: 'NotoSansSC-Bold',
      sha256: 'c2e70471d11c4e23fca61385db78e85a37c3b6b5fee57627ab28359965472f7d',
    },
    traditional: {
      name: 'NotoSansSC-Bold-Traditional',
      sha256: '8cecea4765be870bd7ae6bf94ffd6f993d7bedc668211c3febcb4bc7df5ce1a2',
    },
    rare: {
      name: 'NotoSansSC-Bold-Rare',
      sha256: '2ce90a1faee6da68ff0e0d590f63c7d0e89a21b6610cfee46031f2492d0f5031',
    },
  },
};
export const TYPESET_SIGNS: TypesetFontFile = {
  name: 'NotoSansSymbols2-Regular',
  sha256: '286eaaed3e34ce857be4038a027b1c65fc945e3df11fd30c8974257b2b96a263',
};

/** URL path of the file on the site. Its name is its digest, so the file never changes. */
export const fontPath = ({ sha256 }: TypesetFontFile): string => `/fonts/typeset/${sha256.slice(0, 20)}.ttf`;

/**
 * Engine and fonts that a template version was published with. Increment it if the same input gives a different file.
 */
export const TYPESET_ENGINE = 'signet-typeset-1';

const FAMILIES: Record<FaceName, FontFamily> = { text: 'serif', bold: 'sans', heading: 'sans' };

/** Loads font files on demand and provides faces with those loaded so far. */
export interface FontShelf {
  /**
   * The faces for a document, with every file that its characters need. Characters without a font stay missing: the
   * layout throws GLYPH_MISSING for them. Rejects if a file cannot be loaded.
   */
  facesFor(document: TypesetDocument): Promise<Faces>;
  /** The faces for a line of text; characters without a font stay missing. */
  facesForText(text: string): Promise<Faces>;
  /** The characters of the text that no font contains, each once; loads the files that may contain them. */
  missingIn(text: string): Promise<string[]>;
}

/**
 * `load` resolves with the bytes of a file; it is called once per file, and again after a failure.
 *
 * ```ts
 * const shelf = makeFontShelf(async (file) => new Uint8Array(await (await fetch(urlOf(file))).arrayBuffer()));
 * ```
 */
export function makeFontShelf(load: (file: TypesetFontFile) => Promise<Bytes>): FontShelf {
  const loading = new Map<string, Promise<FontFile>>();
  const faces = new Map<string, Faces>();
  const get = (file: TypesetFontFile): Promise<FontFile> => {
    const known = loading.get(file.sha256);
    if (known) return known;
    const asked = load(file).then((data) => ({ name: file.name, data }));
    loading.set(file.sha256, asked);
    asked.catch(() => loading.delete(file.sha256));
    return asked;
  };
  const facesWith = async (serif: number, sans: number): Promise<Faces> => {
    const key = `${serif}.${sans}`;
    const known = faces.get(key);
    if (known) return known;
    const filesOf = (family: FontFamily, tiers: number) =>
      Promise.all(
        [...FONT_TIERS.slice(0, tiers).map((tier) => TYPESET_FONTS[family][tier]), TYPESET_SIGNS].map(get),
      );
    const [text, bold] = await Promise.all([filesOf('serif', serif), filesOf('sans', sans)]);
    const made = makeFaces({ text, bold, heading: bold });
    faces.set(key, made);
    return made;
  };
  const facesOf = async (needed: Record<FontFamily, ReadonlySet<string>>): Promise<Faces> => {
    let [serif, sans] = [1, 1];
    for (;;) {
      const made = await facesWith(serif, sans);
      const lacks = (face: FaceName) => [...needed[FAMILIES[face]]].some((one) => !made.has(face, one));
      const more = {
        serif: serif < FONT_TIERS.length && lacks('text'),
        sans: sans < FONT_TIERS.length && lacks('bold'),
      };
      if (!more.serif && !more.sans) return made;
      serif += Number(more.serif);
      sans += Number(more.sans);
    }
  };
  return {
    facesFor: (document) => facesOf(charactersOf(document)),
    facesForText: (text) => facesOf({ serif: new Set(Array.from(text.replace(/\s/g, ''))), sans: new Set() }),
    async missingIn(text) {
      const all = new Set(Array.from(text).filter((one) => one !== '\n'));
      const made = await facesOf({ serif: all, sans: new Set() });
      return [...all].filter((one) => !made.has('text', one));
    },
  };
}

/** Characters for clause numbers, blanks and list labels. */
const ALWAYS = '0123456789.（）第条一二三四五六七八九十百千零①②③④⑤⑥⑦⑧⑨⑩?　 ';

/** The characters that a document shows, by font family of the face they are set in. */
function charactersOf(document: TypesetDocument): Record<FontFamily, Set<string>> {
  const serif = new Set(ALWAYS);
  const sans = new Set<string>(ALWAYS);
  mapTexts(document, (text, face) => {
    const into = FAMILIES[face] === 'sans' ? sans : serif;
    for (const character of text.replace(/[\r\n\t]/g, '')) into.add(character);
    return text;
  });
  return { serif, sans };
}

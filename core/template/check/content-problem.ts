import type { RoleType } from '../parts.ts';
import type { TemplateScene } from '../record.ts';

/** Location of a problem: the text, the page set-up, the docx, a whole list, or a row of it by its key. */
export type ContentPart = 'body' | 'page' | 'docx' | 'fields' | 'rows' | 'options' | 'signers' | 'anchors';

/** Names of problems of a template; texts in the locale files under `template:problem.*`. */
export const CONTENT_PROBLEMS = [
  // whole lists ([5.1d-h], [8.16g])
  'signersMissing',
  'sealsMissing',
  'enterpriseSignerMissing',
  'personSignerMissing',
  'webEnterpriseMissing',
  'webPersonMissing',
  'orderGap',
  'tooMany',
  // signers
  'signerIncomplete',
  'signerRepeated',
  'signerPlaceMissing',
  'signerDateAlone',
  'roleUnknown',
  'roleTypeDiffers',
  // fields, repeated rows, optional parts
  'fieldIncomplete',
  'fieldNameCharacters',
  'fieldNameRepeated',
  'fieldUnknown',
  'fieldUnplaced',
  'fieldInAndOutOfRows',
  'choicesMissing',
  'choiceRepeated',
  'presetTooLong',
  'presetNotChoice',
  'filledByUnknown',
  'pictureBySigner',
  'rowsIncomplete',
  'rowsRange',
  'rowsNameRepeated',
  'rowsUnplaced',
  'optionIncomplete',
  'optionNameRepeated',
  'optionUnplaced',
  // places
  'anchorIncomplete',
  'anchorSignerUnknown',
  'kindNotForSigner',
  'placeTooLarge',
  'markMissing',
  'markRepeated',
  'markRepeats',
  'markOptional',
  'crossPageNotOnPages',
  'pageRange',
  'crossPageTooFewPages',
  // text
  'bodyInvalid',
  'bodyEmpty',
  'fieldMarkUnknown',
  'sealMarkUnknown',
  'rowsMarkUnknown',
  'optionMarkUnknown',
  'clauseUnknown',
  'clauseRepeated',
  'pageInvalid',
  'docxMissing',
  'fileMissing',
  'hiddenCharacters',
] as const;
export type ContentProblemName = (typeof CONTENT_PROBLEMS)[number];

export interface ContentProblem {
  on: ContentPart;
  /** Key of the row; in the text, of the field, place, row, option, clause or picture concerned. */
  key?: string;
  /** The row's property, such as `name`. */
  fact?: string;
  /** In the text of a web template: indexes in `content`, from the document down. */
  at?: readonly number[];
  problem: ContentProblemName;
  /** For its message, such as the name of the row concerned. */
  params?: Record<string, string | number>;
}

/** Keys that a docx marks, with their number; for a web template they are read from its text. */
export interface ContentMarks {
  fields: readonly string[];
  anchors: readonly string[];
  rows: readonly string[];
  options: readonly string[];
}

/** Facts known besides the content. Omitted ones are not checked. */
export interface ContentFacts {
  scene: TemplateScene;
  /** Roles and fields of the owner and of the system, by id. */
  roles?: ReadonlyMap<string, { type: RoleType }>;
  parts?: ReadonlySet<string>;
  /** Digests of existing files. */
  files?: ReadonlySet<string>;
  /** For a Word template. */
  marks?: ContentMarks;
}

/** Path of a part as errors name it ([5.1d-j]): `content.signers.<key>.name`. */
export const pathOf = ({ on, key, fact, at }: ContentProblem): string =>
  ['content', on, key, fact, ...(at ?? [])].filter((part) => part !== undefined).join('.');

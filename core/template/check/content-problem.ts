import type { RoleType } from '../parts.ts';
import type { TemplateScene } from '../record.ts';

/** Where a problem is: the text, the page set-up or the docx, a whole list, or a row of it by its key. */
export type ContentPart = 'body' | 'page' | 'docx' | 'fields' | 'rows' | 'options' | 'signers' | 'anchors';

/** Names of what can be wrong with a template; texts in the locale files under `template:problem.*`. */
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
  /** Of the row; in the text of the field, place, row, option, clause or picture that is named there. */
  key?: string;
  /** Which of the row's facts, as `name`. */
  fact?: string;
  /** In the text of a web template: indexes in `content`, from the document down. */
  at?: readonly number[];
  problem: ContentProblemName;
  /** For its words, as the name of what it is about. */
  params?: Record<string, string | number>;
}

/** Which keys a docx marks, and how often; those of a web template are read from its text. */
export interface ContentMarks {
  fields: readonly string[];
  anchors: readonly string[];
  rows: readonly string[];
  options: readonly string[];
}

/** What is known beside the content. What is left out is not checked. */
export interface ContentFacts {
  scene: TemplateScene;
  /** Roles and fields of the owner and of the system, by id. */
  roles?: ReadonlyMap<string, { type: RoleType }>;
  parts?: ReadonlySet<string>;
  /** Digests of files that are there. */
  files?: ReadonlySet<string>;
  /** Of a Word template. */
  marks?: ContentMarks;
}

/** A part's path as a refused call names it ([5.1d-j]): `content.signers.<key>.name`. */
export const pathOf = ({ on, key, fact, at }: ContentProblem): string =>
  ['content', on, key, fact, ...(at ?? [])].filter((part) => part !== undefined).join('.');

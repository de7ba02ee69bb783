/**
 * Content of a template besides its text: fields, optional parts, repeated rows, signers, and the places of their
 * seals. Both kinds of templates have these; the text of a web template is defined in `body.ts`, that of a Word
 * template is a docx. All keys are random, so that concurrent additions are both kept.
 */
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { draftKey, SIGNING_KINDS } from '#core/task/plan.ts';
import { sha256 } from '#core/wire.ts';
import { webBody } from './body.ts';
import { contentField, position } from './field.ts';
import { ROLE_TYPES, roleName } from './parts.ts';

/** Repeated rows of a table: as many as are filled in. Their fields are filled in once per row. */
export const contentRows = z.object({
  key: draftKey,
  name: z.string().trim().min(1).max(20),
  least: z.number().int().min(0).max(LIMITS.templateRepeatedRows).default(1),
  most: z.number().int().min(1).max(LIMITS.templateRepeatedRows).default(LIMITS.templateRepeatedRows),
  position,
});
export type ContentRows = z.output<typeof contentRows>;

/** A part of the text that a checkbox keeps or drops. */
export const contentOption = z.object({
  key: draftKey,
  name: z.string().trim().min(1).max(20),
  /** Initially kept. */
  kept: z.boolean().default(true),
  position,
});
export type ContentOption = z.output<typeof contentOption>;

/** A signer ([3.7]): an enterprise or a person in a role of the enterprise's list. */
export const contentSigner = z.object({
  key: draftKey,
  /** The role of the enterprise or of the system ([3.9]). */
  partId: z.string().max(40).optional(),
  name: roleName,
  type: z.enum(ROLE_TYPES),
  /** From 1; those with the same number sign in parallel. */
  order: z.number().int().min(1).max(LIMITS.signersPerTask).default(1),
  position,
});
export type ContentSigner = z.output<typeof contentSigner>;

const keyword = z.object({
  text: z.string().trim().min(1).max(50),
  order: z.enum(['FIRST', 'ALL', 'LAST']),
  place: z.enum(['OVERLAP', 'RIGHT', 'BELOW']),
});

/**
 * The place of a seal, signature or date. A MARK (a chip in the body, a control in the docx) moves with the text; a
 * KEYWORD is searched when the file is made; on a PAGE the position is fixed (mm from the top left). Offsets of MARK
 * and KEYWORD in mm, right and down positive.
 */
export const contentAnchor = z.object({
  key: draftKey,
  signer: draftKey,
  kind: z.enum(SIGNING_KINDS),
  at: z.discriminatedUnion('by', [
    z.object({ by: z.literal('MARK') }),
    z.object({ by: z.literal('KEYWORD'), keyword }),
    z.object({
      by: z.literal('PAGE'),
      page: z.number().int().min(1).max(10_000),
      x: z.number().min(-1000).max(20_000),
      y: z.number().min(-1000).max(20_000),
      /** For a cross-page or multi-page seal: the last page; 0 means the last page of the file. */
      toPage: z.number().int().min(0).max(10_000).optional(),
      rule: z.enum(['CONSECUTIVE', 'ALTERNATE']).optional(),
    }),
  ]),
  width: z.number().min(2).max(500),
  height: z.number().min(2).max(500),
  offsetX: z.number().min(-500).max(500).default(0),
  offsetY: z.number().min(-500).max(500).default(0),
  position,
});
export type ContentAnchor = z.output<typeof contentAnchor>;

/** Header and footer: `{page}` and `{pages}` are replaced by the page number and the page count. */
export const contentPage = z.object({
  size: z.enum(['A4', 'A4_LANDSCAPE', 'A3', 'A5', 'LETTER']).default('A4'),
  /** mm. */
  marginTop: z.number().min(5).max(80).default(25.4),
  marginRight: z.number().min(5).max(80).default(25.4),
  marginBottom: z.number().min(5).max(80).default(25.4),
  marginLeft: z.number().min(5).max(80).default(25.4),
  header: z.string().max(100).default(''),
  footer: z.string().max(100).default('{page} / {pages}'),
  /** How clauses are numbered: 1, 1.1, 1.1.1, or 第一条, 1, (1). */
  numbering: z.enum(['DECIMAL', 'CHINESE']).default('DECIMAL'),
});
export type ContentPage = z.output<typeof contentPage>;

const shared = {
  fields: z.array(contentField).max(LIMITS.templateFields),
  rows: z.array(contentRows).max(50).default([]),
  options: z.array(contentOption).max(100).default([]),
  signers: z.array(contentSigner).max(LIMITS.signersPerTask),
  anchors: z.array(contentAnchor).max(LIMITS.placementsPerTask),
};

export const webContent = z.object({ kind: z.literal('WEB'), page: contentPage, body: webBody, ...shared });
export type WebContent = z.output<typeof webContent>;

/** `docx` is the SHA-256 of the file, whose controls contain the keys of fields, rows, options and anchors. */
export const wordContent = z.object({
  kind: z.literal('WORD'),
  docx: sha256,
  /** Keys of the fields in repeated rows, by the key of the rows; derived from the docx when publishing. */
  rowFields: z.record(draftKey, z.array(draftKey).max(LIMITS.templateFields)).default({}),
  ...shared,
});
export type WordContent = z.output<typeof wordContent>;

export const templateContent = z.discriminatedUnion('kind', [webContent, wordContent]);
export type TemplateContent = z.output<typeof templateContent>;

export type { TemplateValues } from './values.ts';

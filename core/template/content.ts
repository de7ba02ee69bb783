/**
 * What a template consists of besides its text: fields, optional parts, repeated rows, signers, and the places of their
 * seals. Both kinds of templates have these; a web template has its text in `body.ts`, a Word template in a docx. All keys
 * are random, so that two people who add something at once both keep it.
 */
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { draftKey, SIGNING_KINDS } from '#core/task/plan.ts';
import { sha256 } from '#core/wire.ts';
import { webBody } from './body.ts';
import { contentField, position } from './field.ts';
import { ROLE_TYPES, roleName } from './parts.ts';

/** Rows of a table that are repeated: as many as are filled in. Their fields are filled once a row. */
export const contentRows = z.object({
  key: draftKey,
  name: z.string().trim().min(1).max(20),
  least: z.number().int().min(0).max(LIMITS.templateRepeatedRows).default(1),
  most: z.number().int().min(1).max(LIMITS.templateRepeatedRows).default(LIMITS.templateRepeatedRows),
  position,
});
export type ContentRows = z.output<typeof contentRows>;

/** A part of the text that is kept or dropped by a tick. */
export const contentOption = z.object({
  key: draftKey,
  name: z.string().trim().min(1).max(20),
  /** Ticked to begin with. */
  kept: z.boolean().default(true),
  position,
});
export type ContentOption = z.output<typeof contentOption>;

/** Who signs ([3.7]): an enterprise or a person in a role of the enterprise's list. */
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
 * The place of a seal, signature or date. At a MARK (a chip of the body, a control of the docx) it travels with the text;
 * at a KEYWORD it is found when the file is made; on a PAGE it stays where it is (mm from the top left). Offsets in mm,
 * right and down positive, of MARK and KEYWORD.
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
      /** Of a cross-page or multi-page seal: the last page; 0 for the last one there is. */
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

/** Header and footer: `{page}` and `{pages}` stand for the page's number and how many there are. */
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

/** `docx` is the SHA-256 of the file, whose controls carry the keys of fields, rows, options and anchors. */
export const wordContent = z.object({
  kind: z.literal('WORD'),
  docx: sha256,
  /** Keys of the fields that stand in repeated rows, by the key of the rows: as the docx has them, written by publishing. */
  rowFields: z.record(draftKey, z.array(draftKey).max(LIMITS.templateFields)).default({}),
  ...shared,
});
export type WordContent = z.output<typeof wordContent>;

export const templateContent = z.discriminatedUnion('kind', [webContent, wordContent]);
export type TemplateContent = z.output<typeof templateContent>;

export type { TemplateValues } from './values.ts';

/**
 * The text of a web template as the editor's document stores it (ProseMirror JSON). The editor, its room and the
 * typesetter share these nodes; unknown nodes are rejected.
 */
import { z } from 'zod';
import { draftKey } from '#core/task/plan.ts';
import { sha256 } from '#core/wire.ts';

const ALIGNS = ['left', 'centre', 'right', 'justify'] as const;

/** Formatting of a paragraph; null inherits the document's. Sizes in pt ([9.35h]), indents in ems. */
const paragraphAttrs = z.object({
  align: z.enum(ALIGNS).nullable().default(null),
  size: z.number().min(5).max(72).nullable().default(null),
  leading: z.number().min(1).max(4).nullable().default(null),
  indent: z.number().min(0).max(30).nullable().default(null),
  firstIndent: z.number().min(0).max(10).nullable().default(null),
});

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('underline') }),
  z.object({ type: z.literal('strike') }),
  z.object({
    type: z.literal('textStyle'),
    attrs: z.object({
      /** pt. */
      size: z.number().min(5).max(72).nullable().default(null),
      /** `#rrggbb`. */
      colour: z
        .string()
        .regex(/^#[0-9a-f]{6}$/)
        .nullable()
        .default(null),
    }),
  }),
  /** Anchor of a comment thread; not typeset. */
  z.object({ type: z.literal('comment'), attrs: z.object({ thread: draftKey }) }),
]);

const inline = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z.string().max(100_000),
    marks: z.array(mark).max(10).optional(),
  }),
  /** A field's chip. It contains only the field's key. */
  z.object({
    type: z.literal('field'),
    attrs: z.object({ field: draftKey }),
    marks: z.array(mark).max(10).optional(),
  }),
  /** The place of a seal, signature or date. */
  z.object({ type: z.literal('seal'), attrs: z.object({ anchor: draftKey }) }),
  /** Reference to a clause, shown as that clause's number. */
  z.object({ type: z.literal('reference'), attrs: z.object({ clause: draftKey }) }),
  z.object({ type: z.literal('hardBreak') }),
]);
export type BodyInline = z.output<typeof inline>;

const inlines = z.array(inline).max(5_000).optional();

const paragraph = z.object({
  type: z.literal('paragraph'),
  attrs: paragraphAttrs.optional(),
  content: inlines,
});
const heading = z.object({
  type: z.literal('heading'),
  attrs: paragraphAttrs.extend({ level: z.literal([1, 2, 3, 4]) }),
  content: inlines,
});
/** A numbered clause; references name its `id`. Levels from 0. */
const clause = z.object({
  type: z.literal('clause'),
  attrs: paragraphAttrs.extend({ id: draftKey, level: z.number().int().min(0).max(3) }),
  content: inlines,
});
const item = z.object({
  type: z.literal('item'),
  attrs: z.object({ level: z.number().int().min(0).max(3), ordered: z.boolean() }),
  content: inlines,
});
/** `file` is the SHA-256 of a PNG or JPEG; sizes in mm. */
const picture = z.object({
  type: z.literal('picture'),
  attrs: z.object({
    file: sha256,
    width: z.number().min(1).max(400),
    height: z.number().min(1).max(400),
    alt: z.string().max(200),
    align: z.enum(['left', 'centre', 'right']).nullable().default(null),
  }),
});
const pageBreak = z.object({ type: z.literal('pageBreak') });

const cellAttrs = z.object({
  colspan: z.number().int().min(1).max(40).default(1),
  rowspan: z.number().int().min(1).max(200).default(1),
  middle: z.boolean().default(false),
});
const cellContent = z
  .array(z.discriminatedUnion('type', [paragraph, item, picture]))
  .min(1)
  .max(200);
const cell = z.object({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: cellAttrs.optional(),
  content: cellContent,
});
const row = z.object({
  type: z.literal('tableRow'),
  /** For repeated rows: their key in `rows` of the content. */
  attrs: z.object({ repeat: draftKey.nullable().default(null) }).optional(),
  content: z.array(cell).max(40).optional(),
});
const table = z.object({
  type: z.literal('table'),
  attrs: z.object({
    /** Relative column widths; empty means equal widths. */
    widths: z.array(z.number().positive().max(100_000)).max(40).default([]),
    /** Rows at the top that are repeated on each page. */
    headerRows: z.number().int().min(0).max(5).default(0),
    border: z.boolean().default(true),
  }),
  content: z.array(row).min(1).max(1_000),
});

const flat = [paragraph, heading, clause, item, picture, table] as const;
const flatBlock = z.discriminatedUnion('type', [...flat]);
export type FlatBlock = z.output<typeof flatBlock>;

/** Blocks kept together on one page, such as a signature block. */
const group = z.object({ type: z.literal('group'), content: z.array(flatBlock).min(1).max(100) });
/** Blocks of a clause in an enterprise's library. */
export const clauseBlocks = z
  .array(z.discriminatedUnion('type', [paragraph, heading, clause, item, table, group]))
  .min(1)
  .max(300);

/** A part that a checkbox keeps or drops: `option` is its key in `options` of the content. */
const optional = z.object({
  type: z.literal('optional'),
  attrs: z.object({ option: draftKey }),
  content: z
    .array(z.discriminatedUnion('type', [...flat, group, pageBreak]))
    .min(1)
    .max(1_000),
});

const block = z.discriminatedUnion('type', [...flat, group, optional, pageBreak]);
export type BodyBlock = z.output<typeof block>;

export const webBody = z.object({ type: z.literal('doc'), content: z.array(block).min(1).max(10_000) });
export type WebBody = z.output<typeof webBody>;

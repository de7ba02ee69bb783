import { z } from 'zod';

/** A page of a list on the wire ([3.10b]). */
export const pageOf = <T extends z.ZodType>(record: T) =>
  z.object({
    records: z.array(record),
    total: z.number().int(),
    current: z.number().int(),
    size: z.number().int(),
  });

const sortColumn = z.string().max(60);
const ascsOrDescs = z
  .union([z.string().max(600), z.array(sortColumn).max(20)])
  .optional()
  .transform((v) => (v === undefined ? [] : Array.isArray(v) ? v : v.split(',').filter(Boolean)));

/** Input of every paged list: current page from 1, size 10, 25 or 50 ([9.15]), sort columns in snake_case ([3.25b]). */
export const pageInput = {
  /** Limited so that the offset stays within the database's integers. */
  current: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  size: z.coerce.number().int().min(1).max(10_000).default(10),
  ascs: ascsOrDescs,
  descs: ascsOrDescs,
};

/** An identifier made by the edge. */
export const id = z.string().regex(/^[0-9a-z]{8,40}$/);
/**
 * Of a list that programs read: the key of a row. Only rows below it in the default order are listed, in place of
 * `current`, so that rows that arrive meanwhile move no page.
 */
export const afterInput = { after: id.optional() };

/** The same for a list with a fixed order. */
export const fixedPageInput = { current: pageInput.current, size: pageInput.size };

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Epoch milliseconds. */
export const time = z.number().int().min(0);
/** A version of a document after a step. */
export const documentVersion = z.object({ documentId: id, revision: z.number().int(), sha256 });
/** Sizes of a file's pages, mm. */
export const pageSizes = z.array(z.object({ widthMm: z.number(), heightMm: z.number() }));
/** Displayed facts about a certificate. */
export const certificateFacts = z.object({ subject: z.string(), serial: z.string(), notAfter: time });
/** Serial number that a UKey reports. */
export const ukeySerial = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z-]{4,64}$/);
export const nothing = z.object({});
export const empty = z.null();
/** Identifiers created by pages: random, so that two devices never clash. */
export const draftKey = z.string().regex(/^[0-9a-z]{10,40}$/);

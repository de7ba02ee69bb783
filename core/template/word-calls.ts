import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { id, pageSizes, sha256 } from '#core/wire.ts';
import { TEMPLATES, USING } from './access.ts';
import { templateValues } from './values.ts';

/** The layout engine and its duration; a file that was laid out before is taken from the cache. */
const made = {
  engine: z.string(),
  ms: z.number().int(),
  /** Fonts of the file and their substitutes; see FontReplacement of core/docx. */
  fonts: z.array(z.object({ from: z.string(), to: z.string(), sameStyle: z.boolean() })),
};

/** A control of the file on the page; mm from the top left of the page, which counts from 1. */
const markBox = z.object({
  key: z.string(),
  page: z.number().int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** The draft's docx as pages, with the positions of its controls and paragraphs: for the Word screen. */
export const layOutWord = defineCall({
  id: 'template.layOutWord',
  method: 'POST',
  path: '/template/word/layout',
  access: TEMPLATES,
  input: z.object({ id, fileKey: sha256 }),
  output: z.object({
    ...made,
    pages: pageSizes,
    boxes: z.array(markBox),
    /** Paragraph, page, x and y of its first line. */
    starts: z.array(z.tuple([z.number().int(), z.number().int(), z.number(), z.number()])),
    /** External resources that the file refers to; they are not loaded. */
    external: z.array(z.string()),
  }),
  summary: 'Lay out the docx of a template as pages, with the positions of its fields and seals',
  changes: ['template.downloadWordPages'],
});

export const downloadWordPages = defineCall({
  id: 'template.downloadWordPages',
  method: 'GET',
  path: '/template/word/pages/:id/:fileKey',
  answer: 'file',
  access: TEMPLATES,
  input: z.object({ id, fileKey: sha256 }),
  output: z.unknown(),
  summary: 'Download the pages of a laid-out docx as PDF',
});

/** Fills a version of a Word template; the file is stored for the caller, as if it had been uploaded. */
export const fillWord = defineCall({
  id: 'template.fillWord',
  method: 'POST',
  path: '/template/word/fill',
  access: USING,
  input: z.object({ versionId: id, values: templateValues }),
  output: z.object({
    ...made,
    fileKey: sha256,
    size: z.number().int(),
    pages: pageSizes,
    /** Positions of fields and places; pages count from 0. */
    boxes: z.array(
      z.object({
        kind: z.enum(['field', 'place']),
        id: z.string(),
        page: z.number().int(),
        x: z.number(),
        y: z.number(),
        width: z.number(),
        height: z.number(),
      }),
    ),
  }),
  summary:
    'Fill in a version of a Word template and lay it out: returns the file of a contract, with its signing places',
  changes: ['task.findFiles'],
});

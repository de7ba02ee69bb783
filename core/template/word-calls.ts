import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { id, pageSizes, sha256 } from '#core/wire.ts';
import { TEMPLATES, USING } from './access.ts';
import { wordContent } from './content.ts';
import { templateValues } from './values.ts';

/**
 * What the service does for a file that is being laid out, as it is told step by step: other files are before it (a
 * number follows, as in `waiting:2`), the engine is started, again after a start that failed, or the file is laid out.
 */
export const WORD_STEPS = ['waiting', 'starting', 'startingAgain', 'converting'] as const;
export type WordStep = (typeof WORD_STEPS)[number];

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
  steps: true,
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

/** The draft with made-up values, as PDF: to be looked at, nothing of it is stored. */
export const tryOutWord = defineCall({
  id: 'template.tryOutWord',
  method: 'POST',
  path: '/template/word/try-out',
  answer: 'file',
  access: TEMPLATES,
  input: z.object({
    id,
    content: wordContent,
    mode: z.enum(['SAMPLE', 'LONGEST', 'BLANK']),
    language: z.enum(LANGUAGES),
  }),
  output: z.unknown(),
  summary: 'Fill in the draft of a Word template with sample, longest or no values and lay it out as PDF',
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
  steps: true,
  changes: ['task.findFiles'],
});

import type { DOCX_ERRORS } from '../errors.ts';

export default {
  DOCX_EXPECTED: 'This is not a Word document (docx). Choose a docx file saved by Word or WPS.',
  DOCX_OLD_FORMAT: 'This is an old Word document (doc). Save it as docx in Word or WPS and upload it again.',
  DOCX_MACROS: 'The document contains macros. Save it as a docx without macros and upload it again.',
  DOCX_OBJECTS:
    'The document embeds objects of other programs (such as spreadsheets or controls). Convert them to tables or pictures and upload it again.',
  DOCX_CHUNKS: 'The document takes in content of other files. Open it in Word, save it again and upload it.',
  DOCX_REVISIONS:
    'The document has open tracked changes. Accept or reject all of them in Word and upload it again.',
  DOCX_TOO_MANY_PAGES:
    'The document has too many pages; at most {max} {max|is|are} allowed. Split it and upload it again.',
  DOCX_PLACE_TAKEN: 'There is a field or a place to sign here already. Choose other words.',
  DOCX_PLACE_MISSING:
    'The document has no such place; the file may have been replaced. Refresh and try again.',
} satisfies Record<keyof typeof DOCX_ERRORS, string>;

import type { SHEET_ERRORS } from '../errors.ts';

export default {
  SHEET_EXPECTED:
    'This is not an Excel sheet (xlsx). Choose an xlsx file saved by Excel, WPS or LibreOffice.',
  SHEET_OLD_FORMAT: 'This is an old Excel sheet (xls). Save it as xlsx and choose it again.',
  SHEET_TOO_LARGE:
    'The sheet is too large. Delete empty rows, pictures and other sheets, or split it into several files.',
  SHEET_EMPTY: 'There is nothing in the sheet. Fill it in and choose it again.',
  SHEET_NO_PEOPLE: 'Add personal users',
  SHEET_SEVERAL:
    'More than one sheet of the file is filled in ("{one}" and "{other}"). Keep one only and choose the file again.',
  SHEET_MERGED:
    'The sheet has merged cells ({cells}). Unmerge them, fill in one entry a row, and choose the file again.',
  SHEET_TOO_MANY_ROWS: 'At most {max} {max|row|rows} can be imported at once. Split them into several files.',
  SHEET_TOO_MANY_COLUMNS:
    'The sheet has more than {max} {max|column|columns}. Fill in the sheet that this page offers.',
  SHEET_BROKEN:
    'The sheet is damaged and cannot be read. Open it in Excel, WPS or LibreOffice, save it and choose it again.',
  SHEET_OTHER_COLUMNS:
    'The sheet is not the one of this page: it lacks {titles}. Fill in the sheet that this page offers.',
  SHEET_UNKNOWN_COLUMN:
    'The sheet is not the one of this page: it has a column "{title}". Fill in the sheet that this page offers, or delete the column.',
} satisfies Record<keyof typeof SHEET_ERRORS, string>;

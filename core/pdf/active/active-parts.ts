import type { ActiveKind } from '#core/active-content.ts';
import type { PdfView } from '../read/document.ts';
import { isArray, isDict, isName, type PdfDict, type PdfObject } from '../read/objects.ts';

/**
 * Actions (ISO 32000-2, 12.6.4) that run, send, fetch, open or hide something. GoTo within the document, URI (readers
 * ask before they follow it), Named and Thread are kept: their effect is visible to the person.
 */
const ACTIONS: Readonly<Record<string, ActiveKind>> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  SubmitForm: 'submit',
  ImportData: 'import',
  GoToR: 'elsewhere',
  GoToE: 'elsewhere',
  GoToDp: 'elsewhere',
  Sound: 'media',
  Movie: 'media',
  Rendition: 'media',
  GoTo3DView: 'media',
  RichMediaExecute: 'media',
  Hide: 'hide',
  SetOCGState: 'hide',
};

/** Annotations (12.5.6) that contain a file or play something. */
const ANNOTATIONS: Readonly<Record<string, ActiveKind>> = {
  FileAttachment: 'attachment',
  Sound: 'media',
  Movie: 'media',
  Screen: 'media',
  RichMedia: 'media',
  '3D': 'media',
};

const namedIn = (names: Readonly<Record<string, ActiveKind>>, value: PdfObject): ActiveKind | undefined =>
  isName(value) && Object.hasOwn(names, value.value) ? names[value.value] : undefined;

/** Kind of an action dictionary; undefined if it is harmless or not an action. */
export const actionKind = (view: PdfView, dict: PdfDict): ActiveKind | undefined =>
  namedIn(ACTIONS, view.lookup(dict, 'S')) ?? (dict.entries.has('JS') ? 'javascript' : undefined);

/** Kind of active content in an annotation; undefined if there is none. */
export function annotationKind(view: PdfView, dict: PdfDict): ActiveKind | undefined {
  return dict.entries.has('Rect') ? namedIn(ANNOTATIONS, view.lookup(dict, 'Subtype')) : undefined;
}

/** Entries that are active content in any dictionary, whatever their value. */
export function activeKeys(view: PdfView, dict: PdfDict): { key: string; kind: ActiveKind }[] {
  const out: { key: string; kind: ActiveKind }[] = [];
  const has = (key: string) => {
    const value = view.lookup(dict, key);
    return value !== null && !(isArray(value) && value.items.length === 0);
  };
  if (isDict(view.lookup(dict, 'EF'))) out.push({ key: 'EF', kind: 'attachment' });
  if (isArray(view.lookup(dict, 'AF')) && has('AF')) out.push({ key: 'AF', kind: 'attachment' });
  if (isDict(view.lookup(dict, 'Collection'))) out.push({ key: 'Collection', kind: 'attachment' });
  if (has('XFA')) out.push({ key: 'XFA', kind: 'xfa' });
  if (has('JavaScript')) out.push({ key: 'JavaScript', kind: 'javascript' });
  if (has('EmbeddedFiles')) out.push({ key: 'EmbeddedFiles', kind: 'attachment' });
  if (has('AlternatePresentations')) out.push({ key: 'AlternatePresentations', kind: 'media' });
  return out;
}

/**
 * Entries that lead to visible content, to structure or back to parents, never to an action: skipping them saves
 * reading up to 50 MB.
 */
export const NOT_ACTIVE: ReadonlySet<string> = new Set([
  'Contents',
  'DSS',
  'Dest',
  'Dests',
  'FontFile',
  'FontFile2',
  'FontFile3',
  'Metadata',
  'OCProperties',
  'OutputIntents',
  'P',
  'Parent',
  'ParentTree',
  'Perms',
  'Pg',
  'PieceInfo',
  'Resources',
  'StructTreeRoot',
  'Thumb',
]);

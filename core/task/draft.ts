import * as Y from 'yjs';
import { FOOTER_CODE } from '#core/footer-code.ts';
import type { TemplateScene } from '#core/template/record.ts';
import type { TemplateSource } from '#core/template/source.ts';
import type { Plan, PlanAttachment, PlanCopy, PlanDocument, PlanPlacement, PlanSigner } from './plan.ts';
import { rowFromStored, storedNameOf } from './plan-wire.ts';
import { USUAL_REMINDERS } from './reminders.ts';
import { type DraftTask, settingsOfPlan } from './settings.ts';

export type { DraftTask };

/** A file of the draft. The bytes stay on the device, keyed by their digest, until they are uploaded. */
export type DraftDocument = PlanDocument & {
  /** Source of its file, if it was made from a template. */
  template?: TemplateSource;
  /** The template that the document is made from (`template-document.ts`). */
  fromTemplate?: TemplateRow;
  /** Number of fields that the sender had yet to fill in when the file was made. */
  unfilled?: number;
  /** Number of places in its file for values that signers fill in. */
  blanks?: number;
  position: number;
  /** Bytes. */
  size: number;
  /** Page sizes as displayed, mm. */
  pages: { widthMm: number; heightMm: number }[];
};
/** A file that is shown with the task; its bytes are stored like those of the documents. */
export type DraftAttachment = PlanAttachment & Pick<DraftDocument, 'position' | 'size' | 'pages'>;
export type DraftSigner = PlanSigner & {
  position: number;
  /** Role of the signer in the templates of the draft. */
  roleName?: string | undefined;
  /** In a batch: each row names its own signer here. */
  varies?: boolean;
};
/** The template that a document is made from, and which signer of the draft has which of its roles. */
export interface TemplateRow {
  readonly versionId: string;
  readonly templateId: string;
  readonly templateName: string;
  /** Absent in drafts created before the scene was stored. */
  readonly scene?: TemplateScene;
  readonly cast: Readonly<Record<string, string>>;
}
export type DraftCopy = PlanCopy & { position: number };
export type DraftPlacement = PlanPlacement;

export interface Draft {
  task: DraftTask;
  documents: DraftDocument[];
  attachments: DraftAttachment[];
  signers: DraftSigner[];
  copies: DraftCopy[];
  placements: DraftPlacement[];
}

export type DraftList = 'documents' | 'attachments' | 'signers' | 'copies' | 'placements';

const KEY_OF = {
  documents: 'documentId',
  attachments: 'attachmentId',
  signers: 'signerId',
  copies: 'copyId',
  placements: 'placementId',
} as const;

export const EMPTY_TASK: DraftTask = {
  taskName: '',
  businessType: '',
  businessTypeName: '',
  scenario: 'ENT',
  startTime: null,
  endTime: null,
  taskFileType: 'PDF',
  signFlow: 'SPECIFIED',
  orderState: 'DISORDER',
  codeStatus: 'DISABLE',
  codeSide: FOOTER_CODE.side,
  codeSize: FOOTER_CODE.size,
  watermarkState: 'DISABLE',
  examineProcessId: '',
  contractAmount: null,
  batch: false,
  registeredOnly: false,
  documentsRequired: false,
  reminderState: 'DEFAULT',
  remindAfterDays: USUAL_REMINDERS.afterDays,
  remindEveryDays: USUAL_REMINDERS.everyDays,
  remindTimes: USUAL_REMINDERS.times,
  quietFrom: USUAL_REMINDERS.quietFrom,
  quietTo: USUAL_REMINDERS.quietTo,
  watermarkText: '',
  watermarkFontSize: 12,
  watermarkAngle: 45,
  watermarkOpacity: 10,
};

const rows = <T>(doc: Y.Doc, list: DraftList): T[] =>
  [...doc.getMap<Y.Map<unknown>>(list).entries()].map(
    ([key, row]) => ({ ...rowFromStored(list, row.toJSON()), [KEY_OF[list]]: key }) as T,
  );

const byPosition =
  <T extends { position: number }>(key: keyof T) =>
  (a: T, b: T) =>
    a.position - b.position || (String(a[key]) < String(b[key]) ? -1 : 1);

/** The draft as plain data. Skips placements whose document or signer is gone, which merging can leave behind. */
export function readDraft(doc: Y.Doc): Draft {
  const documents = rows<DraftDocument>(doc, 'documents').sort(byPosition('documentId'));
  const signers = rows<DraftSigner>(doc, 'signers').sort(byPosition('signerId'));
  const documentIds = new Set(documents.map((d) => d.documentId));
  const signerIds = new Set(signers.map((s) => s.signerId));
  return {
    task: { ...EMPTY_TASK, ...(doc.getMap('task').toJSON() as Partial<DraftTask>) },
    documents,
    attachments: rows<DraftAttachment>(doc, 'attachments').sort(byPosition('attachmentId')),
    signers,
    copies: rows<DraftCopy>(doc, 'copies').sort(byPosition('copyId')),
    placements: rows<DraftPlacement>(doc, 'placements')
      .filter((p) => documentIds.has(p.documentId) && signerIds.has(p.signerId))
      .sort((a, b) => (a.placementId < b.placementId ? -1 : 1)),
  };
}

/** Sets fields of the task; does not write unchanged ones, so that an echo never overwrites another person's edit. */
export function setTask(doc: Y.Doc, fields: Partial<DraftTask>): void {
  const map = doc.getMap('task');
  doc.transact(() => {
    for (const [key, value] of Object.entries(fields)) if (map.get(key) !== value) map.set(key, value);
  });
}

/** Adds a row under its key, or sets fields of the existing one. */
export function putRow(doc: Y.Doc, list: DraftList, key: string, fields: Record<string, unknown>): void {
  const map = doc.getMap<Y.Map<unknown>>(list);
  doc.transact(() => {
    let row = map.get(key);
    if (!row) {
      row = new Y.Map();
      map.set(key, row);
    }
    for (const [name, value] of Object.entries(fields)) {
      // An access code is kept in the page that sends it, never in a draft that colleagues share and devices keep.
      if (name === KEY_OF[list] || name === 'accessCode') continue;
      const storedName = storedNameOf(list, name);
      if (value === undefined) row.delete(storedName);
      else if (JSON.stringify(row.get(storedName)) !== JSON.stringify(value)) row.set(storedName, value);
    }
  });
}

/** Removes a row and, for a document or a signer, the placements that refer to it. */
export function removeRow(doc: Y.Doc, list: DraftList, key: string): void {
  doc.transact(() => {
    doc.getMap(list).delete(key);
    if (list !== 'documents' && list !== 'signers') return;
    const placements = doc.getMap<Y.Map<unknown>>('placements');
    for (const [id, row] of [...placements.entries()])
      if (row.get(storedNameOf('placements', KEY_OF[list])) === key) placements.delete(id);
  });
}

/**
 * Moves a row of the list before or after another. Its position becomes a number between those of its new neighbours;
 * if there is none, because two rows were added concurrently with the same number, all rows are renumbered.
 */
export function moveRow(
  doc: Y.Doc,
  list: 'documents' | 'attachments',
  moved: string,
  { beside, as }: { beside: string; as: 'BEFORE' | 'AFTER' },
): void {
  const draft = readDraft(doc);
  const all =
    list === 'documents'
      ? draft.documents.map(({ documentId: key, position }) => ({ key, position }))
      : draft.attachments.map(({ attachmentId: key, position }) => ({ key, position }));
  const rest = all.filter(({ key }) => key !== moved);
  const at = rest.findIndex(({ key }) => key === beside);
  if (moved === beside || at < 0 || rest.length === all.length) return;
  const to = as === 'BEFORE' ? at : at + 1;
  const before = rest[to - 1]?.position;
  const after = rest[to]?.position;
  const position =
    before === undefined ? after! - 1 : after === undefined ? before + 1 : (before + after) / 2;
  const isBetween = position !== before && position !== after;
  doc.transact(() => {
    if (isBetween) putRow(doc, list, moved, { position });
    else
      [...rest.slice(0, to), { key: moved }, ...rest.slice(to)].forEach(({ key }, i) => {
        putRow(doc, list, key, { position: i + 1 });
      });
  });
}

/** A position after all rows of the list. */
export function lastPosition(doc: Y.Doc, list: Exclude<DraftList, 'placements'>): number {
  let last = 0;
  for (const row of doc.getMap<Y.Map<unknown>>(list).values())
    last = Math.max(last, Number(row.get('position') ?? 0));
  return last + 1;
}

/** Converts the draft to the plan that is sent. */
export function draftToPlan(draftId: string, draft: Draft): Plan {
  const { task } = draft;
  return {
    draftId,
    ...settingsOfPlan(task),
    documents: draft.documents.map(({ documentId, fileName, fileKey, formFields, formFiller, template }) => ({
      documentId,
      fileName,
      fileKey,
      ...(formFields ? { formFields } : {}),
      ...(formFiller && formFields === 'FILL' ? { formFiller } : {}),
      ...(template ? { template } : {}),
    })),
    attachments: draft.attachments.map(({ attachmentId, fileName, fileKey, fileType }) => ({
      attachmentId,
      fileName,
      fileKey,
      fileType,
    })),
    signers: draft.signers.map(({ position: _, roleName: __, varies: ___, ...signer }) => ({
      ...signer,
      signOrder: task.orderState === 'ORDER' ? signer.signOrder : 1,
    })),
    copies: draft.copies.map(({ position: _, ...copy }) => copy),
    // They stay in the draft, so that nothing is lost if the sender reverts the choice.
    placements: task.signFlow === 'FREE' ? [] : draft.placements,
  };
}

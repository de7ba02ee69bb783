import type * as Y from 'yjs';
import { z } from 'zod';
import { fromBase64, fromUtf8, toBase64Url, utf8 } from '#core/bytes.ts';
import { putRow, readDraft, setTask } from './draft.ts';
import { preparedFields } from './prepared-fields.ts';

/** The values described by `preparedFields`; a person reviews them in the wizard and sends. */
export const preparedDraft = z.object(preparedFields);
export type PreparedDraft = z.output<typeof preparedDraft>;

/** Begins what was prepared in a fragment. */
export const PREPARED = '#prepared=';
/** A link that is longer is cut by mail programs and chats. */
export const LONGEST_LINK = 8_000;
/** The same of a link that no person passes on: the address of a frame. */
export const LONGEST_FRAME = 200_000;

/**
 * The path of the wizard that opens a new draft of the template with what was prepared. It stands in the fragment, which
 * no browser sends to a server: names and numbers reach no log.
 */
export const preparedPath = (templateId: string, prepared: PreparedDraft): string =>
  `/entcontract/startEntContract?template=${templateId}${packPrepared(prepared)}`;

/** The fragment that holds what was prepared. */
export const packPrepared = (prepared: PreparedDraft): string =>
  `${PREPARED}${toBase64Url(utf8(JSON.stringify(prepared)))}`;

/** What the fragment of a location holds; null for another one, for a longer one, or for one that cannot be read. */
export function readPrepared(hash: string, longest = LONGEST_LINK): PreparedDraft | null {
  if (!hash.startsWith(PREPARED) || hash.length > longest) return null;
  try {
    return preparedDraft.parse(
      JSON.parse(fromUtf8(fromBase64(hash.slice(PREPARED.length).replaceAll('-', '+').replaceAll('_', '/')))),
    );
  } catch {
    return null;
  }
}

/**
 * Puts the name and the parties into a draft whose template was added before: each party into the row of its role. A row
 * with the sender's own account keeps it.
 */
export function putPrepared(doc: Y.Doc, { taskName, signers }: PreparedDraft): void {
  doc.transact(() => {
    if (taskName) setTask(doc, { taskName });
    const rows = readDraft(doc).signers;
    for (const { role, entName, userName, mobile } of signers) {
      const row = rows.find(({ roleName }) => roleName === role);
      if (!row || row.accountId) continue;
      const enterprise = row.type === 'ENTERPRISE' && entName !== undefined ? { entName } : {};
      putRow(doc, 'signers', row.signerId, { ...enterprise, userName, mobile });
    }
  });
}

import type { InputOf, OutputOf, ParsedInputOf } from '#core/call.ts';
import type { getTask, sendTask } from './calls.ts';
import type { BOXES, listTasks } from './list-calls.ts';
import type { PartyType, Plan } from './plan.ts';

/**
 * Maps the names of a task on the wire and in stored drafts to the names used everywhere else. Only this file and the
 * calls know the former.
 */

type SentContent = InputOf<typeof sendTask>;

/** Converts a plan to the input of `sendTask`. */
export function planToWire({
  watermark,
  documents,
  attachments,
  signers,
  copies,
  placements,
  ...plan
}: Plan): SentContent {
  return {
    ...plan,
    ...(watermark ? { watermark: watermarkToWire(watermark) } : {}),
    planSendDocumentVOList: documents,
    attachmentInfoList: attachments,
    planSendSignatoryOrderVOList: signers.map(({ signerId, type, ...signer }) => ({
      signatoryId: signerId,
      signatoryType: type,
      ...signer,
    })),
    ccList: copies.map(({ type, ...copy }) => ({ ...copy, copyType: type })),
    placementList: placements.map(({ signerId, ...placement }) => ({ ...placement, signatoryId: signerId })),
  };
}

/** Converts the received input to a plan. */
export function planFromWire(sent: ParsedInputOf<typeof sendTask>): Plan {
  const {
    watermark,
    planSendDocumentVOList: documents,
    attachmentInfoList: attachments,
    planSendSignatoryOrderVOList,
    ccList,
    placementList,
    ...plan
  } = sent;
  return {
    ...plan,
    ...(watermark ? { watermark: watermarkFromWire(watermark) } : {}),
    documents,
    attachments,
    signers: planSendSignatoryOrderVOList.map(({ signatoryId, signatoryType, ...signer }) => ({
      signerId: signatoryId,
      type: signatoryType,
      ...signer,
    })),
    copies: ccList.map(({ copyType, ...copy }) => ({ type: copyType, ...copy })),
    placements: placementList.map(({ signatoryId, ...placement }) => ({
      signerId: signatoryId,
      ...placement,
    })),
  };
}

const watermarkToWire = ({ rotation, ...watermark }: NonNullable<Plan['watermark']>) => ({
  ...watermark,
  ratation: rotation,
});
/** The watermark of a plan or of a task as the product names its parts. */
export const watermarkFromWire = ({
  ratation,
  ...watermark
}: NonNullable<ParsedInputOf<typeof sendTask>['watermark']>) => ({ ...watermark, rotation: ratation });

const LISTS: Record<string, string> = {
  documents: 'planSendDocumentVOList',
  attachments: 'attachmentInfoList',
  signers: 'planSendSignatoryOrderVOList',
  copies: 'ccList',
  placements: 'placementList',
};

/** Converts the path of a plan's field, such as `signers.0.mobile`, to the path that errors name. */
export const planPathToWire = (path: string): string => {
  const [list, ...rest] = path.split('.');
  return [LISTS[list!] ?? list, ...rest].join('.');
};

type Sight = OutputOf<typeof getTask>;
type SeenSigner = Pick<Sight['signerList'][number], 'signatoryType'>;

/** Whether a signer of a fetched task is an enterprise or a person. */
export const typeOfSigner = (signer: SeenSigner): PartyType => signer.signatoryType;
export const signerTypeToWire = (type: PartyType): SeenSigner => ({ signatoryType: type });

/** Copy recipients of a fetched task. */
export const ccPartiesOf = (task: Pick<Sight, 'ccList'>): Sight['ccList'] => task.ccList;
export const ccListToWire = (copies: Sight['ccList']): Pick<Sight, 'ccList'> => ({ ccList: copies });

/** Filters a task list by part of a signer's name. */
export const signerFilterToWire = (signer: string) => ({ signatory: signer });
export const signerFilterFromWire = (input: Pick<ParsedInputOf<typeof listTasks>, 'signatory'>) =>
  input.signatory;

/** Filters of a task list ([2.15a]). */
export type Box = Exclude<(typeof BOXES)[number], 'done'> | 'waitingForOthers';
export const boxToWire = (box: Box) => (box === 'waitingForOthers' ? 'done' : box);
export const boxFromWire = (box: (typeof BOXES)[number]): Box => (box === 'done' ? 'waitingForOthers' : box);

const STORED_NAMES = {
  documents: {},
  attachments: {},
  signers: { signerId: 'signatoryId', type: 'signatoryType' },
  copies: { type: 'copyType' },
  placements: { signerId: 'signatoryId' },
} as const satisfies Record<string, Record<string, string>>;

/**
 * Name under which a field of a draft's row is stored in its shared document. Drafts stay in rooms and on devices for
 * months, and a tab opened before an update continues to write into them, so these names never change.
 */
export const storedNameOf = (list: keyof typeof STORED_NAMES, field: string): string =>
  (STORED_NAMES[list] as Record<string, string>)[field] ?? field;

/** Converts a stored row of a draft to the names that are used elsewhere. */
export function rowFromStored(
  list: keyof typeof STORED_NAMES,
  row: Record<string, unknown>,
): Record<string, unknown> {
  const names = new Map(Object.entries(STORED_NAMES[list]).map(([field, kept]) => [kept as string, field]));
  return Object.fromEntries(Object.entries(row).map(([kept, value]) => [names.get(kept) ?? kept, value]));
}

/** Whether a plan in wire format, as a call received it, lets a signer sign automatically. */
export function signsAutomatically({
  planSendSignatoryOrderVOList: signers,
}: Record<string, unknown>): boolean {
  return Array.isArray(signers) && signers.some((one) => Boolean(one?.autoSealId));
}

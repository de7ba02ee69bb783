import type { z } from 'zod';
import type { OutputOf } from '#core/call.ts';
import type { drawing } from '#core/drawing-schema.ts';
import { can } from '#core/machine.ts';
import type { SealRow } from '#core/seal/calls.ts';
import {
  CERTIFICATE_MACHINE,
  SEAL_CATEGORIES,
  SEAL_MACHINE,
  SEAL_METHODS,
  type SealCategory,
  UPDATE_MACHINE,
} from '#core/seal/states.ts';
import { sealProblem } from '#core/seal/usable.ts';
import type { Actor } from '#edge/kernel/context.ts';
import {
  certificateStateOf,
  managesSeals,
  mayEdit,
  mayUse,
  type SealView,
  stateOf,
  updateStateOf,
} from './access.ts';

export const categoryOf = (category: string): SealCategory =>
  SEAL_CATEGORIES.find((c) => c === category) ?? 'GENERAL';

/** The picture in the wire format. */
export const drawingOf = ({ drawing: drawn }: Pick<SealView['row'], 'drawing'>) =>
  drawn as z.output<typeof drawing>;

/** A row of the seal list for the actor. */
export function toRow(
  view: SealView,
  names: { creator: string; authorized: string[] },
  actor: Actor,
  now: number,
): SealRow {
  const { row, certificate } = view;
  return {
    stampId: row.id,
    stampName: row.name,
    stampCategory: categoryOf(row.category),
    shape: row.shape as SealRow['shape'],
    widthMm: row.widthMm,
    heightMm: row.heightMm,
    method: SEAL_METHODS.find((m) => m === row.method) ?? 'AUTO',
    certificateStatus: certificateStateOf(view, now),
    certificateUpdate: updateStateOf(view, now),
    certificateNotAfter: certificate?.notAfter ?? null,
    enabled: row.enabled,
    needsApproval: row.needsApproval,
    creator: names.creator,
    createTime: row.createdAt,
    authorized: names.authorized,
    drawing: drawingOf(row),
    actions: actionsOf(view, actor, now),
  };
}

/** Actions available to the actor now, by the same state machines that guard the calls. */
export function actionsOf(
  view: SealView,
  actor: Actor,
  now: number,
): OutputOf<typeof import('#core/seal/calls.ts').getSeal>['actions'] {
  const state = stateOf(view.row);
  const certificateState = certificateStateOf(view, now);
  const edits = mayEdit(actor, view);
  const manages = managesSeals(actor);
  const granted = mayUse(actor, view);
  const facts = {
    name: view.row.name,
    state,
    certificateState,
    notAfter: view.certificate?.notAfter ?? null,
    granted,
  };
  const enterprise = view.row.ownerKey.startsWith('E:');
  const all: [SealRow['actions'][number], boolean][] = [
    ['use', sealProblem(facts, now) === null],
    ['rename', edits],
    ['redraw', manages && mayRedraw(certificateState)],
    ['enable', edits && can(SEAL_MACHINE, state, 'enable')],
    ['disable', edits && can(SEAL_MACHINE, state, 'disable')],
    ['delete', manages && can(SEAL_MACHINE, state, 'delete')],
    ['authorize', enterprise && edits],
    ['apply', manages && can(CERTIFICATE_MACHINE, certificateState, 'apply')],
    ['continue', manages && certificateState === 'APPLYING'],
    ['update', manages && can(UPDATE_MACHINE, updateStateOf(view, now), 'start')],
    ['ukey', enterprise && manages],
    ['needApproval', enterprise && manages && !view.row.needsApproval],
    ['dropApproval', enterprise && manages && view.row.needsApproval],
  ];
  return all.filter(([, may]) => may).map(([action]) => action);
}

/** [4.4c] The picture is fixed once a certificate for it exists or is being applied for. */
export const mayRedraw = (state: ReturnType<typeof certificateStateOf>): boolean =>
  state === 'NOT_APPLIED' || state === 'FAILED';

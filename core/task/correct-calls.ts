import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { idNumber, idType } from '#core/realname/id-document.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { email, mobile, orEmpty } from '#core/validate/rules.ts';
import { empty, id, sha256 } from '#core/wire.ts';
import { SENDING } from './access.ts';
import { PARTY_TYPES } from './plan.ts';

/** What can be corrected of a signer; an absent field stays as it is. */
const correctedFields = {
  /** Of an enterprise: its name or credit code. */
  entName: z.string().trim().min(1).max(100).optional(),
  /** The individual, or the operator who signs for the enterprise. */
  userName: z.string().trim().min(1).max(50).optional(),
  mobile: mobile().optional(),
  department: z.string().trim().max(50).optional(),
  email: orEmpty(email()).optional(),
  /** Number of the identity document that an individual has to prove; its type stays. */
  idNumber: idNumber.optional(),
};

export const getSigner = defineCall({
  id: 'task.getSigner',
  method: 'GET',
  path: '/docmanager/assemble/plan/signer',
  access: SENDING,
  input: z.object({ planId: id, signerId: id }),
  output: z.object({
    /** Names this state of the signer: a correction is refused if it was made of another one. */
    edition: sha256,
    type: z.enum(PARTY_TYPES),
    entName: z.string(),
    userName: z.string(),
    /** As the sender typed it; empty where the signer's side has put somebody else in the place. */
    mobile: z.string(),
    /** Masked; always present. */
    mobileShown: z.string(),
    department: z.string(),
    email: z.string(),
    /** Type of the identity document that the signer has to prove; empty: none. */
    idType: idType.or(z.literal('')),
  }),
  summary: 'Get a signer who has not signed yet as the sender named them, to correct them',
});

export const correctSigner = defineCall({
  id: 'task.correctSigner',
  method: 'POST',
  path: '/docmanager/assemble/plan/correctSigner',
  access: SENDING,
  input: z.object({
    planId: id,
    signerId: id,
    edition: sha256,
    ...correctedFields,
    reason: severalLines(z.string().trim().min(1).max(LIMITS.cancelReason)),
  }),
  output: empty,
  summary:
    'Correct a signer who has not signed yet: number, name, address, or another person or enterprise in their place',
  once: true,
});

export const getCopy = defineCall({
  id: 'task.getCopy',
  method: 'GET',
  path: '/docmanager/assemble/plan/copy',
  access: SENDING,
  input: z.object({ planId: id, copyId: id }),
  output: z.object({
    /** As of a signer. */
    edition: sha256,
    type: z.enum(PARTY_TYPES),
    entName: z.string(),
    userName: z.string(),
    mobile: z.string(),
    email: z.string(),
  }),
  summary: 'Get a recipient of a copy as the sender named them, to correct them',
});

export const correctCopy = defineCall({
  id: 'task.correctCopy',
  method: 'POST',
  path: '/docmanager/assemble/plan/correctCopy',
  access: SENDING,
  input: z.object({
    planId: id,
    copyId: id,
    edition: sha256,
    entName: correctedFields.entName,
    userName: correctedFields.userName,
    mobile: correctedFields.mobile,
    email: correctedFields.email,
    reason: severalLines(z.string().trim().min(1).max(LIMITS.cancelReason)),
  }),
  output: empty,
  summary:
    'Correct who gets a copy of a task that is not over: number, name, address, or another person or enterprise',
  once: true,
});

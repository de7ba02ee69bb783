import { z } from 'zod';
import { sendFromTemplate } from '#core/batch/calls.ts';
import { type Access, defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { SENDERS } from '#core/identity/role-sets.ts';
import { mobile } from '#core/validate/rules.ts';
import { afterInput, empty, fixedPageInput, id, pageInput, pageOf, time } from '#core/wire.ts';

const PUBLISHING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  may: 'publish signing links for templates',
  also: 'only for templates that the enterprise may use, and automatic signatures that the publisher may ask for',
};
const LINKS: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  may: 'see signing links and who came by them, stop, open and change them, accept and decline',
  also: 'only the publisher, and those who may manage the publisher’s tasks',
};

/** OPEN and STOPPED as the publisher chose; ENDED: its term is over; FULL: its limit is reached. */
export const SIGNING_LINK_STATES = ['OPEN', 'STOPPED', 'ENDED', 'FULL'] as const;
export type SigningLinkState = (typeof SIGNING_LINK_STATES)[number];

/** PENDING: waits for the publisher's decision. SENT: is a task. */
export const ENTRY_STATES = ['PENDING', 'SENT', 'DECLINED'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Whom a link takes. */
const rules = {
  /** How many contracts; null: any number. */
  limit: z.number().int().min(1).max(100_000).nullable().default(null),
  /** Epoch ms of its end; null: until it is stopped. */
  until: time.nullable().default(null),
  /** The only numbers that it takes; empty: everybody. */
  allowed: z.array(mobile()).max(LIMITS.rowsPerImport).default([]),
  /** Whether a person may sign several contracts by it. */
  repeats: z.boolean().default(false),
  /** Whether the publisher accepts each before it becomes a task. */
  approval: z.boolean().default(false),
  /** Whether it is of use only with a code that the publisher's screen shows at a counter. */
  counterOnly: z.boolean().default(false),
};

const template = sendFromTemplate.input.shape;

export const publishSigningLink = defineCall({
  id: 'signinglink.publishSigningLink',
  method: 'POST',
  path: '/docmanager/signingLink/publish',
  access: PUBLISHING,
  input: z.object({
    templateId: id,
    /** Name of the link and, with the opener's name behind it, of the tasks; defaults to that of the template. */
    taskName: template.taskName,
    taskFileType: template.taskFileType,
    /** The role that whoever opens the link plays: of a person. Name or key. */
    opener: z.string().trim().min(1).max(40),
    /** The parties in all other roles. */
    signers: z.array(template.signers.element).max(LIMITS.signersPerTask).default([]),
    copies: template.copies,
    fields: template.fields,
    rows: template.rows,
    options: template.options,
    /** Days that each contract may be signed from when it is made; absent: the platform's default. */
    signDays: z.number().int().min(1).max(LIMITS.deadlineDays).optional(),
    ...rules,
  }),
  /** The address is read with the link: stored answers keep no secret. */
  output: z.object({ linkId: id }),
  summary: 'Publish a signing link for a template: everybody who opens it gets a task of their own',
  once: true,
});

const linkFacts = z.object({
  linkId: id,
  taskName: z.string(),
  templateName: z.string(),
  creator: z.string(),
  createTime: time,
  state: z.enum(SIGNING_LINK_STATES),
  limit: rules.limit.unwrap(),
  until: rules.until.unwrap(),
  approval: z.boolean(),
  /** Contracts that came of it, and those who wait for a decision. */
  sent: z.number().int(),
  pending: z.number().int(),
});

export const listSigningLinks = defineCall({
  id: 'signinglink.listSigningLinks',
  method: 'GET',
  path: '/docmanager/signingLink/page',
  access: LINKS,
  input: z.object({ ...pageInput, after: id.optional(), taskName: z.string().max(100).optional() }),
  output: pageOf(linkFacts),
  summary: 'List the signing links of the enterprise, newest first',
});

export const readSigningLink = defineCall({
  id: 'signinglink.readSigningLink',
  method: 'GET',
  path: '/docmanager/signingLink/:linkId',
  access: LINKS,
  input: z.object({ linkId: id }),
  output: linkFacts.extend({
    url: z.string(),
    /** The role that whoever opens the link plays. */
    opener: z.string(),
    /** Names of the other parties. */
    parties: z.array(z.string()),
    allowed: z.array(z.string()),
    repeats: z.boolean(),
    counterOnly: z.boolean(),
    /** Why an open link takes nobody at present, in the language of the request; empty if it takes people. */
    problem: z.string(),
    /** Whether the template has a newer version than the one that is signed. */
    outdated: z.boolean(),
  }),
  summary: 'Read one signing link: its address, its rules and why it may take nobody at present',
});

export const changeSigningLink = defineCall({
  id: 'signinglink.changeSigningLink',
  method: 'POST',
  path: '/docmanager/signingLink/:linkId/rules',
  access: LINKS,
  input: z.object({ linkId: id, ...rules }),
  output: empty,
  summary: 'Change whom a signing link takes',
  validates: true,
});

export const switchSigningLink = defineCall({
  id: 'signinglink.switchSigningLink',
  method: 'POST',
  path: '/docmanager/signingLink/:linkId/switch',
  access: LINKS,
  input: z.object({ linkId: id, open: z.boolean() }),
  output: empty,
  summary: 'Stop a signing link at once, or open it again',
});

export const rotateSigningLink = defineCall({
  id: 'signinglink.rotateSigningLink',
  method: 'POST',
  path: '/docmanager/signingLink/:linkId/rotate',
  access: LINKS,
  input: z.object({ linkId: id }),
  output: z.object({ url: z.string() }),
  summary: 'Give a signing link a new address: the former one ends at once',
});

export const listSigningLinkEntries = defineCall({
  id: 'signinglink.listSigningLinkEntries',
  method: 'GET',
  path: '/docmanager/signingLink/:linkId/entries',
  access: LINKS,
  input: z.object({ ...fixedPageInput, ...afterInput, linkId: id, state: z.enum(ENTRY_STATES).optional() }),
  output: pageOf(
    z.object({
      entryId: id,
      userName: z.string(),
      mobile: z.string(),
      createTime: time,
      state: z.enum(ENTRY_STATES),
      /** What was filled in, by the names of the fields. */
      values: z.array(z.object({ name: z.string(), value: z.string() })),
      /** The task, once it is sent. */
      planId: id.or(z.literal('')),
      planNumber: z.string(),
    }),
  ),
  summary: 'List who came by a signing link, newest first',
});

export const decideSigningLinkEntry = defineCall({
  id: 'signinglink.decideSigningLinkEntry',
  method: 'POST',
  path: '/docmanager/signingLink/:linkId/entries/:entryId/decide',
  access: LINKS,
  input: z.object({ linkId: id, entryId: id, accept: z.boolean() }),
  output: z.object({ planId: id.or(z.literal('')) }),
  summary: 'Accept what somebody filled in, which sends the task, or decline it',
  changes: ['signinglink', 'task'],
});

export const readSigningLinkCounter = defineCall({
  id: 'signinglink.readSigningLinkCounter',
  method: 'GET',
  path: '/docmanager/signingLink/:linkId/counter',
  access: LINKS,
  input: z.object({ linkId: id }),
  output: z.object({
    taskName: z.string(),
    state: z.enum(SIGNING_LINK_STATES),
    /** Address with a code that is good for a few minutes. */
    url: z.string(),
    /** Contracts of the link that their openers have signed; grows by one when somebody signs. */
    signed: z.number().int(),
  }),
  summary: 'What a screen at a counter shows: an address that renews itself, and how many have signed',
});

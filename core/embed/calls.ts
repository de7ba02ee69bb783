import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { CONSOLE, SENDERS } from '#core/identity/role-sets.ts';
import { sessionUser } from '#core/identity/session-user.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { preparedFields } from '#core/task/prepared-fields.ts';
import { mobile } from '#core/validate/rules.ts';
import { afterInput, draftKey, empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { originText } from './origin-text.ts';
import { EMBED_KINDS } from './reach.ts';
import { embedTheme } from './theme.ts';

const LINKING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  keys: 'send',
  may: 'make one-time links that embed signing and sending into a page of the enterprise’s own system',
  also: 'only with an API key, for an origin that the key allows, and for a task that the enterprise sent, or a template that it may use',
};
const LINKING_TEMPLATES: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  keys: 'manage',
  may: 'make one-time links that embed the editor of a template into a page of the enterprise’s own system',
  also: 'only with an API key, for an origin that the key allows, and for a template that the enterprise may edit',
};
const LISTING: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  keys: 'read',
  may: 'list the one-time links of embedded pages that the enterprise’s keys made',
};
const OPENING: Access = {
  actor: 'anyone',
  may: 'open an embedded page with its one-time link',
  also: 'once; whoever sends, edits a template, or signs for another enterprise or themself confirms with a code to their mobile',
};

const link = {
  linkId: id,
  /** From the fragment of the link’s address, which browsers send to no server. */
  secret: z.string().regex(/^[\w-]{43}$/),
};

/** Where the page is shown, and how it looks. */
const shown = {
  /** Origin of the page that embeds it; must be one that the key allows. */
  origin: originText,
  /** Language of the page; defaults to the person’s. */
  language: z.enum(LANGUAGES).optional(),
  theme: embedTheme.default({}),
};
const made = {
  linkId: id,
  /** For `src` of the iframe. It contains a secret after `#`: returned only here, good once. */
  url: z.string(),
  expiresAt: time,
};

/** One call makes one link: it is not idempotent, because a stored response would keep the secret. */
export const makeEmbedLink = defineCall({
  id: 'embed.makeEmbedLink',
  method: 'POST',
  path: '/docmanager/embed/link',
  access: LINKING,
  input: z.object({
    planId: id,
    /** A signer of the task (`signerList[].signerId` of `task.getTask`), registered, whose turn it is. */
    signerId: id,
    ...shown,
  }),
  output: z.object(made),
  summary: 'Make a one-time link that embeds the signing page of one signer into a page of an allowed origin',
});

/**
 * A draft of the template with what was prepared, as `batch.sendFromTemplate` takes it: a member completes and sends it.
 * It is in the link's fragment, and nothing is stored before they open it.
 */
export const makeSendLink = defineCall({
  id: 'embed.makeSendLink',
  method: 'POST',
  path: '/docmanager/embed/sendLink',
  access: LINKING,
  input: z.object({
    templateId: id,
    ...preparedFields,
    /** Mobile number of the member who sends; they confirm with a code to it. */
    mobile: mobile(),
    ...shown,
  }),
  output: z.object({
    ...made,
    /** The draft, which the member’s page creates. */
    draftId: draftKey,
  }),
  summary: 'Make a one-time link that embeds a prepared draft, for a member to complete and send',
});

export const makeTemplateLink = defineCall({
  id: 'embed.makeTemplateLink',
  method: 'POST',
  path: '/docmanager/embed/templateLink',
  access: LINKING_TEMPLATES,
  input: z.object({
    /** A web template. */
    templateId: id,
    /** Mobile number of the member who edits; they confirm with a code to it. */
    mobile: mobile(),
    ...shown,
  }),
  output: z.object(made),
  summary:
    'Make a one-time link that embeds the editor of one web template, for a member who manages templates',
});

export const LINK_STATES = ['WAITING', 'USED', 'ENDED'] as const;

export const listEmbedLinks = defineCall({
  id: 'embed.listEmbedLinks',
  method: 'GET',
  path: '/docmanager/embed/links',
  access: LISTING,
  input: z.object({ ...fixedPageInput, ...afterInput, kind: z.enum(EMBED_KINDS).optional() }),
  output: pageOf(
    z.object({
      linkId: id,
      kind: z.enum(EMBED_KINDS),
      /** The task; the draft; the template. */
      subjectId: id,
      keyName: z.string(),
      person: z.string(),
      origin: z.string(),
      state: z.enum(LINK_STATES),
      usedAt: time.nullable(),
      expiresAt: time,
      createTime: time,
    }),
  ),
  summary:
    'List the one-time links that the enterprise’s keys made, newest first; a day after its end a link is deleted',
});

export const openEmbedLink = defineCall({
  id: 'embed.openEmbedLink',
  method: 'POST',
  path: '/embed/open',
  access: OPENING,
  input: z.object({
    ...link,
    /** The code sent by `embed.sendEmbedCode`, where one is asked for. */
    code: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  output: z.object({
    /** Null until the code was entered. A separate session, limited to this task, that cannot be renewed. */
    session: sessionUser.nullable(),
    kind: z.enum(EMBED_KINDS),
    /** The task; the draft; the template. */
    subjectId: id,
    /** The template of a draft, or the one to edit; empty for signing. */
    templateId: z.string(),
    /** Name of the enterprise that the session acts for; empty for a person. */
    entName: z.string(),
    /** `targetOrigin` of all messages. */
    origin: z.string(),
    theme: embedTheme,
    person: z.object({
      id,
      /** Masked, for the sentence about the code. */
      mobile: z.string(),
      hasSignPassword: z.boolean(),
    }),
  }),
  summary: 'Open an embedded page with its one-time link',
});

export const sendEmbedCode = defineCall({
  id: 'embed.sendEmbedCode',
  method: 'POST',
  path: '/embed/code',
  access: OPENING,
  input: z.object(link),
  output: empty,
  summary: 'Send the person of a one-time link the code that opens it',
});

import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { makeTemplateLink as call } from '#core/embed/calls.ts';
import { AppError } from '#core/errors.ts';
import { TEMPLATES } from '#core/template/access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { reachTemplate } from '#edge/template/reach-template.ts';
import { findMember } from './find-member.ts';
import { needOrigin, storeLink } from './store-link.ts';

/**
 * Makes a link to the editor of a web template for a member who manages templates. Throws NO_PERMISSION without an API
 * key or the right to edit the template, EMBED_ORIGIN, NOT_FOUND, EMBED_NOT_WEB, EMBED_NOT_MEMBER.
 */
export async function makeTemplateLink(
  { templateId, mobile, origin, language, theme }: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  await needOrigin(context, origin);
  const template = await reachTemplate(context, templateId, 'edit');
  if (template.type !== 'WEB') throw new AppError('EMBED_NOT_WEB');
  const editor = await findMember(context, mobile, TEMPLATES.roles ?? []);
  return storeLink(context, request, {
    kind: 'TEMPLATE',
    subjectId: templateId,
    templateId,
    accountId: editor.accountId,
    entId: context.actor.entId,
    asksCode: true,
    origin,
    language: language ?? editor.language,
    theme,
  });
}

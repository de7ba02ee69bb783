import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { makeSendLink as call } from '#core/embed/calls.ts';
import { AppError } from '#core/errors.ts';
import { SENDERS } from '#core/identity/role-sets.ts';
import { LONGEST_FRAME, PREPARED, packPrepared } from '#core/task/prepared-draft.ts';
import { firstValues } from '#core/task/template-document.ts';
import { readNamed } from '#core/template/fill/read-named.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { reachTemplate } from '#edge/template/reach-template.ts';
import { openContent, unsafeVersion } from '#edge/template/versions.ts';
import { findMember } from './find-member.ts';
import { needOrigin, storeLink } from './store-link.ts';

/**
 * Makes a link to a prepared draft for a member of the key's enterprise. The draft does not exist yet: the member's page
 * makes it, under the id that the link is for. Throws NO_PERMISSION without an API key, EMBED_ORIGIN, NOT_FOUND,
 * TEMPLATE_DISABLED, INPUT_INVALID for names that the template does not have, EMBED_NOT_MEMBER, TOO_LARGE.
 */
export async function makeSendLink(
  { templateId, mobile, origin, language, theme, ...prepared }: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const { actor, newId } = context;
  await needOrigin(context, origin);
  const template = await reachTemplate(context, templateId, 'see');
  if (template.status !== 'ENABLED' || !template.versionId)
    throw new AppError('TEMPLATE_DISABLED', { name: template.name });
  const content = await openContent(context, await unsafeVersion(context, template.versionId));
  const { unknown } = readNamed(content, prepared, firstValues(content));
  const unknownRoles = prepared.signers.flatMap(({ role }, i) =>
    content.signers.some(({ key, name }) => key === role || name === role) ? [] : [`signers.${i}.role`],
  );
  if (unknown.length + unknownRoles.length > 0)
    throw new InputRefused([...unknown, ...unknownRoles].map((path) => ({ path, problem: 'unknownName' })));
  const sender = await findMember(context, mobile, SENDERS);
  const packed = packPrepared(prepared);
  if (packed.length > LONGEST_FRAME) throw new AppError('TOO_LARGE');
  const draftId = newId();
  const link = await storeLink(
    context,
    request,
    {
      kind: 'SEND',
      subjectId: draftId,
      templateId,
      accountId: sender.accountId,
      entId: actor.entId,
      asksCode: true,
      origin,
      language: language ?? sender.language,
      theme,
    },
    packed.slice(PREPARED.length),
  );
  return { ...link, draftId };
}

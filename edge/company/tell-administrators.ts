import type { MessageTemplate } from '#core/locales/message-text.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { membersWho } from './members-who.ts';
import { tellPerson } from './records.ts';

/**
 * Statements that tell the other administrators of an enterprise, by default the one acted for, of power that outlives the session in which it
 * was given. They stand in the transaction that gives it, so that none is given without a word to those who can take it away
 * again. The texts have the actor's name and the enterprise's by themselves.
 */
export async function tellAdministrators(
  context: SignedInContext,
  template: MessageTemplate,
  params: Record<string, string>,
  {
    entId = context.actor.entId,
    except = [],
  }: { entId?: string /** Who is told otherwise. */; except?: readonly string[] } = {},
): Promise<Statement[]> {
  const { accountId, entName, name } = context.actor;
  const all = await membersWho(context, entId, 'BUSINESS_ADMIN');
  return all
    .filter((one) => one !== accountId && !except.includes(one))
    .map((one) => tellPerson(context, one, template, { name, enterprise: entName, ...params }, { entId }));
}

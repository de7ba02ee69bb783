import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { isAppError } from '#core/errors.ts';
import { maskContact } from '#core/identity/mask.ts';
import type { openInvitation as call } from '#core/invitation/calls.ts';
import { member } from '#db/schema/index.ts';
import { authenticate } from '#edge/identity/authenticate.ts';
import { noteOpened } from '#edge/invitation/invitations.ts';
import type { Actor, Context } from '#edge/kernel/context.ts';
import { contactOfInvitee, type Invitation, readInvitation } from './read-invitation.ts';

type Answer = OutputOf<typeof call>;

/** Of a link whose recipient was corrected, or has handed over: nothing about the task or its present parties. */
const CHANGED: Answer = {
  state: 'CHANGED',
  initiator: '',
  taskName: '',
  files: 0,
  pages: 0,
  deadline: 0,
  enterprise: '',
  mobile: '',
  isCopy: false,
  reader: 'NOBODY',
  target: null,
};

/**
 * What a link leads to: enough to recognise it, and where to go on for its recipient. Changes nothing but the time of its first
 * opening, which its sender sees, so that programs which follow links in messages use nothing up. Throws INVITATION_UNKNOWN, TOO_OFTEN.
 */
export async function openInvitation(
  { code }: ParsedInputOf<typeof call>,
  context: Context,
  request: Request,
): Promise<Answer> {
  const invitation = await readInvitation(context, code);
  if (!invitation) return CHANGED;
  const { state, task, party, files, pages } = invitation;
  const actor = await actorIn(context, request);
  const reader = readerOf(invitation, actor);
  // Somebody else who is signed in, such as the sender who tries the link, is not its recipient.
  if (invitation.openedAt === null && reader !== 'OTHER') await noteOpened(context, invitation.codeHash);
  return {
    state,
    initiator: task.initiatorEntName || task.initiatorName,
    taskName: task.name,
    files,
    pages,
    deadline: task.deadline,
    enterprise: party.ofEnterprise ? party.entName : '',
    mobile: maskContact(await contactOfInvitee(context, invitation)),
    isCopy: party.isCopy,
    reader,
    target: reader === 'RECIPIENT' ? await targetOf(context, invitation) : null,
  };
}

/** Who is signed in, if anybody; an ended session is nobody. */
async function actorIn(context: Context, request: Request): Promise<Actor | null> {
  if (!request.headers.get('x-token')) return null;
  try {
    return await authenticate(request, context);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

function readerOf({ party, person }: Invitation, actor: Actor | null): Answer['reader'] {
  if (!actor) return 'NOBODY';
  if (actor.accountId !== person?.id) return 'OTHER';
  // The number has an account of another verified name, which takes nothing over (docs/decisions/waiting-parties.md).
  return party.accountId === '' ? 'OTHER_NAME' : 'RECIPIENT';
}

/** Whether an account is a member of the enterprise that a party is; a person is their own. */
async function isMember({ db }: Context, { party, person }: Invitation): Promise<boolean> {
  const entId = entOfKey(party.ownerKey);
  if (entId === '') return true;
  const [row] = await db
    .select({ id: member.id })
    .from(member)
    .where(
      and(eq(member.enterpriseId, entId), eq(member.accountId, person?.id ?? ''), isNull(member.leftAt)),
    );
  return row !== undefined;
}

const entOfKey = (ownerKey: string): string => (ownerKey.startsWith('E:') ? ownerKey.slice(2) : '');

async function targetOf(context: Context, invitation: Invitation): Promise<Answer['target']> {
  const { task, party, person } = invitation;
  const lacks =
    party.ofEnterprise && party.ownerKey === ''
      ? 'ENTERPRISE'
      : !(await isMember(context, invitation))
        ? 'MEMBER'
        : party.signs && person?.personalAuthStatus !== 'AUTH'
          ? 'NAME'
          : '';
  return {
    planId: task.id,
    userName: party.userName,
    entId: entOfKey(party.ownerKey),
    signs: party.signs,
    lacks,
  };
}

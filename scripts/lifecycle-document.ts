import { messageText } from '#core/locales/message-text.ts';
import { can, next } from '#core/machine.ts';
import {
  type Audience,
  BEFORE_SENT,
  CONSEQUENCES,
  type Consequence,
  FREEZE_TEXTS,
  followerOf,
  passesOn,
  type TaskEffect,
} from '#core/task/consequences.ts';
import { TASK_EVENTS, TASK_MACHINE, TASK_STATES, type TaskEvent } from '#core/task/states.ts';

/** What each event is, in words. */
const EVENTS: Record<TaskEvent, string> = {
  send: 'sent to its parties',
  submit: 'submitted for the approval of the sender’s own enterprise',
  decideApproval: 'one approver has decided, others are still asked',
  approve: 'approved by all approvers, and thereby sent',
  disapprove: 'rejected, returned or not decided in time by the approvers, or taken back by the applicant',
  start: 'its start time has come: signing is open',
  sign: 'signed by one signer, in person or by a holder of the seal',
  signAutomatically: 'signed by the product under an opening of the sender’s enterprise',
  failAutomatic: 'an automatic signature was refused: its signer signs in person',
  requestSealUse: 'a signer’s enterprise is asked to approve the use of its seal',
  decideSealUse: 'the approval of the use of a seal has gone on or ended',
  reject: 'a signer refuses to sign',
  complete: 'the last signer has signed',
  preserve: 'the documents have got their long-term evidence',
  revoke: 'taken back by the sender or an administrator of their enterprise',
  expire: 'the deadline has passed',
  extend: 'the deadline is moved to a later time',
  addPlaces: 'places to sign are added before anybody has signed',
  handOver: 'another operator acts for a signing enterprise',
  correct: 'the sender corrects who a signer is, or how to reach them',
  correctCopy: 'the sender corrects who gets a copy',
  urge: 'the sender asks current signers to hurry',
  remind: 'the deadline is near',
  remindSigners: 'it is time to remind signers, by the sender’s schedule',
  freeze: 'something outside holds it: an enterprise, a seal, an operator, a certificate',
  thaw: 'nothing holds it any more',
  forward: 'a completed employment document is sent to further recipients',
  beginVoid: 'a party proposes an agreement that voids it',
  void: 'all parties have signed that agreement',
  failVoid: 'that agreement has ended unsigned: the contract stays in force',
  download: 'a party has downloaded a document or the evidence',
};

const AUDIENCE_TEXTS: Record<Audience, string> = {
  INITIATOR: 'the sender',
  NAMED_SIGNERS: 'the signers concerned',
  CURRENT_SIGNERS: 'the signers whose turn it is',
  CALLED_SIGNERS: 'the signers whose turn it is or was',
  SIGNERS: 'all signers',
  CC_PARTIES: 'the CC parties',
  NEW_CC_PARTIES: 'the new recipients',
};

const EFFECT_TEXTS: Record<TaskEffect, string> = {
  PRESERVE_DOCUMENTS: 'long-term evidence is added to the documents',
  CLOSE_DRAFT: 'the room of its draft is closed',
  REOPEN_DRAFT: 'its draft can be changed and sent again',
  SETTLE_VOIDED_CONTRACT: 'the contract that it voids is settled',
};

const QUOTA_TEXTS = {
  RESERVE: 'one reserved',
  SPEND: 'spent, if nobody has signed before',
  RETURN: 'returned, if nobody has signed',
} as const satisfies Record<NonNullable<Consequence['quota']>, string>;

const statesOf = (event: TaskEvent) => TASK_STATES.filter((state) => can(TASK_MACHINE, state, event));

/** The states that the event may happen in, with the one after it where it is another. */
function movesOf(event: TaskEvent): string {
  if (event === 'send') return 'not sent → NOT_STARTED';
  if (event === 'submit') return 'not sent → REVIEWING';
  return statesOf(event)
    .map((state) => {
      const after = next(TASK_MACHINE, state, event);
      return after === state ? state : `${state} → ${after}`;
    })
    .join('<br>');
}

const noticeText = ({ told }: Pick<Consequence, 'told'>): string =>
  told ? `${told.to.map((name) => AUDIENCE_TEXTS[name]).join(', ')}: \`${told.template}\`` : '';

function followsFrom(event: TaskEvent): string {
  const { calls, effects }: Consequence = CONSEQUENCES[event];
  const follower = followerOf(event);
  return [
    ...(calls ? ['the next signers are called to sign: `TASK_TO_SIGN`'] : []),
    ...(passesOn(event) ? ['whose turn it is now is called: `TASK_TO_SIGN`'] : []),
    ...(event === 'correct' ? ['who was called and no longer signs is told: `TASK_NOT_YOURS`'] : []),
    ...(event === 'correctCopy'
      ? ['who gets the copy now is told: `TASK_COPY`; who gets none any more: `TASK_COPY_ENDED`']
      : []),
    ...(follower ? [`\`${follower}\`, if it is ready for it`] : []),
    ...effects.map((effect) => EFFECT_TEXTS[effect]),
  ].join('; ');
}

function rowOf(event: TaskEvent): string {
  const row: Consequence = CONSEQUENCES[event];
  const cells = [
    `**\`${event}\`**: ${EVENTS[event]}`,
    movesOf(event),
    row.endReason ?? '',
    row.trail ?? '',
    row.quota ? QUOTA_TEXTS[row.quota] : '',
    noticeText(row),
    followsFrom(event),
  ];
  return `| ${cells.join(' | ')} |`;
}

const beforeSent = (): string[] =>
  TASK_EVENTS.flatMap((event) => {
    const row = BEFORE_SENT[event];
    if (!row) return [];
    const { quota, told, effects } = { ...CONSEQUENCES[event], ...row } as Consequence;
    const said = [
      ...(quota ? [`quota: ${QUOTA_TEXTS[quota]}`] : []),
      told ? `told: ${noticeText({ told })}` : 'nobody is told by the task itself',
      ...effects.map((effect) => EFFECT_TEXTS[effect]),
    ];
    return [`- \`${event}\`: ${said.join('; ')}.`];
  });

const messages = (): string[] => {
  const templates = new Set(
    TASK_EVENTS.flatMap((event) => (CONSEQUENCES[event] as Consequence).told?.template ?? []),
  );
  return ['TASK_TO_SIGN' as const, ...templates, ...Object.values(FREEZE_TEXTS)].map(
    (template) => `- \`${template}\`: ${messageText(template, {}, 'en-US')}`,
  );
};

/** The text of docs/contract-lifecycle.md. */
export const lifecycleDocument = (): string => `# The life of a contract

Printed by \`npm run lifecycle\` from \`core/task/states.ts\` and \`core/task/consequences.ts\`; a test fails if it is not up to date. Everything that happens to a contract (a task, in code) is one event of this table. Its consequences take effect in one transaction with it: all of them or none.

## Events

| Event | In state → state after | Ends as | Trail | Quota | Who is told, and how | What else follows |
|---|---|---|---|---|---|---|
${TASK_EVENTS.map(rowOf).join('\n')}

The trail is the hash chain that all parties can read ([evidence](decisions/evidence.md)). The quota is the number of contracts that an enterprise may still send ([credits](decisions/credits.md)). Open pages of the parties are refreshed after each event that changes what they show.

## While the sender’s own enterprise approves it

Nobody else knows of the contract, so nobody else is told, and it has cost nothing:

${beforeSent().join('\n')}

## Who is told, and why

- **Nobody is told of what they did themselves.** The person who acts is left out, in each of their roles. What follows by itself, such as the completion after the last signature, is told to all.
- **A signer who was never called is not told of an end.** In an ordered contract, later signers have not heard of it; a message that it was refused would be the first that they hear. They are told what can still concern them: an agreement to void it.
- **CC parties are told of each end**, because they were told of the beginning: completed, refused, taken back, expired, void.
- **The sender is told of what others do to the contract**: a refusal, an administrator’s withdrawal or extension, another operator, a hold and its end.
- **Each person is told once**, also one who is several parties.
- The sender gets a notice in the product. All others get a short message, and a notice if they have an account.

A party that is not registered yet becomes an account's or an enterprise's when they prove their number or name; that changes whose the contract is and not its state, and is described by [waiting parties](decisions/waiting-parties.md).

## The messages

${messages().join('\n')}
`;

import type { TASK_ERRORS } from '../errors.ts';

export default {
  PLAN_INCOMPLETE: 'The signing task is not complete. Fill in what is marked, then send it.',
  CONSENT_REFUSED: 'You refused on your phone. This signing has ended and nothing was signed.',
  CONSENT_ENDED: 'The QR code has expired. Get a new one and scan it.',
  CONSENT_NOT_GIVEN: 'Your phone has not confirmed yet. Scan the code and confirm, then sign.',
  BATCH_CONSENT_ENDED:
    'Your confirmation for this batch has ended. Confirm again to go on; what is signed stays signed.',
  NO_SIGNING_PERMISSION:
    'You have no signing permission in the current enterprise. Contact its administrator.',
  TASK_CHANGED: 'The task has just changed. Reload and try again; nothing you entered is lost.',
  NOT_YOUR_TURN: 'It is not your turn to sign yet. You will be told when it is.',
  ALREADY_SIGNED: 'You have already signed.',
  TASK_CLOSED: 'The task has ended or was withdrawn, so nothing more can be done with it.',
  TASK_NOT_FINISHED:
    'The contract is not finished yet. Its evidence can be downloaded once everybody has signed.',
  DRAFT_ALREADY_SENT: 'This draft was sent or deleted. If it was sent, it is under “Sent by me”.',
  DRAFT_QUOTA:
    'At most {max} {max|draft is|drafts are} kept, and that is reached. Send or delete drafts that you do not need, or try again tomorrow.',
  URGED_TOO_OFTEN: 'A reminder was just sent. Try again in {minutes} {minutes|minute|minutes}.',
  DEADLINE_NOT_LATER: 'The new deadline must be later than the present one. Choose another time.',
  DEADLINE_TOO_FAR: 'A deadline lies at most {days} {days|day|days} ahead. Choose an earlier time.',
  PLACES_SIGNED:
    'Somebody has signed already, so no place can be added. To change it, take the contract back and send it again.',
  PLACES_APPROVED:
    'This contract was sent after an approval of exactly these places, so none can be added. To change it, take the contract back and send it again.',
  SIGNER_DOCUMENT_DIFFERS:
    'The identity document that the sender gave is not the one that you were verified with, so you cannot sign. Ask the sender to check it, take the contract back and send it again.',
  SEAL_KIND_DIFFERS: 'The sender asks for a seal of another kind. Choose one of that kind.',
  TASK_NOT_SENDABLE: 'Only finished contracts of HR scenes can be sent. Choose others.',
  TOO_MANY_COPIES: 'This contract has copies for {max} {max|person|people}, and no more can get one.',
  SIGNER_UNVERIFIED:
    '“{enterprise}” is not verified yet and cannot sign. Have the enterprise verified first, or ask it to.',
  SIGNER_TWICE: '“{name}” is entered twice and is one signer. Keep only one of them.',
  VOID_PARTY_LEFT:
    '{name} closed their account and cannot sign an agreement to void the contract. Settle it with them outside.',
  SIGNER_SIGNED: 'This signer has signed and can no longer be corrected.',
  SIGNER_CHANGED:
    'This signer has just been changed, and your correction was not saved. Check the present details, and correct them again if needed.',
  PARTIES_APPROVED:
    'Your enterprise approved this contract with its present parties, and another party must be approved again. Withdraw the contract, correct it and send it again.',
  SUCCESSOR_REAL_NAME:
    'This colleague has not verified their real name and cannot sign. Choose somebody else, or ask them to verify it first.',
  SUCCESSOR_SEAL:
    'No enterprise seal is authorized to this colleague. Choose somebody else, or ask the administrator to authorize one.',
  SUCCESSOR_ALREADY_SIGNER: 'This colleague already signs this contract. Choose somebody else.',
  VOID_NOT_COMPLETED: 'Only a completed contract can be made void. Withdraw or refuse one that is not.',
  VOID_NOT_A_PARTY: 'Only a party to this contract can begin to make it void.',
  VOID_ONE_PARTY: 'This contract has one party only, so there is nobody to agree with.',
  VOID_UNDER_WAY: 'An agreement to void this contract is being signed. Sign or refuse that one.',
  VOID_ALREADY: 'This contract is void already.',
  VOID_AGREEMENT: 'An agreement to void a contract cannot be made void itself. Start a new contract instead.',
  SEAL_NOT_USABLE: 'The chosen seal cannot be used: it is not enabled, not authorized or has no certificate.',
  PLACEMENT_NOT_FILLED: 'Some places are not sealed or signed yet. Fill them, then submit.',
  DEADLINE_PASSED: 'The signing deadline has passed.',
  KEYWORD_NOT_FOUND:
    'The keyword “{keyword}” is not in the file “{name}”. Change it, or drag the seal into place.',
  TASK_FROZEN:
    'The signing task is frozen or suspended. Its details say why; it can go on once that is put right.',
  PLAN_NOT_KEPT: 'What this contract was made of was not kept. Start a new one.',
  PLACES_OVERLAP:
    '“{file}”, page {page}: the places of “{one}” and “{other}” lie over each other. Move one of them and try again.',
  ENTERPRISE_SEAL_NEEDED:
    'An enterprise fills its places with seals that it authorized you for, not with a drawing. Choose a seal; if there is none, ask the administrator of the enterprise.',
  REVISION_CHANGED:
    'Somebody signed after you opened the files. Look at what changed, then sign; what you filled in is still there.',
  PICTURE_TELLS:
    'The picture still tells where, when or by which camera it was taken, and everybody who gets the contract could read that. Save it without that information and upload it again.',
  SIGNER_DISABLED:
    '“{enterprise}” was disabled by the platform and cannot sign. Choose another signatory, or send once it is enabled again.',
  SIGNER_REVOKED:
    'The real name of “{enterprise}” was revoked, so it cannot sign. Choose another signatory, or send once it is verified again.',
  SIGNER_RECERTIFYING:
    '“{enterprise}” is being verified again and cannot sign meanwhile. Choose another signatory, or send once that is done.',
  ATTACHMENT_TYPE_WRONG: 'Attachments are PDF, OFD, PNG or JPG files. Convert the file and choose it again.',
  FREE_FLOW_UNREGISTERED:
    '{name} is not registered and cannot place a seal. Set the positions yourself, or send it once they are registered.',
  FREE_FLOW_PLACES: 'The sender set the positions of this task. Reload the page and sign at those positions.',
  PLACES_FREE: 'Each party of this task places its own seals; there are no positions to add.',
  TASK_REVIEWING:
    'The sender’s enterprise is still reviewing this task. It can be signed once that is passed.',
  SIGNER_NOT_CALLED: 'It is not this signer’s turn, or they have signed. Nothing was sent.',
  REMINDERS_SILENCED:
    '{names} has turned off reminders for this contract. Contact them in another way, for example by phone.',
  COPY_TWICE: '“{name}” is a party of this contract or gets a copy already. Name somebody else.',
  SIGNER_PROOFS_NEEDED:
    'The sender asks you to prove who you are first. Open the contract and follow the steps when you sign; each counts for 15 minutes.',
  PROOF_OUT_OF_ORDER: 'Complete the proofs before this one first.',
  ACCESS_CODE_WRONG:
    'This access code is not right. Check it and type it again; if you have lost it, ask the sender.',
  ACCESS_CODE_TRIES: 'Too many wrong access codes. Ask the sender to check it with you, and try again later.',
} satisfies Record<keyof typeof TASK_ERRORS, string>;

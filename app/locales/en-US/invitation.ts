export default {
  changed: {
    text: 'The sender corrected the recipient, or another operator took over. If you should still sign the contract, ask the sender.',
    title: 'This link is no longer valid',
  },
  deadline: 'Sign before',
  enter: {
    agree: 'Agree and continue',
    agreeTo: 'By choosing “Agree and continue” you confirm that you have read and accept',
    byItself: 'Continues by itself after the sixth digit',
    go: 'Continue',
    label: 'Confirm the recipient',
    newcomer: 'You are new here. Accept the agreements to continue; no password is needed.',
    text: 'A code is sent to {mobile}.',
  },
  extent: 'Files',
  from: 'Sender',
  going: 'Opening the contract',
  join: 'Apply to join the enterprise',
  joinFirst:
    'You are no member of “{enterprise}” yet, and cannot read or sign for it. Apply to join, or ask its administrator to add you, then open this link again.',
  look: 'Read the contract',
  other: 'This contract was sent to {mobile}. You are logged in with another account.',
  otherName:
    'Your verified name differs from the name that the sender gave, so the contract is not in your account. If it is meant for you, ask the sender to correct the name and send it again.',
  over: {
    EXPIRED:
      'The deadline has passed, so the contract can no longer be signed. If it is still needed, ask the sender to send it again.',
    REJECTED: 'The contract was rejected and can no longer be signed.',
    VOIDED: 'All parties agreed to void this contract.',
    WITHDRAWN: 'The sender withdrew the contract, so it can no longer be signed.',
  },
  pages: '{files} {files|file|files}, {pages} {pages|page|pages}',
  recipient: 'Sent to',
  reminders: {
    done: 'Done. You will get no more reminders about this contract.',
    end: 'Stop reminders',
    text: 'You will get no more reminders to sign this contract. The invitation and the outcome are still sent. You can turn reminders on again on the contract’s page.',
  },
  sentence: {
    COPY: '{initiator} sent you a copy of a contract. Enter the code that is sent to you to read it.',
    ENTERPRISE:
      '{initiator} asks you to sign a contract for “{enterprise}”. Enter the code that is sent to you to read it.',
    OVER: 'A contract that {initiator} sent you.',
    PERSON: '{initiator} asks you to sign a contract. Enter the code that is sent to you to read it.',
  },
  stay: 'Stay with this account',
  switch: 'Log in with {mobile}',
  task: 'Contract',
  title: 'A contract for you',
  toLogin: 'Log in',
  unknown: {
    text: 'Open the complete link of the latest message, or log in and look in your list of contracts.',
    title: 'This link is not valid',
  },
  verify: 'Verify the enterprise',
  verifyFirst:
    '“{enterprise}” is not verified yet. You can read the contract now, and sign it for the enterprise once it is verified.',
};

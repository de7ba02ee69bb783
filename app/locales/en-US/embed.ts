export default {
  code: {
    go: 'Continue',
    label: 'Code',
    send: 'Send a code',
    text: 'Before you go on, confirm that it is you: a code goes to {mobile}',
    title: 'Confirm that it is you',
  },
  end: {
    closed: {
      text: 'You can close this page. To go on, open it again in the system that you came from.',
      title: 'Closed',
    },
    failed: {
      title: 'It cannot be opened',
    },
    refused: {
      text: 'The contract has ended, and the parties are told.',
      title: 'You refused to sign',
    },
    sent: {
      text: 'Its signers are told.',
      title: 'The contract is sent',
    },
    waits: {
      text: 'The contract is sent as soon as it is approved.',
      title: 'Waiting for approval',
    },
  },
  foreign:
    'This page is shown only within the system that the link came from, and this site is not allowed to. Go back to that system.',
  opening: 'Opening',
  over: 'The time for this is over. Go back to the system that you came from and open it again.',
  top: 'This page opens only within the system that the link came from. Go back there.',
};

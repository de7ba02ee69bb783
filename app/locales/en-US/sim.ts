export default {
  title: 'Simulated phones and mailboxes',
  about:
    'No real messages are sent outside production; what would be sent is shown here, renewed every 3 seconds. Mobiles that end in 0000 and mailboxes that begin with bounce@ take nothing; mobiles that begin with 199404 do not exist, and for those that begin with 199408 you report below: to see what a failure looks like.',
  phones: 'Phones and mailboxes',
  all: 'All',
  messages: 'Messages to {target}',
  none: 'No messages yet',
  noneText: 'They appear after a task is sent, a reminder, or a request for a code.',
  closed: 'There is no simulated phone in production.',
  copyCode: 'Copy the code {code}',
  copied: 'The code is copied.',
  elsewhere: 'The text did not reach the simulated phone',
  state: { SENDING: 'Sending', SENT: 'Taken by the gateway', DELIVERED: 'Delivered', FAILED: 'Not sent' },
  reported: 'Reported.',
  report: { delivered: 'Report: delivered', unreachable: 'Report: out of reach' },
  more: {
    pay: 'Simulated payment provider',
    ca: 'Simulated certificate authority',
    cloudSeal: 'Simulated cloud seal app',
  },
};

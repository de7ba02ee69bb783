export default {
  title: 'Simulated phone',
  about:
    'No real messages are sent outside production; what would be sent is shown here, renewed every 3 seconds.',
  phones: 'Phones',
  all: 'All phones',
  messages: 'Messages to {target}',
  none: 'No messages yet',
  noneText: 'They appear after a task is sent, a reminder, or a request for a code.',
  closed: 'There is no simulated phone in production.',
  copyCode: 'Copy the code {code}',
  copied: 'The code is copied.',
};

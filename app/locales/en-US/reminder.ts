export default {
  about: 'Signers who have not signed are reminded automatically until they sign or the contract ends.',
  change: 'Change',
  companyAbout:
    'Used for contracts unless their sender chooses otherwise. Contracts already sent are not affected.',
  field: {
    after: 'First reminder',
    afterOf: 'after {n} {n|day|days}',
    every: 'Then',
    everyOf: 'every {n} {n|day|days}',
    from: 'Quiet from',
    on: 'Remind signers who have not signed',
    quietHint:
      'A reminder that falls into quiet hours is sent when they end, by the recipient’s local time (at present Beijing time for everybody). The same hour twice means no quiet hours.',
    times: 'At most',
    timesOf: '{n} {n|time|times}',
    to: 'Quiet until',
  },
  none: 'No automatic reminders',
  quiet: 'none from {from} to {to}',
  save: 'Save',
  saved: 'Saved. It applies to contracts sent from now on.',
  separator: '; ',
  state: {
    DEFAULT: 'As the enterprise has set',
    NONE: 'None',
    OWN: 'Custom',
  },
  text: 'First after {after} {after|day|days}, then every {every} {every|day|days}, {times} at most',
  title: 'Reminders',
};

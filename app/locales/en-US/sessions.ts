export default {
  current: 'This device',
  end: 'Log out',
  endOthers: 'Log out everywhere else',
  endOthersText: 'These devices must log in again; what was not saved there may be lost.',
  endedOthers: 'Sessions logged out: {count}.',
  onlyThis: 'No other device is logged in to your account.',
  others: 'Other logins: {count}',
  since: 'logged in {time}',
  unknown: 'Unknown device',
  used: 'Last used {time}',
};

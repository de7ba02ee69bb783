export default {
  current: 'This device',
  end: 'Log out',
  endOthers: 'Log out everywhere else',
  endOthersKeys: 'UKeys that go on logging in or signing: {count}. To stop them, remove them in the list.',
  endOthersText: 'These devices must log in again; what was not saved there may be lost.',
  endedOthers: 'Sessions logged out: {count}.',
  keys: {
    about:
      'They go on working when you log out or change the password. Remove those that you do not use any more.',
    account: 'Logs in and signs as you',
    remove: 'Remove',
    removeAccount:
      'Your certificate on it is revoked at once; it can no longer log in or sign. Devices that logged in with it are signed out.',
    removeSeal:
      'It can no longer use this seal, and the certificate of the seal that is on it is revoked at once.',
    removeTitle: 'Remove this UKey?',
    removed: 'The UKey was removed',
    seal: 'Uses the seal “{seal}” of “{enterprise}”',
    since: 'bound {time}',
    title: 'Bound UKeys',
  },
  onlyThis: 'No other device is logged in to your account.',
  others: 'Other logins: {count}',
  since: 'logged in {time}',
  unknown: 'Unknown device',
  used: 'Last used {time}',
};

export default {
  title: 'File check',
  about:
    'This page shows number, state, digest and time of the scanned file, and nothing of its content or parties.',
  number: 'Number',
  state: 'State',
  digest: 'Digest of the newest file (SHA-256)',
  registeredAt: 'Registered',
  states: {
    VOIDED: 'Void',
    PENDING: 'Being signed',
    COMPLETED: 'Completed',
    REJECTED: 'Refused',
    EXPIRED: 'Expired',
    WITHDRAWN: 'Withdrawn',
  },
  unknown: {
    title: 'No such file',
    text: 'The code is incomplete, or the file was not sent from here. Scan it again, or ask whoever gave you the file.',
  },
  compare: 'Compare your file',
  compareHint: 'Its digest is computed on this device; the file is not uploaded.',
  same: '“{name}” is the newest file that is kept.',
  former:
    '“{name}” is an earlier state of this file: genuine, but it was signed further since. Ask for the newest file.',
  different: '“{name}” is no state of this file: it was changed, or it is another file.',
};
